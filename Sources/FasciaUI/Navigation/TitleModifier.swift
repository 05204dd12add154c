/// Sets the title of the screen while its content exists.
struct TitleModifier: ViewModifier, PrimitiveModifier {
    let title: String

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        viewNode.graph.setTitle(viewNode.environment.isShown ? title : nil, by: viewNode)
        viewNode.onRemoval = { [unowned viewNode] in viewNode.graph.setTitle(nil, by: viewNode) }
    }
}

extension View {
    @AnyTitle public func navigationTitle(_ title: LocalizedStringKey) -> some View { navigationTitle(Text(title)) }
    public func navigationTitle(_ title: Text) -> some View { modifier(TitleModifier(title: title.string)) }
}

// Forms of the first SwiftUI versions, and modifiers without effect: a title bar is always one line.
extension View {
    @AnyTitle public func navigationBarTitle(_ title: LocalizedStringKey) -> some View { navigationTitle(title) }
    public func navigationBarTitle(_ title: Text) -> some View { navigationTitle(title) }
    public func navigationBarTitle(_ title: Text, displayMode: NavigationBarItem.TitleDisplayMode) -> some View {
        navigationTitle(title)
    }
    @AnyTitle
    public func navigationBarTitle(
        _ title: LocalizedStringKey, displayMode: NavigationBarItem.TitleDisplayMode
    ) -> some View { navigationTitle(title) }
}

public enum NavigationBarItem {
    /// The size of a title. It has no effect: a title is always one line.
    public enum TitleDisplayMode: Hashable, Sendable { case automatic, inline, large }
}

/// The height of a sheet. It has no effect: a sheet is as high as its content.
public struct PresentationDetent: Hashable, Sendable {
    public static let medium = PresentationDetent(), large = PresentationDetent()
    public static func fraction(_ fraction: CGFloat) -> PresentationDetent { PresentationDetent() }
    public static func height(_ height: CGFloat) -> PresentationDetent { PresentationDetent() }
}

/// Dismisses a screen as in the first SwiftUI versions: `presentationMode.wrappedValue.dismiss()`.
public struct PresentationMode {
    public let isPresented: Bool
    fileprivate let action: DismissAction
    public mutating func dismiss() { action() }
}

extension EnvironmentValues {
    public var presentationMode: Binding<PresentationMode> {
        .constant(PresentationMode(isPresented: isPresented, action: dismiss))
    }
}
