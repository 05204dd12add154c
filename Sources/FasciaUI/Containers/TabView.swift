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

    @available(*, deprecated, message: "has no effect in a terminal: forms, lists, tabs, fields and gauges have one look")
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

private struct TabBadgeKey: EnvironmentKey { static var defaultValue: String? { nil } }

extension EnvironmentValues {
    /// The badge of the tab that is in it.
    fileprivate var tabBadge: String? {
        get { self[TabBadgeKey.self] }
        set { self[TabBadgeKey.self] = newValue }
    }

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
                let label = item.label(.attached(item.depth), canHide: false)
                let isShown = item.isShownTab
                let name = Node(
                    .text(TextContent(label.shown ?? "")), id: item.tabNode,
                    modifiers: [.bold(isShown), .underline(isShown), .dim(!isShown), .tap(.tapped(item.tabNode))]
                        + label.modifiers)
                guard let badge = item.tabBadge else { return name }
                let count = Node(.text(TextContent(badge)), modifiers: [.foreground(Color.secondary.named)])
                return Node(.stack(StackContent(.horizontal, spacing: 8, children: [name, count])))
            }
            let bar = Node(.stack(StackContent(.horizontal, spacing: 16, children: names)))
            let shown = Node.screen(place.childNodes).with([
                .frame(Frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .center))
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
        // Before its content is evaluated, in which a badge asks whether it is the tab's.
        place.isTab = true
        place.tabBadge = place.environment.tabBadge ?? (content as? any Badged)?.badge
        inside.tabBadge = nil
        place.updateChildren(environment: inside) { children in
            children.update(.attached(place.depth), label)
            if isKnown { children.update(.content, content) }
        }
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

/// A view that has a badge by itself.
@MainActor private protocol Badged {
    var badge: String? { get }
}

extension ModifiedContent: Badged where Content: View, Modifier: ViewModifier {
    fileprivate var badge: String? { (modifier as? BadgeModifier)?.text ?? (content as? any Badged)?.badge }
}

/// Puts a badge behind a row, or behind the name of a tab.
struct BadgeModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let text: String?

    func update(_ place: Place, content: any View) {
        if place.environment.tabs != nil {
            var environment = place.environment
            environment.tabBadge = text
            return place.updateContent(content, environment: environment)
        }
        // The tab around it has found the badge and shows it.
        guard !place.isContentOfTab else { return place.updateContent(content) }
        place.updateContent(BadgedRow(content: AnyView(erased: content), text: text))
    }
}

private struct BadgedRow: View {
    let content: AnyView
    let text: String?

    var body: some View {
        HStack {
            content
            if let text {
                Spacer()
                Text(verbatim: text).foregroundColor(.secondary)
            }
        }
    }
}

extension Place {
    /// Whether nothing but modifiers stands between a tab and it.
    fileprivate var isContentOfTab: Bool {
        var here = self
        while here.key == .content, let outer = here.parent {
            if outer.isTab { return true }
            here = outer
        }
        return false
    }

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
