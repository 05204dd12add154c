import FasciaDocument

/// Changes the environment of its content.
struct EnvironmentModifier: ViewModifier, PrimitiveModifier {
    /// The value that is changed, if it is one that the renderer knows.
    var path: PartialKeyPath<EnvironmentValues>?
    let change: (inout EnvironmentValues) -> Void
    /// Node modifiers that pass the change to the renderer.
    var modifiers: [FasciaDocument.Modifier] = []

    func update(_ viewNode: ViewNode, content: any View) {
        var environment = viewNode.environment
        change(&environment)
        var modifiers = modifiers
        if let path { modifiers += environment.drawnAs(path, in: viewNode.environment) }
        let cell = environment.cellSize
        if cell != viewNode.environment.cellSize {
            if cell.isValidCellSize {
                modifiers.append(cell.cellModifier)
            } else {
                environment.cellSize = viewNode.environment.cellSize
                viewNode.report(
                    "cellSize (\(cell.width), \(cell.height)) is ignored: width and height must be from 0.001 to 100000 points")
            }
        }
        viewNode.updatePassthrough(content, environment: environment)
        guard !modifiers.isEmpty else { return }
        viewNode.setLowering { [unowned viewNode, modifiers] in viewNode.childNodes.map { $0.with(modifiers) } }
    }
}

extension View {
    public func environment<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
        modifier(EnvironmentModifier(path: path) { $0[keyPath: path] = value })
    }

    /// Provides an object that views read by its type: `@Environment(Library.self)`.
    public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View {
        modifier(EnvironmentModifier { $0.setObject(object, as: Object.self) })
    }

    /// Provides an object that views read by its type: `@EnvironmentObject var library: Library`.
    public func environmentObject<Object: ObservableObject>(_ object: Object) -> some View {
        modifier(EnvironmentModifier { $0.setObject(object, as: Object.self) })
    }

    public func transformEnvironment<Value>(
        _ path: WritableKeyPath<EnvironmentValues, Value>, transform: @escaping (inout Value) -> Void
    ) -> some View { modifier(EnvironmentModifier(path: path) { transform(&$0[keyPath: path]) }) }

    /// Disables all controls inside. An inner `disabled(false)` does not override an outer `disabled(true)`.
    public func disabled(_ disabled: Bool) -> some View {
        modifier(
            EnvironmentModifier(
                change: { $0.isEnabled = $0.isEnabled && !disabled }, modifiers: disabled ? [.disabled(true)] : []))
    }

    /// Sets the colour of the controls inside.
    public func tint(_ color: Color?) -> some View {
        modifier(
            EnvironmentModifier(
                change: { $0.tint = color },
                modifiers: [.environment(["tint": color.map { .string($0.model.name) } ?? .null])]))
    }

    /// Sets the colour of the controls inside, if there is one.
    func tint(ifGiven color: Color?) -> some View {
        modifier(
            EnvironmentModifier(
                change: { $0.tint = color ?? $0.tint },
                modifiers: color.map { [.environment(["tint": .string($0.model.name)])] } ?? []))
    }

    /// Sets the colour of the controls inside, resolved here.
    @_disfavoredOverload public func tint<S: ShapeStyle>(_ style: S?) -> some View { modifier(TintModifier(style: style)) }

    public func accentColor(_ color: Color?) -> some View { tint(color) }
}

private struct TintModifier: ViewModifier {
    let style: (any ShapeStyle)?
    @Environment(\.self) private var environment

    func body(content: Content) -> some View { content.tint(style?.resolvedColor(in: environment)) }
}

extension EnvironmentValues {
    /// Whether controls here are enabled.
    @Entry public var isEnabled = true
    @Entry var tint: Color?
}
