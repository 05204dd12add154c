/// An alert as a value, as in the first SwiftUI versions.
public struct Alert {
    public struct Button {
        let label: Text
        let role: ButtonRole?
        let action: () -> Void

        public static func `default`(_ label: Text, action: (() -> Void)? = nil) -> Button {
            Button(label: label, role: nil, action: action ?? {})
        }

        public static func cancel(_ label: Text, action: (() -> Void)? = nil) -> Button {
            Button(label: label, role: .cancel, action: action ?? {})
        }

        public static func cancel(_ action: (() -> Void)? = nil) -> Button { cancel(Text("Cancel"), action: action) }

        public static func destructive(_ label: Text, action: (() -> Void)? = nil) -> Button {
            Button(label: label, role: .destructive, action: action ?? {})
        }
    }

    let title: Text
    let message: Text?
    let buttons: [Button]

    public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {
        self.title = title
        self.message = message
        buttons = dismissButton.map { [$0] } ?? []
    }
    public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {
        self.title = title
        self.message = message
        buttons = [primaryButton, secondaryButton]
    }

    @MainActor var view: some View { Dialog(title: title, message: message, actions: buttons.views, isConfirmation: false) }
}

/// A sheet of buttons as a value, as in the first SwiftUI versions.
public struct ActionSheet {
    public typealias Button = Alert.Button
    let title: Text
    let message: Text?
    let buttons: [Button]

    public init(title: Text, message: Text? = nil, buttons: [Button] = [.cancel()]) {
        (self.title, self.message, self.buttons) = (title, message, buttons)
    }

    @MainActor var view: some View { Dialog(title: title, message: message, actions: buttons.views, isConfirmation: true) }
}

extension [Alert.Button] {
    @MainActor fileprivate var views: some View {
        ForEach(indices, id: \.self) { index in
            Button(role: self[index].role, action: self[index].action) { self[index].label }
        }
    }
}

extension View {
    public func actionSheet(isPresented: Binding<Bool>, content: @escaping () -> ActionSheet) -> some View {
        presenting(isPresented, .modal(.alert)) { content().view }
    }
    public func actionSheet<Item: Identifiable>(
        item: Binding<Item?>, content: @escaping (Item) -> ActionSheet
    ) -> some View { presenting(item: item, .alert) { content($0).view } }

    public func alert(isPresented: Binding<Bool>, content: @escaping () -> Alert) -> some View {
        presenting(isPresented, .modal(.alert)) { content().view }
    }
    public func alert<Item: Identifiable>(item: Binding<Item?>, content: @escaping (Item) -> Alert) -> some View {
        presenting(item: item, .alert) { content($0).view }
    }
}
