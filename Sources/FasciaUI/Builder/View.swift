/// A part of what an app shows, described by what it is made of.
@MainActor @preconcurrency public protocol View {
    /// What this view is made of. `Never` for the views that Fascia shows by itself.
    associatedtype Body: View
    /// Evaluated whenever something changes that it has read.
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public typealias Body = Never
    // There is no value of this type to ask.
    public var body: Never { preconditionFailure("Never has no values") }
}

/// A view that Fascia shows by itself. No view of an app's is one: an app's view without a body does not compile.
public protocol _PrimitiveView: View where Body == Never {}

extension _PrimitiveView {
    /// There is none.
    public var body: Never {
        // Evaluation looks for `Primitive` first, and every type of ours without a body is one.
        preconditionFailure("\(Self.self) has no body: Fascia shows it by itself")
    }
}

/// What a view that Fascia shows by itself says: which places are in it and which nodes come of them.
@MainActor protocol Primitive: _PrimitiveView {
    func update(_ place: Place)
}
