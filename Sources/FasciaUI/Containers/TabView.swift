import FasciaModel

/// Several views of which one is shown, and above it their names to choose by.
public struct TabView<SelectionValue: Hashable, Content: View>: View {
    private let selection: Binding<SelectionValue>?
    private let content: Content
    @State private var own: AnyHashable?

    public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
        self.selection = selection
        self.content = content()
    }

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
        TabHost(tabs: tabs, content: content)
    }
}

extension TabView where SelectionValue == Int {
    public init(@ViewBuilder content: () -> Content) { self.init(selection: nil, content: content) }
}

/// One of the views of a `TabView`, with its name.
public struct Tab<Value: Hashable, Content: View, Label: View>: View {
    private let value: AnyHashable?
    private let content: Content
    private let label: Label

    public init(value: Value, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.value = AnyHashable(value)
        self.content = content()
        self.label = label()
    }

    public var body: some View {
        content.modifier(TabItemModifier(label: label, ownTag: value))
    }
}

extension Tab where Label == FasciaUI.Label<Text, Image> {
    public init(_ title: LocalizedStringKey, systemImage: String, value: Value, @ViewBuilder content: () -> Content) {
        self.init(value: value, content: content) { FasciaUI.Label(title, systemImage: systemImage) }
    }
}

extension Tab where Value == Never, Label == FasciaUI.Label<Text, Image> {
    public init(_ title: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
        value = nil
        self.content = content()
        label = FasciaUI.Label(title, systemImage: systemImage)
    }
}

extension View {
    /// What a `TabView` around it calls it.
    public func tabItem<Label: View>(@ViewBuilder _ label: () -> Label) -> some View {
        modifier(TabItemModifier(label: label(), ownTag: nil))
    }

    public func tabViewStyle(_ style: TabViewStyle) -> some View { self }
}

/// The looks of tabs, which are all alike.
public struct TabViewStyle: Hashable, Sendable {
    public static let automatic = TabViewStyle()
    public static let page = TabViewStyle()
    public static let sidebarAdaptable = TabViewStyle()
}

/// Which tab is shown, as the tabs themselves need it.
final class Tabs {
    let selected: AnyHashable?
    let select: (AnyHashable) -> Void
    /// Shown where nothing is selected.
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

private struct TabsKey: EnvironmentKey { static var defaultValue: Tabs? { nil } }
private struct ShownKey: EnvironmentKey { static var defaultValue: Bool { true } }

extension EnvironmentValues {
    fileprivate var tabs: Tabs? {
        get { self[TabsKey.self] }
        set { self[TabsKey.self] = newValue }
    }

    /// Whether what is here is shown; in a tab that is not, views keep their state.
    var isShown: Bool {
        get { self[ShownKey.self] }
        set { self[ShownKey.self] = newValue }
    }
}

/// Lays out the names above what is shown.
private struct TabHost<Content: View>: View, Primitive {
    typealias Body = Never
    let tabs: Tabs
    let content: Content

    func update(_ place: Place) {
        var environment = place.environment
        environment.tabs = tabs
        place.updateInside(content, environment: environment)
        place.lower { [unowned place] in
            let items = place.tabs
            let names = items.map { item in
                let label = item.child(.attached(item.depth))?.lowered().map(\.words).joined(separator: " ") ?? ""
                let isShown = item.isShownTab
                return Node(
                    .text(TextContent(label)), id: item.tabNode,
                    modifiers: [.bold(isShown), .underline(isShown), .dim(!isShown), .tap(.tapped(item.tabNode))])
            }
            let bar = Node(.stack(StackContent(.horizontal, spacing: 16, children: names)))
            let shown = Node.screen(place.childNodes).with([
                .frame(Frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading))
            ])
            let parts = (names.isEmpty ? [] : [bar, Node(.divider)]) + [shown]
            return [
                Node(
                    .stack(StackContent(.vertical, alignment: .leading, spacing: 0, children: parts)),
                    id: place.address)
            ]
        }
    }
}

/// One tab: its content is evaluated when it is shown for the first time, and kept from then on.
private struct TabItemModifier<Label: View>: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let label: Label
    let ownTag: AnyHashable?

    func update(_ place: Place, content: any View) {
        guard let tabs = place.environment.tabs else { return place.updateContent(content) }
        let tag = ownTag ?? place.outerTag ?? (content as? any Tagged)?.tagValue ?? AnyHashable(place.address)
        let isShown = tabs.isShown(tag)
        let isKnown = isShown || place.child(.content) != nil
        var inside = place.environment
        inside.tabs = nil
        inside.isShown = inside.isShown && isShown
        place.updateChildren(environment: inside) { children in
            children.update(.attached(place.depth), label)
            if isKnown { children.update(.content, content) }
        }
        place.isTab = true
        place.isShownTab = isShown
        place.gesture = .control { _ in tabs.select(tag) }
        place.graph.handle(place.tabNode, at: place)
        place.lower { [unowned place] in isShown ? place.child(.content)?.lowered() ?? [] : [] }
    }
}

/// A view that says by itself which value it stands for.
@MainActor protocol Tagged {
    var tagValue: AnyHashable? { get }
}

extension ModifiedContent: Tagged where Content: View, Modifier: ViewModifier {
    var tagValue: AnyHashable? { (modifier as? TagModifier)?.tag ?? (content as? any Tagged)?.tagValue }
}

extension Place {
    /// The tabs in it, in order.
    fileprivate var tabs: [Place] { isTab ? [self] : children.flatMap(\.tabs) }

    /// The id of the node that chooses it.
    fileprivate var tabNode: String { address + ".tab\(depth)" }

    /// The tag that was given around it, or the id in a `ForEach`.
    fileprivate var outerTag: AnyHashable? {
        var here = parent
        while let place = here, place.environment.tabs != nil {
            if let tag = place.tag { return tag }
            if case .id(let id) = place.key { return id }
            here = place.parent
        }
        return nil
    }
}
