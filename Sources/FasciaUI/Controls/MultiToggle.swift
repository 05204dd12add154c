/// A form with a toggle for each option, and a master toggle above them.
///
/// The master is on if all options are on, off if none is, and mixed otherwise. Tapping it turns on all options that
/// are not disabled, or turns them off if all of them are on.
public struct MultiToggle: View {
    private let title: String
    private let options: [String]
    private let disabled: Set<String>
    private let selection: Binding<Set<String>>?
    @State private var own: Set<String> = []

    /// - Parameters:
    ///   - title: the label of the master toggle.
    ///   - options: the names of the options, without duplicates.
    ///   - disabled: options that cannot be toggled. They still count in the master's state.
    ///   - selection: the options that are on.
    public init(
        _ title: String, options: [String], disabled: Set<String> = [], selection: Binding<Set<String>>
    ) { (self.title, self.options, self.disabled, self.selection) = (title, options, disabled, selection) }

    /// Keeps the selection itself. Initially no option is on.
    public init(_ title: String, options: [String]) {
        (self.title, self.options, disabled, selection) = (title, options, [], nil)
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
            readOnlySources: options.filter(disabled.contains).map(isOn))
    }

    private func isOn(_ option: String) -> Binding<Bool> { (selection ?? $own).contains(option) }
}

extension Binding where Value == Set<String> {
    /// Whether an element is in the set. Setting it inserts or removes the element.
    fileprivate func contains(_ element: String) -> Binding<Bool> { self[dynamicMember: \.[member: element]] }
}

extension Set where Element == String {
    fileprivate subscript(member element: String) -> Bool {
        get { contains(element) }
        set { if newValue { insert(element) } else { remove(element) } }
    }
}
