/// A button that pushes a view, or a value for which the surrounding `NavigationStack` has a destination.
public struct NavigationLink<Label: View, Destination: View>: View {
    private enum Target {
        case view(() -> Destination, isActive: Binding<Bool>?)
        case value(AnyHashable?)
    }

    private let target: Target
    private let label: Label
    @State private var isActive = false

    public init(@ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label) {
        target = .view(destination, isActive: nil)
        self.label = label()
    }
    public init(destination: Destination, @ViewBuilder label: () -> Label) {
        self.init(destination: { destination }, label: label)
    }

    /// The form of the first SwiftUI versions: the binding says whether the destination is shown.
    public init(destination: Destination, isActive: Binding<Bool>, @ViewBuilder label: () -> Label) {
        target = .view({ destination }, isActive: isActive)
        self.label = label()
    }
    public init(isActive: Binding<Bool>, @ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {
        self.init(destination: destination(), isActive: isActive, label: label)
    }

    /// The same for one of several destinations: the binding says which.
    public init<Value: Hashable>(
        destination: Destination, tag: Value, selection: Binding<Value?>, @ViewBuilder label: () -> Label
    ) {
        let isActive = Binding(
            get: { selection.wrappedValue == tag },
            set: { isActive in if isActive || selection.wrappedValue == tag { selection.wrappedValue = isActive ? tag : nil } })
        self.init(destination: destination, isActive: isActive, label: label)
    }

    /// Disabled if the value is `nil`.
    public init<Value: Hashable>(value: Value?, @ViewBuilder label: () -> Label) where Destination == Never {
        target = .value(value.map { AnyHashable($0) })
        self.label = label()
    }

    public var body: some View {
        switch target {
        case .view(let destination, let binding):
            let isActive = binding ?? $isActive
            Button {
                isActive.wrappedValue = true
            } label: {
                label
            }
            .environment(\.linkIsOpen, isActive.wrappedValue)
            .presenting(isActive, .push, nil, destination)
        case .value(let value): ValueLink(value: value, label: label)
        }
    }
}

/// A button that appends a value to the surrounding path.
private struct ValueLink<Label: View>: View {
    let value: AnyHashable?
    let label: Label
    @Environment(\.pathControl) private var path
    @Environment(\.sidebarSelection) private var selection

    var body: some View {
        let isOpen = value.map { selection?.contains($0) ?? path?.contains($0) ?? false } ?? false
        LinkValidation(value: value, path: path) { report in
            Button {
                guard let path, let value else { return }
                if let selection { return selection.tapped(value) }
                if path.append(value) { return }
                let name = typeName(type(of: value.base))
                report("NavigationLink: the path around it cannot hold a \(name)")
            } label: {
                label
            }
            .environment(\.linkIsOpen, isOpen)
            .disabled(path == nil || value == nil)
        }
    }
}

extension EnvironmentValues {
    /// For the button of a link: whether what it leads to is open.
    @Entry var linkIsOpen: Bool?
}

/// Reports issues of a link.
private struct LinkValidation<Content: View>: View, Primitive {
    let value: AnyHashable?
    let path: PathControl?
    let content: (@escaping (String) -> Void) -> Content

    func update(_ viewNode: ViewNode) {
        if path == nil, let value {
            viewNode.graph.report(
                "NavigationLink\(viewNode.messageSuffix) with a value of type "
                    + "\(typeName(type(of: value.base))) is outside a NavigationStack")
        }
        viewNode.updatePassthrough(content { [weak graph = viewNode.graph] in graph?.report($0) })
    }
}

extension NavigationLink {
    @available(*, deprecated, message: "has no effect in a terminal: a sidebar has half of a wide terminal")
    public func isDetailLink(_ isDetailLink: Bool) -> some View { self }
}

extension NavigationLink where Label == Text {
    @AnyTitle public init(_ title: LocalizedStringKey, @ViewBuilder destination: @escaping () -> Destination) {
        self.init(destination: destination) { Text(title) }
    }
    @AnyTitle public init(_ title: LocalizedStringKey, destination: Destination) {
        self.init(destination: destination) { Text(title) }
    }
    @AnyTitle
    public init(_ title: LocalizedStringKey, isActive: Binding<Bool>, @ViewBuilder destination: () -> Destination) {
        self.init(destination: destination(), isActive: isActive) { Text(title) }
    }
    @AnyTitle
    public init(_ title: LocalizedStringKey, destination: Destination, isActive: Binding<Bool>) {
        self.init(destination: destination, isActive: isActive) { Text(title) }
    }
}

extension NavigationLink where Label == Text, Destination == Never {
    @AnyTitle
    public init<Value: Hashable>(_ title: LocalizedStringKey, value: Value?) { self.init(value: value) { Text(title) } }
}
