import FasciaDocument

/// Shows one of several views, with a bar above it to choose from.
public struct TabView<SelectionValue: Hashable, Content: View>: View {
    private let selection: Binding<SelectionValue>?
    private let content: Content
    @State private var own: AnyHashable?

    public init(
        selection: Binding<SelectionValue>?, @TabContentBuilder<SelectionValue> content: () -> Content
    ) { (self.selection, self.content) = (selection, content()) }

    public var body: some View {
        let tabs = Tabs(
            selected: selection.map { AnyHashable($0.wrappedValue) } ?? own,
            select: { tag in
                if let selection, let value = tag.base as? SelectionValue {
                    selection.wrappedValue = value
                } else if selection == nil {
                    own = tag
                }
            })
        if isPaged { TabBarView(tabs: tabs, content: pages) } else { TabBarView(tabs: tabs, content: content) }
    }

    @Environment(\.isPaged) private var isPaged

    private var pages: some View {
        let pages = PreviewedView.parts(of: content).map(\.view)
        return ForEach(pages.indices, id: \.self) { index in
            pages[index].modifier(
                TabItemModifier(label: Text(verbatim: "\(index + 1)"), ownTag: pages[index].tagValue ?? AnyHashable(index)))
        }
    }
}

extension TabView where SelectionValue == Int {
    public init(@ViewBuilder content: () -> Content) { (selection, self.content) = (nil, content()) }
}

/// Combines the tabs of a `TabView` into one view, like `ViewBuilder`. It knows the type of their values.
@resultBuilder
public enum TabContentBuilder<Value: Hashable> {
    public static func buildExpression<C: View, L: View>(_ tab: Tab<Value, C, L>) -> Tab<Value, C, L> { tab }
    @_disfavoredOverload public static func buildExpression<C: View>(_ content: C) -> C { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<C: View>(_ content: C) -> C { content }
    @preconcurrency @MainActor
    public static func buildBlock<each C: View>(_ content: repeat each C) -> TupleView<(repeat each C)> {
        ViewBuilder.buildBlock(repeat each content)
    }
    public static func buildIf<C: View>(_ content: C?) -> C? { content }
    public static func buildEither<A: View, B: View>(first: A) -> _ConditionalContent<A, B> { .init(.first(first)) }
    public static func buildEither<A: View, B: View>(second: B) -> _ConditionalContent<A, B> { .init(.second(second)) }
    @preconcurrency @MainActor public static func buildLimitedAvailability<C: View>(_ content: C) -> AnyView { AnyView(content) }
}

/// One view of a `TabView`, with its label.
public struct Tab<Value: Hashable, Content: View, Label: View>: View {
    private let value: AnyHashable?
    private let content: Content
    private let label: Label

    public var body: some View { content.modifier(TabItemModifier(label: label, ownTag: value)) }

    /// Shows a number after the label; nothing if it is 0.
    public func badge(_ count: Int) -> Tab<Value, some View, Label> {
        .init(value: value, content: content.badge(count), label: label)
    }
}

extension Tab {
    public init(
        value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) { (self.value, self.content, self.label) = (AnyHashable(value), content(), label()) }
}

extension Tab where Value == Never {
    public init(role: TabRole? = nil, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (value, self.content, self.label) = (nil, content(), label())
    }
}

extension Tab where Label == FasciaUI.Label<Text, Image> {
    /// The tab of a search, with its usual label.
    public init(value: Value, role: TabRole, @ViewBuilder content: () -> Content) {
        self.init("Search", systemImage: "magnifyingglass", value: value, content: content)
    }
    @AnyTitle public init(
        _ title: LocalizedStringKey, systemImage name: String, value: Value, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) { self.init(value: value, content: content) { FasciaUI.Label(title, systemImage: name) } }
    @AnyTitle public init(
        _ title: LocalizedStringKey, image name: String, value: Value, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) { self.init(value: value, content: content) { FasciaUI.Label(title, image: name) } }
}

extension Tab where Value == Never, Label == FasciaUI.Label<Text, Image> {
    /// The tab of a search, with its usual label.
    public init(role: TabRole, @ViewBuilder content: () -> Content) {
        self.init("Search", systemImage: "magnifyingglass", content: content)
    }
    @AnyTitle public init(
        _ title: LocalizedStringKey, systemImage name: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) { self.init(content: content) { FasciaUI.Label(title, systemImage: name) } }
    @AnyTitle public init(
        _ title: LocalizedStringKey, image name: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) { self.init(content: content) { FasciaUI.Label(title, image: name) } }
}

/// What a tab is for. It looks like any other.
public enum TabRole: Hashable, Sendable { case search, prominent }

/// Tabs that belong together. They stand in the one bar; the title is not shown.
public struct TabSection<Content: View>: View {
    public let body: Content
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) { body = content() }
    public init<Header: View>(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header) { body = content() }
}

extension View {
    /// The label of this view in the surrounding `TabView`.
    public func tabItem<Label: View>(@ViewBuilder _ label: () -> Label) -> some View {
        modifier(TabItemModifier(label: label(), ownTag: nil))
    }

    public func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View { environment(\.isPaged, style is PageTabViewStyle) }
}

/// Tab view styles. They all have a bar of names, with `.page` of numbers.
public protocol TabViewStyle {}
public struct DefaultTabViewStyle: TabViewStyle { public init() {} }
public struct SidebarAdaptableTabViewStyle: TabViewStyle { public init() {} }
public struct PageTabViewStyle: TabViewStyle {
    public enum IndexDisplayMode: Sendable { case automatic, always, never }
    public init(indexDisplayMode: IndexDisplayMode = .automatic) {}
}
extension TabViewStyle where Self == DefaultTabViewStyle { public static var automatic: Self { Self() } }
extension TabViewStyle where Self == SidebarAdaptableTabViewStyle {
    public static var sidebarAdaptable: Self { Self() }
    public static var tabBarOnly: Self { Self() }
}
extension TabViewStyle where Self == PageTabViewStyle {
    public static var page: Self { Self() }
    public static func page(indexDisplayMode: PageTabViewStyle.IndexDisplayMode) -> Self { Self() }
}

/// The selected tab, shared by all tabs of a `TabView`.
final class Tabs {
    let selected: AnyHashable?
    let select: (AnyHashable) -> Void
    /// The first tab, which is shown if none is selected.
    private var first: AnyHashable?

    init(selected: AnyHashable?, select: @escaping (AnyHashable) -> Void) {
        self.selected = selected
        self.select = select
    }

    func isShown(_ tag: AnyHashable) -> Bool {
        if let selected { return selected == tag }
        first = first ?? tag
        return first == tag
    }
}

extension EnvironmentValues {
    /// The badge for the tab inside.
    @Entry fileprivate var tabBadge: String?
    @Entry fileprivate var tabs: Tabs?
    /// Whether each view is a page, without a name of its own.
    @Entry fileprivate var isPaged = false

    /// Whether views here are visible. Views in a hidden tab keep their state.
    @Entry var isShown = true
}

/// Lays out the tab bar above the shown tab.
private struct TabBarView<Content: View>: View, Primitive {
    let tabs: Tabs
    let content: Content

    func update(_ viewNode: ViewNode) {
        var environment = viewNode.environment
        environment.tabs = tabs
        viewNode.updateSubtree(content, environment: environment)
        viewNode.setLowering { [unowned viewNode] in
            let items = viewNode.tabs
            let names = items.map { item in
                let label = item.label(.attached(item.depth), canHide: false)
                let isShown = item.isShownTab
                let name = Node(
                    .text(TextContent(label.shown ?? "")), id: item.tabNode,
                    modifiers: [
                        .bold(isShown), .underline(isShown), .dim(!isShown), .lineLimit(1), .accessibilityRole(.button),
                        .tap(.tapped(item.tabNode)),
                    ] + label.modifiers)
                guard let badge = item.tabBadge else { return name }
                let count = Node(.text(TextContent(badge)), modifiers: [.foreground(Color.secondary.model)])
                return Node(.stack(StackContent(.horizontal, spacing: 8, children: [name, count])))
            }
            // It begins where the cards of a form do.
            let bar = Node(
                .stack(StackContent(.horizontal, spacing: 16, children: names)),
                modifiers: [.padding(Insets(leading: 16, trailing: 16))])
            let shown = Node.screen(viewNode.childNodes).with([
                .frame(Frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .center))
            ])
            let parts = (names.isEmpty ? [] : [bar, Node(.divider)]) + [shown]
            return [
                Node(
                    .stack(StackContent(.vertical, alignment: .leading, spacing: 0, children: parts)),
                    id: viewNode.address)
            ]
        }
    }
}

/// One tab. Its content is evaluated when it is first shown, and kept after that.
private struct TabItemModifier<Label: View>: ViewModifier, PrimitiveModifier {
    let label: Label
    let ownTag: AnyHashable?

    func update(_ viewNode: ViewNode, content: any View) {
        guard let tabs = viewNode.environment.tabs else { return viewNode.updatePassthrough(content) }
        let tag = ownTag ?? viewNode.outerTag ?? (content as? any Tagged)?.tagValue ?? AnyHashable(viewNode.address)
        let isShown = tabs.isShown(tag)
        let needsContent = isShown || viewNode.child(.content) != nil
        var inside = viewNode.environment
        inside.tabs = nil
        inside.isShown = inside.isShown && isShown
        // Set before the content is evaluated: badges in it check whether they belong to the tab.
        viewNode.isTab = true
        viewNode.tabBadge = viewNode.environment.tabBadge ?? (content as? any Badged)?.badge
        inside.tabBadge = nil
        viewNode.updateChildren(environment: inside) { children in
            children.update(.attached(viewNode.depth), label)
            if needsContent { children.update(.content, content) }
        }
        viewNode.isShownTab = isShown
        viewNode.eventHandler = .control { _ in tabs.select(tag) }
        viewNode.graph.registerControl(viewNode.tabNode, at: viewNode)
        viewNode.setLowering { [unowned viewNode] in isShown ? viewNode.child(.content)?.lowered() ?? [] : [] }
    }
}

/// A view with a tag.
@MainActor protocol Tagged {
    var tagValue: AnyHashable? { get }
}

extension AnyView: Tagged { var tagValue: AnyHashable? { (view as? any Tagged)?.tagValue } }

extension ModifiedContent: Tagged where Content: View, Modifier: ViewModifier {
    var tagValue: AnyHashable? { (modifier as? TagModifier)?.tag ?? (content as? any Tagged)?.tagValue }
}

@MainActor private protocol Badged {
    var badge: String? { get }
}

extension ModifiedContent: Badged where Content: View, Modifier: ViewModifier {
    fileprivate var badge: String? { (modifier as? BadgeModifier)?.text ?? (content as? any Badged)?.badge }
}

/// Shows a badge after a row, or after the label of a tab.
struct BadgeModifier: ViewModifier, PrimitiveModifier {
    let text: String?

    func update(_ viewNode: ViewNode, content: any View) {
        if viewNode.environment.tabs != nil {
            var environment = viewNode.environment
            environment.tabBadge = text
            return viewNode.updatePassthrough(content, environment: environment)
        }
        // The surrounding tab shows the badge.
        guard !viewNode.isContentOfTab else { return viewNode.updatePassthrough(content) }
        viewNode.updatePassthrough(content)
        viewNode.setLowering { [unowned viewNode, text] in
            var nodes = viewNode.childNodes
            guard let text else { return nodes }
            // A button shows it as its value.
            if nodes.count == 1, case .button(var button) = nodes[0].content, button.value == nil {
                button.value = text
                nodes[0].content = .button(button)
                return nodes
            }
            let badge = Node(.text(TextContent(text)), modifiers: [.foreground(Color.secondary.model)])
            return [Node(.stack(StackContent(.horizontal, children: nodes + [Node(.spacer(SpacerContent())), badge])))]
        }
    }
}

extension ViewNode {
    /// Whether only modifiers lie between this view node and a tab.
    fileprivate var isContentOfTab: Bool {
        var here = self
        while here.key == .content, let outer = here.parent {
            if outer.isTab { return true }
            here = outer
        }
        return false
    }

    /// The tabs inside this view node, in order.
    fileprivate var tabs: [ViewNode] { isTab ? [self] : children.flatMap(\.tabs) }

    /// The id of this tab's node in the tab bar.
    fileprivate var tabNode: String { address + ".tab\(depth)" }

    /// The tag of the nearest ancestor in the `TabView` that has one, or its `ForEach` id.
    fileprivate var outerTag: AnyHashable? {
        var here = parent
        while let viewNode = here, viewNode.environment.tabs != nil {
            if let tag = viewNode.tag { return tag }
            if case .id(let id) = viewNode.key { return id }
            here = viewNode.parent
        }
        return nil
    }
}
