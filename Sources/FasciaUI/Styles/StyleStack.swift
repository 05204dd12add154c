/// The styles for one kind of control that are in force at a place: the innermost one draws the control, and what that
/// makes has the others.
struct StyleStack<Style> {
    /// The innermost last.
    private var styles: [Style] = []
    private let standard: Style

    init(_ standard: Style) { self.standard = standard }

    var isEmpty: Bool { styles.isEmpty }

    /// The style for a control at this place.
    var current: Style { styles.last ?? standard }

    /// The styles for what that style makes. Making the control again in it ends at the standard style.
    var outer: StyleStack {
        var outer = self
        _ = outer.styles.popLast()
        return outer
    }

    mutating func push(_ style: Style) { styles.append(style) }

    /// Only the standard style.
    mutating func removeAll() { styles = [] }
}

/// What the style of a control makes, in the styles around that one.
struct StyleBody<Style>: View, Primitive {
    let view: any View
    let styles: WritableKeyPath<EnvironmentValues, StyleStack<Style>>

    func update(_ viewNode: ViewNode) {
        var environment = viewNode.environment
        let stack = environment[keyPath: styles]
        if !stack.isEmpty { environment[keyPath: styles] = stack.outer }
        viewNode.updateChildren(environment: environment) { $0.update(.type(ObjectIdentifier(type(of: view))), view) }
    }
}

extension View {
    /// Adds a style around what is in this view.
    func pushing<Style>(_ style: Style, on path: WritableKeyPath<EnvironmentValues, StyleStack<Style>>) -> some View {
        transformEnvironment(path) { $0.push(style) }
    }
}
