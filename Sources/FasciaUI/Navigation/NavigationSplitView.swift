/// A list, and what is selected in it.
///
/// The list is a screen, and the detail is pushed onto it while a row is selected: going back selects none. A terminal of
/// 100 columns or more shows both side by side, a narrower one the detail alone. While no row is selected, the list has the
/// terminal to itself, as on a narrow screen in SwiftUI.
public struct NavigationSplitView<Sidebar: View, Detail: View>: View {
    private let sidebar: Sidebar
    private let detail: () -> Detail

    public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: @escaping () -> Detail) {
        self.sidebar = sidebar()
        self.detail = detail
    }

    public var body: some View {
        let detail = detail
        NavigationStack { sidebar }
            .environment(
                \.sidebarDetail,
                { AnyView(detail().environment(\.sidebarDetail, nil).environment(\.sidebarSelection, nil)) })
    }
}

extension EnvironmentValues {
    /// Inside the sidebar of a `NavigationSplitView`: what it shows for a selected row.
    @Entry var sidebarDetail: (() -> AnyView)?
}
