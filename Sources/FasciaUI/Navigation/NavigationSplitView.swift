/// A list, and what is selected in it.
///
/// The list is a screen, and the detail is pushed onto it while a row is selected: going back selects none. A terminal of
/// 100 columns or more shows both side by side, a narrower one the detail alone. While no row is selected, the list has the
/// terminal to itself, as on a narrow screen in SwiftUI. Of three columns, the second is pushed onto the first, and the third
/// onto the second.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View {
    private let sidebar: Sidebar
    /// What a selected row leads to, one after the other.
    private let details: [() -> AnyView]

    private init(_ sidebar: Sidebar, _ details: [() -> AnyView]) { (self.sidebar, self.details) = (sidebar, details) }

    public var body: some View { NavigationStack { sidebar }.leading(to: details[...]) }
}

extension NavigationSplitView where Content == EmptyView {
    public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: @escaping () -> Detail) {
        self.init(sidebar(), [{ AnyView(detail()) }])
    }

    /// - Parameter columnVisibility: ignored: the room on the terminal decides.
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: @escaping () -> Detail
    ) { self.init(sidebar(), [{ AnyView(detail()) }]) }
    public init(
        preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: @escaping () -> Detail
    ) { self.init(sidebar(), [{ AnyView(detail()) }]) }
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, preferredCompactColumn: Binding<NavigationSplitViewColumn>,
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: @escaping () -> Detail
    ) { self.init(sidebar(), [{ AnyView(detail()) }]) }
}

extension NavigationSplitView {
    public init(
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: @escaping () -> Content,
        @ViewBuilder detail: @escaping () -> Detail
    ) { self.init(sidebar(), [{ AnyView(content()) }, { AnyView(detail()) }]) }
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder content: @escaping () -> Content, @ViewBuilder detail: @escaping () -> Detail
    ) { self.init(sidebar: sidebar, content: content, detail: detail) }
    public init(
        preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder content: @escaping () -> Content, @ViewBuilder detail: @escaping () -> Detail
    ) { self.init(sidebar: sidebar, content: content, detail: detail) }
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, preferredCompactColumn: Binding<NavigationSplitViewColumn>,
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: @escaping () -> Content,
        @ViewBuilder detail: @escaping () -> Detail
    ) { self.init(sidebar: sidebar, content: content, detail: detail) }
}

/// Which columns are wanted. The room on the terminal decides.
public struct NavigationSplitViewVisibility: Hashable, Codable, Sendable {
    private let name: String
    public static let automatic = Self(name: "automatic"), all = Self(name: "all")
    public static let doubleColumn = Self(name: "doubleColumn"), detailOnly = Self(name: "detailOnly")
}

public struct NavigationSplitViewColumn: Hashable, Sendable {
    private let name: String
    public static let sidebar = Self(name: "sidebar"), content = Self(name: "content"), detail = Self(name: "detail")
}

extension View {
    /// Pushes the first of these while a row of the list in this view is selected, and the others from there.
    fileprivate func leading(to details: ArraySlice<() -> AnyView>) -> some View {
        let next: (() -> AnyView)? = details.first.map { first in
            { AnyView(first().leading(to: details.dropFirst()).environment(\.sidebarSelection, nil)) }
        }
        return environment(\.sidebarDetail, next)
    }
}

extension EnvironmentValues {
    /// Inside the sidebar of a `NavigationSplitView`: what it shows for a selected row.
    @Entry var sidebarDetail: (() -> AnyView)?
}
