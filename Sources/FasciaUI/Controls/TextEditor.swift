/// A text of several lines to edit. It is at least four rows high, unless a frame or `lineLimit` says otherwise.
public struct TextEditor: View {
    private let text: Binding<String>
    @Environment(\.lineRange) private var lines

    public init(text: Binding<String>) { self.text = text }

    public var body: some View {
        let field = PlainTextField(
            source: TextSource(text), prompt: nil, isSecure: false, axis: .vertical, label: EmptyView())
        field.modifier(EnvironmentModifier { $0.lineRange = lines ?? 4...12 })
    }
}

/// Chooses a colour of the system's, and keeps one that is none of them.
public struct ColorPicker<Label: View>: View {
    private let selection: Binding<Color>
    private let label: Label

    public init(selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> Label) {
        self.selection = selection
        self.label = label()
    }

    private static var colors: [(String, Color)] {
        [
            ("Red", .red), ("Orange", .orange), ("Yellow", .yellow), ("Green", .green), ("Mint", .mint), ("Teal", .teal),
            ("Cyan", .cyan), ("Blue", .blue), ("Indigo", .indigo), ("Purple", .purple), ("Pink", .pink), ("Brown", .brown),
            ("White", .white), ("Gray", .gray), ("Black", .black),
        ]
    }

    public var body: some View {
        let colors = Self.colors
        HStack {
            Picker(selection: selection) {
                ForEach(colors, id: \.0) { Text(verbatim: $0.0).tag($0.1) }
                if !colors.contains(where: { $0.1 == selection.wrappedValue }) {
                    Text(verbatim: selection.wrappedValue.base.name).tag(selection.wrappedValue)
                }
            } label: {
                label
            }
            .pickerStyle(.menu)
            selection.wrappedValue.frame(width: .cells(2), height: .cells(1)).accessibilityHidden(true)
        }
    }
}

extension ColorPicker where Label == Text {
    @AnyTitle public init(_ title: LocalizedStringKey, selection: Binding<Color>, supportsOpacity: Bool = true) {
        self.init(selection: selection) { Text(title) }
    }
}
