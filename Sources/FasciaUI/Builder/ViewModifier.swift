/// A reusable change to a view, applied with `.modifier(Framed())`.
@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    /// The modified view.
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// The view that a modifier is applied to.
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    let view: any View
}

extension _ViewModifier_Content: Primitive, CustomStructuralEquality {
    func update(_ viewNode: ViewNode) { viewNode.updatePassthrough(view) }
    func isStructurallyEqual(to other: Self) -> Bool { StructuralEquality.sameViews(view, other.view) }
}

/// A modifier built into Fascia. Custom modifiers do not conform.
public protocol _PrimitiveViewModifier: ViewModifier where Body == Never {}

extension _PrimitiveViewModifier {
    /// Never called.
    public func body(content: Content) -> Never {
        // `ModifiedContent` checks for `PrimitiveModifier` first, and every built-in modifier without a body conforms
        // to it.
        preconditionFailure("\(Self.self) is built into Fascia: its body must not be called")
    }
}

@MainActor protocol PrimitiveModifier: _PrimitiveViewModifier {
    func update(_ viewNode: ViewNode, content: any View)
}

/// A view or a modifier with one more modifier applied.
public struct ModifiedContent<Content, Modifier> {
    public var content: Content
    public var modifier: Modifier

    nonisolated public init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
}

extension ModifiedContent: _PrimitiveView, Primitive where Content: View, Modifier: ViewModifier {
    func update(_ viewNode: ViewNode) {
        if let primitive = modifier as? any PrimitiveModifier {
            primitive.update(viewNode, content: content)
        } else if Modifier.Body.self == Never.self {
            viewNode.graph.report(
                "\(typeName(Modifier.self)) has no body: give it a `func body(content: Content) -> some View`, without "
                    + "`Body = Never`")
            viewNode.updatePassthrough(content)
        } else {
            viewNode.updateChildren { $0.update(.modifier, ModifierBody(modifier: modifier, content: content)) }
        }
    }
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
    public func body(content: _ViewModifier_Content<Self>) -> some View { content.modifier(self.content).modifier(modifier) }
}

/// Evaluates the body of a custom modifier, which may have state like a view.
struct ModifierBody<Modifier: ViewModifier, Content: View>: View {
    var modifier: Modifier
    var content: Content

    var body: some View { modifier.body(content: _ViewModifier_Content(view: content)) }
}

extension ModifierBody: NamedInMessages { static var messageType: Any.Type { Modifier.self } }

extension View {
    public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> { ModifiedContent(content: self, modifier: modifier) }
}

extension ViewModifier {
    public func concat<T>(_ modifier: T) -> ModifiedContent<Self, T> { ModifiedContent(content: self, modifier: modifier) }
}
