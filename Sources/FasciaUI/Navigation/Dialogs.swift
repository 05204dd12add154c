import FasciaDocument

/// An alert or confirmation dialog: a title, a message, and buttons that close it.
struct Dialog<Actions: View, Message: View>: View {
    let title: Text?
    let message: Message
    let actions: Actions
    /// Whether this is a confirmation dialog. It gets a "Cancel" button if it has no cancel button. An alert gets an
    /// "OK" button if it has no button at all.
    let isConfirmation: Bool

    var body: some View {
        VStack(alignment: .leading) {
            title?.bold()
            message
            DialogButtons(isConfirmation: isConfirmation, actions: actions)
        }
        .modifier(TitleModifier(title: title?.string ?? ""))
    }
}

/// The buttons of a dialog: vertical in a confirmation dialog, horizontal in an alert.
private struct DialogButtons<Actions: View>: View, Primitive {
    let isConfirmation: Bool
    let actions: Actions

    func update(_ viewNode: ViewNode) {
        let dismiss = viewNode.environment.dismiss
        viewNode.environment.dialogAnswer?.dismiss = { dismiss() }
        viewNode.updateChildren { children in
            // The first one: a cancel button of the dialog's own takes the place of its action.
            children.update(.footer, Button(isConfirmation ? "Cancel" : "OK", role: .cancel) {})
            children.update(.inside, actions)
        }
        let start = viewNode.stored(FocusRequest(viewNode.graph.nextFocusRequest()))
        viewNode.setLowering { [unowned viewNode, isConfirmation] in
            var nodes = viewNode.child(.inside)?.lowered() ?? []
            let isAnswerable = nodes.contains { $0.contains { isConfirmation ? $0.role == .cancel : $0.isButton } }
            if !isAnswerable { nodes += viewNode.child(.footer)?.lowered() ?? [] }
            let axis: StackContent.Axis = isConfirmation ? .vertical : .horizontal
            let alignment: FasciaDocument.Alignment = isConfirmation ? .leading : .center
            nodes = nodes.beginningSafely(start.number)
            return [Node(.stack(StackContent(axis, alignment: alignment, children: nodes)), id: viewNode.address)]
        }
    }

    private final class FocusRequest {
        let number: Int
        init(_ number: Int) { self.number = number }
    }
}

extension [Node] {
    /// Where Enter would destroy something, the focus begins at the button that cancels, else at the first control that
    /// destroys nothing.
    fileprivate func beginningSafely(_ request: Int) -> [Node] {
        let controls = flatMap(\.focusable)
        guard controls.first?.role == .destructive else { return self }
        let safe = controls.first { $0.role == .cancel } ?? controls.first { $0.role != .destructive }
        guard let id = safe?.id else { return self }
        return map { $0.requestingFocus(of: id, request) }
    }
}

extension Node {
    /// The enabled controls in it, in order.
    fileprivate var focusable: [Node] {
        if modifiers.contains(.disabled(true)) || modifiers.contains(.hidden(true)) { return [] }
        return takesFocus ? [self] : children.flatMap(\.focusable)
    }

    fileprivate func requestingFocus(of id: String, _ request: Int) -> Node {
        if self.id == id { return with([.focus(request)]) }
        if takesFocus { return self }
        var node = self
        node.content.children = children.map { $0.requestingFocus(of: id, request) }
        return node
    }

    fileprivate func contains(_ test: (Node) -> Bool) -> Bool { test(self) || children.contains { $0.contains(test) } }

    fileprivate var isButton: Bool {
        if case .button = content { true } else { modifiers.contains(.accessibilityRole(.button)) }
    }
    fileprivate var role: ButtonContent.Role? { if case .button(let button) = content { button.role } else { nil } }
}

extension EnvironmentValues {
    /// For the buttons of a dialog, which close it.
    @Entry var dialogAnswer: DialogAnswer?

    /// With the styles of another environment.
    func styled(as other: EnvironmentValues) -> EnvironmentValues {
        var environment = self
        (environment.buttonStyles, environment.labelStyles) = (other.buttonStyles, other.labelStyles)
        (environment.textCase, environment.lineRange, environment.font) = (other.textCase, other.lineRange, other.font)
        environment.multilineTextAlignment = other.multilineTextAlignment
        environment.truncationMode = other.truncationMode
        return environment
    }
}

/// The answer to a dialog. Escape, and whatever else closes it, is that of its cancel button.
final class DialogAnswer {
    var dismiss: () -> Void = {}
    /// The action of the button that cancels.
    var cancel: (() -> Void)?
    private var isGiven = false

    /// The dialog is shown, whatever became of the one before.
    func begin() { (isGiven, cancel) = (false, nil) }

    /// A button has been pressed.
    func give() {
        isGiven = true
        dismiss()
    }

    /// The dialog was closed.
    func end() {
        let action = isGiven ? nil : cancel
        (isGiven, cancel, dismiss) = (false, nil, {})
        action?()
    }
}

extension View {
    fileprivate func dialog<Actions: View, Message: View>(
        _ title: Text?, _ isPresented: Binding<Bool>, isConfirmation: Bool = false, _ actions: @escaping () -> Actions,
        _ message: @escaping () -> Message
    ) -> some View {
        presenting(isPresented, .modal(.alert)) {
            Dialog(title: title, message: message(), actions: actions(), isConfirmation: isConfirmation)
        }
    }

    fileprivate func dialog<T, Actions: View, Message: View>(
        _ title: Text, _ isPresented: Binding<Bool>, isConfirmation: Bool = false, presenting data: T?,
        _ actions: @escaping (T) -> Actions, _ message: @escaping (T) -> Message
    ) -> some View {
        // Without a data there is nothing to show.
        let isShown = Binding(get: { isPresented.wrappedValue && data != nil }, set: { isPresented.wrappedValue = $0 })
        return dialog(title, isShown, isConfirmation: isConfirmation, { data.map(actions) }, { data.map(message) })
    }
}

// MARK: - Alerts

extension View {
    @AnyTitle
    public func alert<A: View, M: View>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
        @ViewBuilder message: @escaping () -> M = { EmptyView() }
    ) -> some View { dialog(Text(title), isPresented, actions, message) }
    @AnyTitle
    public func alert<T, A: View, M: View>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
    ) -> some View { dialog(Text(title), isPresented, presenting: data, actions, message) }
    public func alert<A: View, M: View>(
        _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
        @ViewBuilder message: @escaping () -> M = { EmptyView() }
    ) -> some View { dialog(title, isPresented, actions, message) }
    public func alert<T, A: View, M: View>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
    ) -> some View { dialog(title, isPresented, presenting: data, actions, message) }
    @AnyTitle
    public func alert<T, A: View>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A
    ) -> some View { alert(Text(title), isPresented: isPresented, presenting: data, actions: actions) { _ in EmptyView() } }
    public func alert<E: LocalizedError, A: View>(
        isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: @escaping () -> A
    ) -> some View {
        alert(isPresented: isPresented, error: error) { _ in
            actions()
        } message: { _ in
            EmptyView()
        }
    }
    public func alert<E: LocalizedError, A: View, M: View>(
        isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: @escaping (E) -> A,
        @ViewBuilder message: @escaping (E) -> M
    ) -> some View {
        let title = error.map { $0.errorDescription ?? $0.localizedDescription } ?? ""
        return dialog(Text(title), isPresented, presenting: error, actions, message)
    }
}

// MARK: - Confirmation dialogs

extension View {
    @AnyTitle
    public func confirmationDialog<A: View, M: View>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M = { EmptyView() }
    ) -> some View { dialog(titleVisibility.title(Text(title)), isPresented, isConfirmation: true, actions, message) }
    @AnyTitle
    public func confirmationDialog<T, A: View, M: View>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
    ) -> some View { dialog(Text(title), isPresented, isConfirmation: true, presenting: data, actions, message) }
    public func confirmationDialog<A: View, M: View>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M = { EmptyView() }
    ) -> some View { dialog(titleVisibility.title(title), isPresented, isConfirmation: true, actions, message) }
    public func confirmationDialog<T, A: View, M: View>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
    ) -> some View { dialog(title, isPresented, isConfirmation: true, presenting: data, actions, message) }
    public func confirmationDialog<T, A: View>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A
    ) -> some View {
        dialog(title, isPresented, isConfirmation: true, presenting: data, actions) { _ in EmptyView() }
    }
    @AnyTitle
    public func confirmationDialog<T, A: View>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
        @ViewBuilder actions: @escaping (T) -> A
    ) -> some View {
        confirmationDialog(
            Text(title), isPresented: isPresented, titleVisibility: titleVisibility, presenting: data, actions: actions
        ) { _ in EmptyView() }
    }
}

// MARK: - Files

/// Asks for the path of a file: a terminal may be at another machine, and has no files to choose from.
private struct PathQuestion: ViewModifier {
    let isPresented: Binding<Bool>
    let answer: (URL) -> Void
    @State private var path = ""

    func body(content: Content) -> some View {
        content.alert("Open a File", isPresented: isPresented) {
            TextField("Path", text: $path)
            Button("Open") { answer(URL(fileURLWithPath: path)) }
            Button("Cancel", role: .cancel) {}
        }
    }
}

extension View {
    /// Asks for the path of a file of the app's machine.
    ///
    /// - Parameter types: ignored.
    public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes types: [UTType],
        onCompletion: @escaping (Result<URL, any Error>) -> Void
    ) -> some View { modifier(PathQuestion(isPresented: isPresented) { onCompletion(.success($0)) }) }
    public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes types: [UTType], allowsMultipleSelection: Bool,
        onCompletion: @escaping (Result<[URL], any Error>) -> Void
    ) -> some View { modifier(PathQuestion(isPresented: isPresented) { onCompletion(.success([$0])) }) }
}

/// The visibility of an element.
public enum Visibility: Hashable, CaseIterable, Sendable {
    case automatic, visible, hidden

    fileprivate func title(_ title: Text) -> Text? { self == .hidden ? nil : title }
}
