import FasciaDocument

/// Rows of data that scroll when they do not fit. A long `ForEach` in it evaluates only the visible rows.
public struct List<SelectionValue, Content: View>: View {
    let content: Content
    let selection: ListSelection?

    init(_ selection: ListSelection?, _ content: Content) {
        self.content = content
        self.selection = selection
    }
}

extension List: Primitive {
    func update(_ viewNode: ViewNode) {
        var environment = viewNode.environment
        environment.laziness = .visible
        environment.isInList = true
        environment.listSelection = selection
        if let selection, let detail = environment.sidebarDetail {
            environment.sidebarSelection = selection
            viewNode.updateSubtree(content.presenting(selection.hasSelection, .push, nil, detail), environment: environment)
        } else {
            viewNode.updateSubtree(content, environment: environment)
        }
        viewNode.setLowering { [unowned viewNode] in
            [Node(.list(ListContent(children: viewNode.childNodes)), id: viewNode.address)]
        }
    }
}

// MARK: - List styles: all look the same in a terminal

/// List styles. They all look the same.
public protocol ListStyle {}
public struct DefaultListStyle: ListStyle { nonisolated public init() {} }
public struct PlainListStyle: ListStyle { nonisolated public init() {} }
public struct GroupedListStyle: ListStyle { nonisolated public init() {} }
public struct InsetListStyle: ListStyle { nonisolated public init() {} }
public struct InsetGroupedListStyle: ListStyle { nonisolated public init() {} }
public struct SidebarListStyle: ListStyle { nonisolated public init() {} }

extension ListStyle where Self == DefaultListStyle { public static var automatic: Self { Self() } }
extension ListStyle where Self == PlainListStyle { public static var plain: Self { Self() } }
extension ListStyle where Self == GroupedListStyle { public static var grouped: Self { Self() } }
extension ListStyle where Self == InsetListStyle { public static var inset: Self { Self() } }
extension ListStyle where Self == InsetGroupedListStyle { public static var insetGrouped: Self { Self() } }
extension ListStyle where Self == SidebarListStyle { public static var sidebar: Self { Self() } }
extension ListStyle where Self == DefaultListStyle {
    public static var bordered: Self { Self() }
    public static func bordered(alternatesRowBackgrounds: Bool) -> Self { Self() }
}

public enum VerticalEdge: Int8, CaseIterable, Hashable, Sendable {
    case top, bottom

    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let top = Set(rawValue: 1), bottom = Set(rawValue: 2)
        public static let all: Set = [.top, .bottom]
    }
}

public enum Prominence: Hashable, Sendable { case standard, increased }
