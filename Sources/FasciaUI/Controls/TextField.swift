import FasciaDocument
import enum FasciaScene.SecretText

/// An editable text. Every keystroke updates the binding. With a format, the binding is updated when Enter is pressed
/// or the field loses the focus.
public struct TextField<Label: View>: View {
    private let label: Label
    private let prompt: Text?
    private let source: TextSource
    private let axis: Axis
    /// Run when Enter is pressed, as in the first SwiftUI versions.
    private var onCommit: (() -> Void)?

    init(_ source: TextSource, prompt: Text?, axis: Axis = .horizontal, label: Label) {
        self.source = source
        self.prompt = prompt
        self.axis = axis
        self.label = label
    }

    /// - Parameter axis: the direction in which a long text extends. A vertical field grows with its lines, within
    ///   `lineLimit`, and Enter inserts a line break.
    public init(text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal, @ViewBuilder label: () -> Label) {
        self.init(TextSource(text), prompt: prompt, axis: axis, label: label())
    }

    /// Text that cannot be parsed leaves the binding unchanged.
    public init<Format: ParseableFormatStyle>(
        value: Binding<Format.FormatInput>, format: Format, prompt: Text? = nil, @ViewBuilder label: () -> Label
    ) where Format.FormatOutput == String { self.init(TextSource(value, format), prompt: prompt, label: label()) }

    /// Text that cannot be parsed, and empty text, set the binding to `nil`.
    public init<Format: ParseableFormatStyle>(
        value: Binding<Format.FormatInput?>, format: Format, prompt: Text? = nil, @ViewBuilder label: () -> Label
    ) where Format.FormatOutput == String { self.init(TextSource(optional: value, format), prompt: prompt, label: label()) }

    /// Text that the formatter cannot read leaves the binding unchanged.
    public init<Value>(value: Binding<Value>, formatter: Formatter, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(TextSource(value, formatter), prompt: prompt, label: label())
    }

    @Environment(\.textFieldStyles) private var styles

    public var body: some View {
        let plain = PlainTextField(
            source: source, prompt: prompt, isSecure: false, axis: axis, onCommit: onCommit, label: label)
        var field = TextField<ControlLabel>(source, prompt: prompt, axis: axis, label: ControlLabel(view: label))
        let _ = field.onCommit = onCommit
        StyleBody(view: styles.isEmpty ? plain : styles.current.view(field), styles: \.textFieldStyles)
    }
}

extension TextField where Label == Text {
    @AnyTitle
    public init<Value>(
        _ title: LocalizedStringKey, value: Binding<Value>, formatter: Formatter,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }, onCommit: (() -> Void)? = nil
    ) {
        self.init(value: value, formatter: formatter) { Text(title) }
        self.onCommit = onCommit
    }

    /// The form of the first SwiftUI versions.
    @AnyTitle
    public init(
        _ title: LocalizedStringKey, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        onCommit: @escaping () -> Void
    ) {
        self.init(title, text: text)
        self.onCommit = onCommit
    }
    @AnyTitle public init(_ title: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal) {
        self.init(text: text, prompt: prompt, axis: axis) { Text(title) }
    }
    @AnyTitle
    public init<Format: ParseableFormatStyle>(
        _ title: LocalizedStringKey, value: Binding<Format.FormatInput>, format: Format, prompt: Text? = nil
    ) where Format.FormatOutput == String { self.init(value: value, format: format, prompt: prompt) { Text(title) } }
    @AnyTitle
    public init<Format: ParseableFormatStyle>(
        _ title: LocalizedStringKey, value: Binding<Format.FormatInput?>, format: Format, prompt: Text? = nil
    ) where Format.FormatOutput == String { self.init(value: value, format: format, prompt: prompt) { Text(title) } }
}

/// A text field that hides its text. The text never leaves the app: only its length is published.
public struct SecureField<Label: View>: View {
    private let label: Label
    private let prompt: Text?
    private let text: Binding<String>
    private var onCommit: (() -> Void)?

    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.text = text
        self.prompt = prompt
        self.label = label()
    }

    public var body: some View {
        PlainTextField(source: TextSource(text), prompt: prompt, isSecure: true, onCommit: onCommit, label: label)
    }
}

extension SecureField where Label == Text {
    @AnyTitle
    public init(_ title: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil, onCommit: (() -> Void)? = nil) {
        self.init(text: text, prompt: prompt) { Text(title) }
        self.onCommit = onCommit
    }
}

/// The text of a field, and the effect of changing it.
struct TextSource {
    let get: () -> String
    let set: (String) -> Void
    var updates = TextFieldContent.Updates.change

    /// Changes when Enter is pressed, or the field loses the focus.
    init(get: @escaping () -> String, set: @escaping (String) -> Void) { (self.get, self.set, updates) = (get, set, .submit) }

    init(_ text: Binding<String>) {
        get = { text.wrappedValue }
        set = { text.wrappedValue = $0 }
    }

    init<Format: ParseableFormatStyle>(_ value: Binding<Format.FormatInput>, _ format: Format)
    where Format.FormatOutput == String {
        get = { format.format(value.wrappedValue) }
        set = { if let read = try? format.parseStrategy.parse($0) { value.wrappedValue = read } }
        updates = .submit
    }

    init<Value>(_ value: Binding<Value>, _ formatter: Formatter) {
        get = { formatter.string(for: value.wrappedValue) ?? "" }
        set = { words in
            let number = (formatter as? NumberFormatter)?.number(from: words)
            let kinds: [Any?] = [
                number?.intValue, number?.doubleValue, number?.floatValue, number.map { CGFloat($0.doubleValue) },
                number?.decimalValue, number, (formatter as? DateFormatter)?.date(from: words),
            ]
            if let read = kinds.lazy.compactMap({ $0 as? Value }).first { value.wrappedValue = read }
        }
        updates = .submit
    }

    init<Format: ParseableFormatStyle>(optional value: Binding<Format.FormatInput?>, _ format: Format)
    where Format.FormatOutput == String {
        get = { value.wrappedValue.map(format.format) ?? "" }
        set = { value.wrappedValue = try? format.parseStrategy.parse($0) }
        updates = .submit
    }
}

/// The text field that the renderer draws.
struct PlainTextField<Label: View>: View, Primitive {
    let source: TextSource
    let prompt: Text?
    let isSecure: Bool
    var axis = Axis.horizontal
    var onCommit: (() -> Void)?
    let label: Label

    func update(_ viewNode: ViewNode) {
        viewNode.updateChildren { $0.update(.label, label) }
        let source = source
        let text = viewNode.tracking { source.get() }
        let lines = axis == .vertical ? (viewNode.environment.lineRange ?? 1...TextFieldContent.maximumLines).fieldLines : nil
        // In a vertical field, Enter inserts a line break instead of submitting.
        let actions = lines == nil ? (onCommit.map { [$0] } ?? []) + viewNode.environment.submitActions : []
        viewNode.eventHandler = .edit(isTap: false) { value, isSubmit in
            guard let text = value.stringValue else { return }
            // Enter on unchanged text does not write the binding.
            if !isSubmit || text != source.get() { source.set(text) }
            if isSubmit { for action in actions { action() } }
        }
        viewNode.graph.registerControl(viewNode.address, at: viewNode)
        viewNode.setLowering { [unowned viewNode, prompt, isSecure] in
            // As on iOS, the title is the placeholder of an empty field, unless there is a prompt.
            let title = viewNode.visibleText(of: .label)
            let field = TextFieldContent(
                .literal(
                    isSecure ? SecretText.shown(text) : text, action: .changed(viewNode.address)),
                prompt: prompt?.string ?? title, isSecure: isSecure, updates: source.updates,
                submit: actions.isEmpty ? nil : .submitted(viewNode.address), lines: lines)
            return [
                Node(.textField(field), id: viewNode.address, modifiers: title.map { [.accessibilityLabel($0)] } ?? [])
            ]
        }
    }
}

// MARK: - Submitting

extension EnvironmentValues {
    /// The actions to run when Enter is pressed in a text field, innermost first.
    @Entry var submitActions: [() -> Void] = []
    /// The same in a search field.
    @Entry var searchActions: [() -> Void] = []
}

/// The ways in which a user can submit.
public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let text = SubmitTriggers(rawValue: 1), search = SubmitTriggers(rawValue: 2)
}

extension View {
    /// Runs `action` when Enter is pressed in a text field inside.
    public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
        modifier(
            EnvironmentModifier(change: { values in
                if triggers.contains(.text) { values.submitActions = [action] + values.submitActions }
                if triggers.contains(.search) { values.searchActions = [action] + values.searchActions }
            }))
    }

    /// Keeps Enter in text fields inside from running the `onSubmit` actions around this view.
    public func submitScope(_ isBlocking: Bool = true) -> some View {
        modifier(EnvironmentModifier(change: { if isBlocking { $0.submitActions = [] } }))
    }
}
