/// A form with a switch for each of some options, and a master switch above them.
///
/// The master is on if all options are, off if none is, and mixed otherwise. A tap on it turns all options that are
/// not disabled on, or off where all of them are on.
public struct MultiToggle: View {
    private let title: String
    private let options: [String]
    private let disabled: Set<String>
    private let selection: Binding<Set<String>>?
    @State private var own: Set<String> = []

    /// - Parameters:
    ///   - title: what the master switch says.
    ///   - options: the names of the options, each once.
    ///   - disabled: those that nobody may switch here. They count in the master's state all the same.
    ///   - selection: the options that are on.
    public init(
        _ title: String, options: [String], disabled: Set<String> = [], selection: Binding<Set<String>>
    ) {
        self.title = title
        self.options = options
        self.disabled = disabled
        self.selection = selection
    }

    /// One that keeps by itself which options are on; at first, none is.
    public init(_ title: String, options: [String]) {
        self.title = title
        self.options = options
        disabled = []
        selection = nil
    }

    public var body: some View {
        Form {
            Toggle(master, label: Text(title)).disabled(options.allSatisfy(disabled.contains))
            VStack(alignment: .leading) {
                ForEach(options, id: \.self) { option in
                    Toggle(option, isOn: isOn(option)).disabled(disabled.contains(option))
                }
            }
            .padding(.leading, .cells(2))
        }
    }

    private var master: ToggleState {
        ToggleState(
            sources: options.filter { !disabled.contains($0) }.map(isOn),
            counted: options.filter(disabled.contains).map(isOn))
    }

    private func isOn(_ option: String) -> Binding<Bool> {
        (selection ?? $own).contains(option)
    }
}

extension Binding where Value == Set<String> {
    /// Whether an element is in the set; setting it puts it in or takes it out.
    fileprivate func contains(_ element: String) -> Binding<Bool> { self[dynamicMember: \.[member: element]] }
}

extension Set where Element == String {
    fileprivate subscript(member element: String) -> Bool {
        get { contains(element) }
        set { if newValue { insert(element) } else { remove(element) } }
    }
}
