/// Something done to a view, under a name: `.modifier(Framed())`.
@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    /// What becomes of `content`.
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// What a modifier was applied to.
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    public typealias Body = Never
    let view: any View
}

extension _ViewModifier_Content: Primitive, SelfComparing {
    func update(_ place: Place) { place.updateContent(view) }
    func isSame(as other: Self) -> Bool { Sameness.sameViews(view, other.view) }
}

/// A modifier that Fascia carries out by itself. No modifier of an app's is one.
public protocol _PrimitiveViewModifier: ViewModifier where Body == Never {}

extension _PrimitiveViewModifier {
    /// There is none.
    public func body(content: Content) -> Never {
        // `ModifiedContent` looks for `PrimitiveModifier` first, and every modifier of ours without a body is one.
        preconditionFailure("\(Self.self) has no body: Fascia carries it out by itself")
    }
}

@MainActor protocol PrimitiveModifier: _PrimitiveViewModifier {
    func update(_ place: Place, content: any View)
}

/// A view, or a modifier, with one more modifier.
public struct ModifiedContent<Content, Modifier> {
    public var content: Content
    public var modifier: Modifier

    nonisolated public init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public typealias Body = Never
}

extension ModifiedContent: _PrimitiveView, Primitive where Content: View, Modifier: ViewModifier {
    func update(_ place: Place) {
        if let primitive = modifier as? any PrimitiveModifier {
            primitive.update(place, content: content)
        } else if Modifier.Body.self == Never.self {
            place.graph.report(
                "\(typeName(Modifier.self)) has no body: give it a `func body(content: Content) -> some View`, without "
                    + "`Body = Never`")
            place.updateContent(content)
        } else {
            place.updateChildren { $0.update(.modifier, ModifierBody(modifier: modifier, content: content)) }
        }
    }
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
    public func body(content: _ViewModifier_Content<Self>) -> some View {
        content.modifier(self.content).modifier(modifier)
    }
}

/// Evaluates a modifier of the app's own, which may have state as a view has it.
struct ModifierBody<Modifier: ViewModifier, Content: View>: View {
    var modifier: Modifier
    var content: Content

    var body: some View { modifier.body(content: _ViewModifier_Content(view: content)) }
}

extension ModifierBody: StandsFor {
    static var subject: Any.Type { Modifier.self }
}

extension View {
    public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

extension ViewModifier {
    public func concat<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}
