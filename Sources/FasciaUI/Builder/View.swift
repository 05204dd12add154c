/// A part of what an app shows, described by its body.
@MainActor @preconcurrency public protocol View {
    /// The type of `body`; `Never` for views built into Fascia.
    associatedtype Body: View
    /// Evaluated again whenever a value that it has read changes.
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    // `Never` has no values, so this is never called.
    public var body: Never { preconditionFailure("Never has no values") }
}

/// A view built into Fascia. Custom views do not conform, so a custom view without a body does not compile.
public protocol _PrimitiveView: View where Body == Never {}

extension _PrimitiveView {
    /// Never called.
    public var body: Never {
        // Evaluation checks for `Primitive` first, and every built-in view without a body conforms to it.
        preconditionFailure("\(Self.self) is built into Fascia: its body must not be called")
    }
}

/// Evaluates a built-in view: updates its child view nodes and says how it is lowered to nodes.
@MainActor protocol Primitive: _PrimitiveView {
    func update(_ viewNode: ViewNode)
}
