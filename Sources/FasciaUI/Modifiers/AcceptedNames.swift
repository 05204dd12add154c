import Foundation

// More names of SwiftUI without a meaning in a terminal. They are accepted, so that views compile unchanged, and have no
// effect. Each is listed in the register of divergences.

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: there is one kind of title bar")
    public func navigationViewStyle<S: NavigationViewStyle>(_ style: S) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is one kind of title bar")
    public func toolbarColorScheme(_ scheme: ColorScheme?, for bars: ToolbarPlacement...) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is one kind of title bar")
    public func toolbarBackgroundVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is one kind of title bar")
    public func toolbarTitleMenu<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: a sidebar has half of a wide terminal")
    public func navigationSplitViewStyle<S: NavigationSplitViewStyle>(_ style: S) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a sidebar has half of a wide terminal")
    public func navigationSplitViewColumnWidth(_ width: CGFloat) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a sidebar has half of a wide terminal")
    public func navigationSplitViewColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a sidebar has half of a wide terminal")
    public func inspectorColumnWidth(_ width: CGFloat) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a sidebar has half of a wide terminal")
    public func inspectorColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: there is one kind of sheet")
    public func presentationCornerRadius(_ radius: CGFloat?) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is one kind of sheet")
    public func presentationBackground<S: ShapeStyle>(_ style: S) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is one kind of sheet")
    public func presentationBackgroundInteraction(_ interaction: PresentationBackgroundInteraction) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is one kind of sheet")
    public func presentationCompactAdaptation(_ adaptation: PresentationAdaptation) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is one kind of sheet")
    public func presentationContentInteraction(_ interaction: PresentationContentInteraction) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is one kind of sheet")
    public func presentationDetents(
        _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
    ) -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: it gives no other signs than its picture")
    public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: it gives no other signs than its picture")
    public func sensoryFeedback<T: Equatable>(
        _ feedback: SensoryFeedback, trigger: T, condition: @escaping (T, T) -> Bool
    ) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: it gives no other signs than its picture")
    public func sensoryFeedback<T: Equatable>(
        trigger: T, _ feedback: @escaping (T, T) -> SensoryFeedback?
    ) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: it gives no other signs than its picture")
    public func hoverEffect(_ effect: HoverEffect = .automatic) -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: content that overflows always scrolls")
    public func scrollBounceBehavior(_ behavior: ScrollBounceBehavior, axes: Axis.Set = .vertical) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: content that overflows always scrolls")
    public func scrollClipDisabled(_ disabled: Bool = true) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: content that overflows always scrolls")
    public func scrollTargetLayout(isEnabled: Bool = true) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: content that overflows always scrolls")
    public func scrollTargetBehavior<B: ScrollTargetBehavior>(_ behavior: B) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: content that overflows always scrolls")
    public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: forms, lists, tabs, fields and gauges have one look")
    public func textEditorStyle<S: TextEditorStyle>(_ style: S) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: forms, lists, tabs, fields and gauges have one look")
    public func tableStyle<S: TableStyle>(_ style: S) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: forms, lists, tabs, fields and gauges have one look")
    public func indexViewStyle<S: IndexViewStyle>(_ style: S) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: forms, lists, tabs, fields and gauges have one look")
    public func listRowSpacing(_ spacing: CGFloat?) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: forms, lists, tabs, fields and gauges have one look")
    public func listSectionSpacing(_ spacing: CGFloat) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: forms, lists, tabs, fields and gauges have one look")
    public func listSectionSpacing(_ spacing: ListSectionSpacing) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: forms, lists, tabs, fields and gauges have one look")
    public func menuStyle<S: MenuStyle>(_ style: S) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: forms, lists, tabs, fields and gauges have one look")
    public func menuIndicator(_ visibility: Visibility) -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: there is no on-screen keyboard")
    public func autocapitalization(_ style: UITextAutocapitalizationType) -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: it has no safe area")
    public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: it has no safe area")
    public func safeAreaPadding(_ length: CGFloat) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: it has no safe area")
    public func safeAreaPadding(_ insets: EdgeInsets) -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: there is no device status bar")
    public func statusBar(hidden isHidden: Bool) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is no device status bar")
    public func persistentSystemOverlays(_ visibility: Visibility) -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: cells cannot be rotated or scaled")
    public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
        perspective: CGFloat = 1
    ) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: cells cannot be rotated or scaled")
    public func transformEffect(_ transform: AffineTransform) -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: colours are shown as given")
    public func hueRotation(_ angle: Angle) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: colours are shown as given")
    public func colorMultiply(_ color: Color) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: colours are shown as given")
    public func colorInvert() -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: colours are shown as given")
    public func blendMode(_ mode: BlendMode) -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: changes appear immediately")
    public func symbolEffect(
        _ effect: SymbolEffect, options: SymbolEffectOptions = .default, isActive: Bool = true
    ) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: changes appear immediately")
    public func symbolEffect<T: Equatable>(
        _ effect: SymbolEffect, options: SymbolEffectOptions = .default, value: T
    ) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: changes appear immediately")
    public func geometryGroup() -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: the user chooses its letters")
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: the user chooses its letters")
    public func dynamicTypeSize(_ range: PartialRangeThrough<DynamicTypeSize>) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: the user chooses its letters")
    public func dynamicTypeSize(_ range: ClosedRange<DynamicTypeSize>) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: the user chooses its letters")
    public func dynamicTypeSize(_ range: PartialRangeFrom<DynamicTypeSize>) -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibility(value argument: Text) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibility(hint argument: Text) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func accessibility(removeTraits argument: AccessibilityTraits) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func help(_ text: Text) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
    public func help<S: StringProtocol>(_ text: S) -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: a panel has no windows, documents or menu bar to place")
    public func focusedValue<Value>(_ path: WritableKeyPath<FocusedValues, Value?>, _ value: Value) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a panel has no windows, documents or menu bar to place")
    public func focusedSceneValue<Value>(_ path: WritableKeyPath<FocusedValues, Value?>, _ value: Value) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a panel has no windows, documents or menu bar to place")
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: a cell cannot be drawn in part")
    public func mask<Mask: View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a cell cannot be drawn in part")
    public func mask<Mask: View>(_ mask: Mask) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is one kind of title bar")
    public func navigationSubtitle(_ subtitle: LocalizedStringKey) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is one kind of title bar")
    public func navigationSubtitle(_ subtitle: Text) -> some View { self }
    @_disfavoredOverload
    @available(*, deprecated, message: "has no effect in a terminal: there is one kind of title bar")
    public func navigationSubtitle<S: StringProtocol>(_ subtitle: S) -> some View { self }
}
