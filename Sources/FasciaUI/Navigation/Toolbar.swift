/// The position of an item in the bars of a screen.
public struct ToolbarItemPlacement: Hashable, Sendable {
    enum Bar: Hashable, Sendable { case leading, center, trailing, bottom, hidden }
    let bar: Bar

    public static let automatic = ToolbarItemPlacement(bar: .trailing), principal = ToolbarItemPlacement(bar: .center)
    public static let navigation = ToolbarItemPlacement(bar: .leading), primaryAction = ToolbarItemPlacement(bar: .trailing)
    public static let secondaryAction = ToolbarItemPlacement(bar: .trailing)
    public static let confirmationAction = ToolbarItemPlacement(bar: .trailing)
    public static let destructiveAction = ToolbarItemPlacement(bar: .trailing)
    public static let cancellationAction = ToolbarItemPlacement(bar: .leading), status = ToolbarItemPlacement(bar: .bottom)
    public static let bottomBar = ToolbarItemPlacement(bar: .bottom)
    /// Not shown: it is above the keyboard on the screen, which a terminal does not have.
    public static let keyboard = ToolbarItemPlacement(bar: .hidden), topBarLeading = ToolbarItemPlacement(bar: .leading)
    public static let topBarTrailing = ToolbarItemPlacement(bar: .trailing)
    public static let navigationBarLeading = ToolbarItemPlacement(bar: .leading)
    public static let navigationBarTrailing = ToolbarItemPlacement(bar: .trailing)
}

/// The items of a toolbar, with their placements.
@MainActor @preconcurrency public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: ToolbarContent {}

/// Toolbar content built into Fascia. Custom toolbar content does not conform.
public protocol _PrimitiveToolbarContent: ToolbarContent where Body == Never {}

extension _PrimitiveToolbarContent {
    /// Never called.
    public var body: Never {
        // `ToolbarView` checks for `PrimitiveToolbarContent` first, and all built-in content without a body conforms to
        // it.
        preconditionFailure("\(Self.self) is built into Fascia: its body must not be called")
    }
}

@MainActor protocol PrimitiveToolbarContent: _PrimitiveToolbarContent {
    var view: any View { get }
}

/// One item of a bar.
public struct ToolbarItem<Content: View>: ToolbarContent, PrimitiveToolbarContent {
    private let placement: ToolbarItemPlacement
    private let content: Content

    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.placement = placement
        self.content = content()
    }

    /// - Parameter id: ignored: users cannot customize toolbars.
    public init(id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.init(placement: placement, content: content)
    }

    var view: any View { content.modifier(PlacementModifier(placement: placement)) }
}

/// Several items with the same placement.
public struct ToolbarItemGroup<Content: View>: ToolbarContent, PrimitiveToolbarContent {
    private let placement: ToolbarItemPlacement
    private let content: Content

    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.placement = placement
        self.content = content()
    }

    var view: any View { content.modifier(PlacementModifier(placement: placement)) }
}

/// A gap between items, which stand beside each other as it is.
public struct ToolbarSpacer: ToolbarContent, PrimitiveToolbarContent {
    public enum SizingMode: Sendable { case fixed, flexible }
    public init(_ sizing: SizingMode = .flexible, placement: ToolbarItemPlacement = .automatic) {}
    var view: any View { EmptyView() }
}

/// Several toolbar items in sequence.
public struct TupleToolbarContent<T>: ToolbarContent, PrimitiveToolbarContent {
    let elements: [any View]
    var view: any View { TupleView<T>(elements: elements) }
}

@resultBuilder
public enum ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }

    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
    @MainActor
    public static func buildBlock<each Content: ToolbarContent>(
        _ content: repeat each Content
    ) -> TupleToolbarContent<(repeat each Content)> {
        var elements: [any View] = []
        repeat elements.append(ToolbarView(content: each content))
        return TupleToolbarContent(elements: elements)
    }

    @MainActor
    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> TupleToolbarContent<Content?> {
        TupleToolbarContent(elements: content.map { [ToolbarView(content: $0)] } ?? [])
    }

    @MainActor
    public static func buildEither<First: ToolbarContent>(first: First) -> TupleToolbarContent<First> {
        TupleToolbarContent(elements: [ToolbarView(content: first).id(true)])
    }
    @MainActor
    public static func buildEither<Second: ToolbarContent>(second: Second) -> TupleToolbarContent<Second> {
        TupleToolbarContent(elements: [ToolbarView(content: second).id(false)])
    }
}

/// Evaluates toolbar content. Custom content may have state like a view.
struct ToolbarView<Content: ToolbarContent>: View, NamedInMessages {
    let content: Content
    static var messageType: Any.Type { Content.self }

    var body: some View {
        if let primitive = content as? any PrimitiveToolbarContent {
            AnyView(erased: primitive.view)
        } else if Content.Body.self != Never.self {
            AnyView(ToolbarView<Content.Body>(content: content.body))
        }
    }
}

/// Sets the bar that contains its content.
private struct PlacementModifier: ViewModifier, PrimitiveModifier {
    let placement: ToolbarItemPlacement

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.bar = placement.bar
        viewNode.updatePassthrough(content)
    }
}

/// Adds items to the bars of the screen while its content exists.
private struct ToolbarModifier<Bar: View>: ViewModifier, PrimitiveModifier {
    let bar: Bar

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updateChildren { children in
            children.update(.content, content)
            children.update(.attached(viewNode.depth), bar)
        }
        if viewNode.environment.isShown { viewNode.graph.bars.add(viewNode) } else { viewNode.graph.bars.remove(viewNode) }
        viewNode.onRemoval = { [unowned viewNode] in viewNode.graph.bars.remove(viewNode) }
        viewNode.setLowering { [unowned viewNode] in viewNode.child(.content)?.lowered() ?? [] }
    }
}

extension View {
    public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
        modifier(ToolbarModifier(bar: ToolbarView(content: content())))
    }
    /// - Parameter id: ignored: users cannot customize toolbars.
    public func toolbar<Content: ToolbarContent>(id: String, @ToolbarContentBuilder content: () -> Content) -> some View {
        toolbar(content: content)
    }
    @_disfavoredOverload public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        modifier(ToolbarModifier(bar: content().modifier(PlacementModifier(placement: .automatic))))
    }
}

/// The bars of a screen. A terminal always shows the title bar, because it contains the way back.
public enum ToolbarPlacement: Hashable, Sendable { case automatic, navigationBar, bottomBar, tabBar, windowToolbar }

public enum ToolbarDefaultItemKind: Hashable, Sendable { case sidebarToggle, title }

public enum ToolbarRole: Hashable, Sendable { case automatic, navigationStack, browser, editor }

public enum ToolbarTitleDisplayMode: Hashable, Sendable { case automatic, inline, inlineLarge, large }
