import Foundation

// Names of SwiftUI without a meaning in a terminal. They are accepted, so that views compile unchanged, and have no effect
// but on the value of the environment of that name, if there is one, which a style may read. Each is listed in the register of divergences.

@available(*, deprecated, message: "has no effect in a terminal: there is one kind of title bar")
extension View {
    public func navigationViewStyle<S: NavigationViewStyle>(_ style: S) -> some View { self }
    public func toolbarColorScheme(_ scheme: ColorScheme?, for bars: ToolbarPlacement...) -> some View { self }
    public func toolbarBackgroundVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
    public func toolbarTitleMenu<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
    @AnyTitle public func navigationSubtitle(_ subtitle: LocalizedStringKey) -> some View { self }
    public func navigationSubtitle(_ subtitle: Text) -> some View { self }
    public func navigationBarTitleDisplayMode(_ mode: NavigationBarItem.TitleDisplayMode) -> some View { self }
    public func navigationBarHidden(_ isHidden: Bool) -> some View { self }
    public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
    public func toolbarVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
    public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }
    public func toolbarBackground<S: ShapeStyle>(_ style: S, for bars: ToolbarPlacement...) -> some View { self }
    public func toolbar(removing kind: ToolbarDefaultItemKind?) -> some View { self }
    public func toolbarRole(_ role: ToolbarRole) -> some View { self }
    public func toolbarTitleDisplayMode(_ mode: ToolbarTitleDisplayMode) -> some View { self }
}

@available(*, deprecated, message: "has no effect in a terminal: a sidebar has half of a wide terminal")
extension View {
    public func navigationSplitViewStyle<S: NavigationSplitViewStyle>(_ style: S) -> some View { self }
    public func navigationSplitViewColumnWidth(_ width: CGFloat) -> some View { self }
    public func navigationSplitViewColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> some View { self }
    public func inspectorColumnWidth(_ width: CGFloat) -> some View { self }
    public func inspectorColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> some View { self }
}

@available(*, deprecated, message: "has no effect in a terminal: there is one kind of sheet")
extension View {
    public func presentationCornerRadius(_ radius: CGFloat?) -> some View { self }
    public func presentationBackground<S: ShapeStyle>(_ style: S) -> some View { self }
    public func presentationBackgroundInteraction(_ interaction: PresentationBackgroundInteraction) -> some View { self }
    public func presentationCompactAdaptation(_ adaptation: PresentationAdaptation) -> some View { self }
    public func presentationContentInteraction(_ interaction: PresentationContentInteraction) -> some View { self }
    public func presentationDetents(
        _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
    ) -> some View { self }
    public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { self }
    public func presentationDragIndicator(_ visibility: Visibility) -> some View { self }
    public func presentationSizing(_ sizing: PresentationSizing) -> some View { self }
}

@available(*, deprecated, message: "has no effect in a terminal: it gives no other signs than its picture")
extension View {
    public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View { self }
    public func sensoryFeedback<T: Equatable>(
        _ feedback: SensoryFeedback, trigger: T, condition: @escaping (T, T) -> Bool
    ) -> some View { self }
    public func sensoryFeedback<T: Equatable>(
        trigger: T, _ feedback: @escaping (T, T) -> SensoryFeedback?
    ) -> some View { self }
    public func hoverEffect(_ effect: HoverEffect = .automatic) -> some View { self }
}

@available(*, deprecated, message: "has no effect in a terminal: content that overflows always scrolls")
extension View {
    public func scrollBounceBehavior(_ behavior: ScrollBounceBehavior, axes: Axis.Set = .vertical) -> some View { self }
    public func scrollClipDisabled(_ disabled: Bool = true) -> some View { self }
    public func scrollTargetLayout(isEnabled: Bool = true) -> some View { self }
    public func scrollTargetBehavior<B: ScrollTargetBehavior>(_ behavior: B) -> some View { self }
    public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { self }
    public func scrollDisabled(_ disabled: Bool) -> some View { environment(\.isScrollEnabled, !disabled) }
    public func contentMargins(_ edges: Edge.Set = .all, _ length: CGFloat?, for placement: ContentMarginPlacement = .automatic)
        -> some View
    {
        self
    }
}

@available(*, deprecated, message: "has no effect in a terminal: forms, lists, tabs, fields and gauges have one look")
extension View {
    public func horizontalRadioGroupLayout() -> some View { self }
    public func tabBarMinimizeBehavior(_ behavior: TabBarMinimizeBehavior) -> some View { self }
    public func glassEffect(_ glass: Glass = .regular) -> some View { self }
    public func glassEffect<S: Shape>(_ glass: Glass = .regular, in shape: S) -> some View { self }
    public func searchFocused(_ binding: FocusState<Bool>.Binding) -> some View { self }
    public func searchFocused<V: Hashable>(_ binding: FocusState<V>.Binding, equals value: V) -> some View { self }
    public func searchPresentationToolbarBehavior(_ behavior: SearchPresentationToolbarBehavior) -> some View { self }
    public func selectionDisabled(_ isDisabled: Bool = true) -> some View { self }
    public func textEditorStyle<S: TextEditorStyle>(_ style: S) -> some View { self }
    public func tableStyle<S: TableStyle>(_ style: S) -> some View { self }
    public func indexViewStyle<S: IndexViewStyle>(_ style: S) -> some View { self }
    public func listRowSpacing(_ spacing: CGFloat?) -> some View { self }
    public func listSectionSpacing(_ spacing: CGFloat) -> some View { self }
    public func listSectionSpacing(_ spacing: ListSectionSpacing) -> some View { self }
    public func menuIndicator(_ visibility: Visibility) -> some View { self }
    public func listStyle<S: ListStyle>(_ style: S) -> some View { self }
    public func headerProminence(_ prominence: Prominence) -> some View { environment(\.headerProminence, prominence) }
    public func alternatingRowBackgrounds(_ behavior: Visibility = .automatic) -> some View { self }
    public func badgeProminence(_ prominence: BadgeProminence) -> some View { self }
    public func listItemTint(_ tint: Color?) -> some View { self }
    public func menuOrder(_ order: MenuOrder) -> some View { environment(\.menuOrder, order) }
    public func menuActionDismissBehavior(_ behavior: MenuActionDismissBehavior) -> some View { self }
    public func buttonRepeatBehavior(_ behavior: MenuActionDismissBehavior) -> some View { self }
    public func dialogIcon(_ icon: Image?) -> some View { self }
    public func dialogSeverity(_ severity: DialogSeverity) -> some View { self }
}

@available(*, deprecated, message: "has no effect in a terminal: there is no on-screen keyboard")
extension View {
    public func autocapitalization(_ style: UITextAutocapitalizationType) -> some View { self }
    public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View { self }
    public func keyboardType(_ type: UIKeyboardType) -> some View { self }
    public func textContentType(_ type: UITextContentType?) -> some View { self }
    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View { self }
    public func autocorrectionDisabled(_ disable: Bool = true) -> some View { environment(\.autocorrectionDisabled, disable) }
    public func disableAutocorrection(_ disable: Bool?) -> some View { environment(\.autocorrectionDisabled, disable ?? false) }
    public func writingToolsBehavior(_ behavior: WritingToolsBehavior) -> some View { self }
    public func submitLabel(_ label: SubmitLabel) -> some View { self }
}

@available(*, deprecated, message: "has no effect in a terminal: it has no safe area")
extension View {
    public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
    public func safeAreaPadding(_ length: CGFloat) -> some View { self }
    public func safeAreaPadding(_ insets: EdgeInsets) -> some View { self }
    public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }
    public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }
}

@available(*, deprecated, message: "has no effect in a terminal: cells cannot be rotated or scaled")
extension View {
    public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View { self }
    public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
        perspective: CGFloat = 1
    ) -> some View { self }
    public func transformEffect(_ transform: AffineTransform) -> some View { self }
    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View { self }
    public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> some View { self }
    public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View { self }
    public func minimumScaleFactor(_ factor: CGFloat) -> some View { environment(\.minimumScaleFactor, factor) }
}

@available(*, deprecated, message: "has no effect in a terminal: colours are shown as given")
extension View {
    public func hueRotation(_ angle: Angle) -> some View { self }
    public func colorMultiply(_ color: Color) -> some View { self }
    public func colorInvert() -> some View { self }
    public func blendMode(_ mode: BlendMode) -> some View { self }
    public func brightness(_ amount: Double) -> some View { self }
    public func contrast(_ amount: Double) -> some View { self }
    public func saturation(_ amount: Double) -> some View { self }
    public func luminanceToAlpha() -> some View { self }
}

@available(*, deprecated, message: "has no effect in a terminal: changes appear immediately")
extension View {
    public func symbolEffect(
        _ effect: SymbolEffect, options: SymbolEffectOptions = .default, isActive: Bool = true
    ) -> some View { self }
    public func symbolEffectsRemoved(_ isEnabled: Bool = true) -> some View { self }
    public func symbolEffect<T: Equatable>(
        _ effect: SymbolEffect, options: SymbolEffectOptions = .default, value: T
    ) -> some View { self }
    public func navigationTransition(_ transition: NavigationTransition) -> some View { self }
    public func matchedTransitionSource<ID: Hashable>(id: ID, in namespace: Namespace.ID) -> some View { self }
    public func transaction<V: Equatable>(value: V, _ transform: @escaping (inout Transaction) -> Void) -> some View { self }
    public func geometryGroup() -> some View { self }
    public func animation(_ animation: Animation?) -> some View { self }
    public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> some View { self }
    public func transition(_ transition: AnyTransition) -> some View { self }
    public func transition<T: Transition>(_ transition: T) -> some View { self }
    public func contentTransition(_ transition: ContentTransition) -> some View { environment(\.contentTransition, transition) }
    public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View { self }
    public func matchedGeometryEffect<ID: Hashable>(
        id: ID, in namespace: Namespace.ID, properties: MatchedGeometryProperties = .frame,
        anchor: UnitPoint = .center, isSource: Bool = true
    ) -> some View { self }
}

@available(*, deprecated, message: "has no effect in a terminal: the user chooses its letters")
extension View {
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { environment(\.dynamicTypeSize, size) }
    public func dynamicTypeSize(_ range: PartialRangeThrough<DynamicTypeSize>) -> some View { self }
    public func dynamicTypeSize(_ range: ClosedRange<DynamicTypeSize>) -> some View { self }
    public func dynamicTypeSize(_ range: PartialRangeFrom<DynamicTypeSize>) -> some View { self }
}

@available(*, deprecated, message: "has no effect in a terminal: a node has only a label and a role")
extension View {
    public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View { self }
    public func accessibility(value argument: Text) -> some View { self }
    public func accessibility(hint argument: Text) -> some View { self }
    public func accessibility(removeTraits argument: AccessibilityTraits) -> some View { self }
    public func help(_ text: Text) -> some View { self }
    public func help<S: StringProtocol>(_ text: S) -> some View { self }
    public func accessibilityHint(_ hint: Text) -> some View { self }
    public func accessibilityHint(_ hint: LocalizedStringKey) -> some View { self }
    public func accessibilityValue(_ value: Text) -> some View { self }
    @AnyTitle public func accessibilityValue(_ value: LocalizedStringKey) -> some View { self }
    public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View { self }
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { self }
    public func help(_ text: LocalizedStringKey) -> some View { self }
    public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View { self }
    public func accessibilityInputLabels(_ labels: [Text]) -> some View { self }
    public func accessibilityInputLabels(_ labels: [LocalizedStringKey]) -> some View { self }
    @_disfavoredOverload public func accessibilityInputLabels<S: StringProtocol>(_ labels: [S]) -> some View { self }
    public func accessibilitySortPriority(_ priority: Double) -> some View { self }
    public func accessibilityAction(_ kind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void) -> some View {
        self
    }
    public func accessibilityAction(named name: LocalizedStringKey, _ handler: @escaping () -> Void) -> some View { self }
    public func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> some View { self }
    public func accessibilityActions<Actions: View>(@ViewBuilder _ actions: () -> Actions) -> some View { self }
    public func accessibilityChildren<Children: View>(@ViewBuilder children: () -> Children) -> some View { self }
    public func accessibilityRepresentation<V: View>(@ViewBuilder representation: () -> V) -> some View { self }
    public func accessibilityRespondsToUserInteraction(_ responds: Bool = true) -> some View { self }
    public func accessibilityIgnoresInvertColors(_ active: Bool = true) -> some View { self }
    public func accessibilityShowsLargeContentViewer() -> some View { self }
    public func speechAdjustedPitch(_ value: Double) -> some View { self }
    public func speechAlwaysIncludesPunctuation(_ value: Bool = true) -> some View { self }
}

@available(*, deprecated, message: "has no effect in a terminal: rows have no insets, lines or backgrounds of their own")
extension View {
    public func listSectionSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View { self }
    public func listRowInsets(_ insets: EdgeInsets?) -> some View { self }
    public func listRowBackground<V: View>(_ view: V?) -> some View { self }
    public func listRowSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View { self }
    public func listSectionSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View { self }
    public func listRowSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View { self }
}

@available(*, deprecated, message: "has no effect in a terminal: a cell has one font")
extension View {
    public func baselineOffset(_ offset: CGFloat) -> some View { self }
    public func fontWidth(_ width: Font.Width?) -> some View { self }
    public func lineSpacing(_ spacing: CGFloat) -> some View { environment(\.lineSpacing, spacing) }
    public func kerning(_ kerning: CGFloat) -> some View { self }
    public func tracking(_ tracking: CGFloat) -> some View { self }
    public func monospaced(_ isActive: Bool = true) -> some View { self }
    public func monospacedDigit() -> some View { self }
    public func fontDesign(_ design: Font.Design?) -> some View { self }
    public func textScale(_ scale: TextScale, isEnabled: Bool = true) -> some View { self }
    public func allowsTightening(_ flag: Bool) -> some View { environment(\.allowsTightening, flag) }
}

@available(*, deprecated, message: "has no effect in a terminal: where a view stands is each terminal's own")
extension View {
    public func onScrollGeometryChange<Value: Equatable>(
        for type: Value.Type, of transform: @escaping (ScrollGeometry) -> Value, action: @escaping (Value, Value) -> Void
    ) -> some View { self }
    public func onScrollPhaseChange(_ action: @escaping (ScrollPhase, ScrollPhase) -> Void) -> some View { self }
    public func onScrollVisibilityChange(threshold: Double = 0.5, _ action: @escaping (Bool) -> Void) -> some View { self }
    public func coordinateSpace(_ space: CoordinateSpace) -> some View { self }
    public func coordinateSpace<Name: Hashable>(name: Name) -> some View { self }
    public func visualEffect<V: View>(_ effect: @escaping (EmptyVisualEffect, GeometryProxy) -> V) -> some View { self }
    public func scrollTransition<V: View>(
        _ configuration: ScrollTransitionConfiguration = .interactive, axis: Axis? = nil,
        transition: @escaping (EmptyVisualEffect, ScrollTransitionPhase) -> V
    ) -> some View { self }
    public func scrollTransition<V: View>(
        topLeading: ScrollTransitionConfiguration, bottomTrailing: ScrollTransitionConfiguration, axis: Axis? = nil,
        transition: @escaping (EmptyVisualEffect, ScrollTransitionPhase) -> V
    ) -> some View { self }
}

@available(*, deprecated, message: "has no effect in a terminal: views are drawn individually")
extension View { public func drawingGroup(opaque: Bool = false, colorMode: ColorRenderingMode) -> some View { self } }

@available(*, deprecated, message: "has no effect in a terminal: it reports the mouse only while a button is down")
extension View {
    public func onContinuousHover(coordinateSpace: CoordinateSpace = .local, perform action: @escaping (HoverPhase) -> Void)
        -> some View
    {
        self
    }
}

extension View {
    @available(*, deprecated, message: "has no effect in a terminal: there is no device status bar")
    public func statusBar(hidden isHidden: Bool) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is no device status bar")
    public func persistentSystemOverlays(_ visibility: Visibility) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: there is no device status bar")
    public func statusBarHidden(_ hidden: Bool = true) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a panel has no windows, documents or menu bar to place")
    public func focusedValue<Value>(_ path: WritableKeyPath<FocusedValues, Value?>, _ value: Value?) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a panel has no windows, documents or menu bar to place")
    public func focusedSceneValue<Value>(_ path: WritableKeyPath<FocusedValues, Value?>, _ value: Value?) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a panel has no windows, documents or menu bar to place")
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a cell cannot be drawn in part")
    public func mask<Mask: View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a cell cannot be drawn in part")
    public func mask<Mask: View>(_ mask: Mask) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: cells cast no shadows")
    public func shadow(radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: cells cast no shadows")
    public func shadow(color: Color, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: cells cannot be blurred")
    public func blur(radius: CGFloat, opaque: Bool = false) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: views are compared by themselves")
    public func equatable() -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: only controls take the focus")
    public func focusEffectDisabled(_ disabled: Bool = true) -> some View { environment(\.isFocusEffectEnabled, !disabled) }
    @available(*, deprecated, message: "has no effect in a terminal: views are drawn individually")
    public func drawingGroup(opaque: Bool = false) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: views are drawn individually")
    public func compositingGroup() -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a symbol is one cell in the colour of the text around it")
    public func imageScale(_ scale: Image.Scale) -> some View { environment(\.imageScale, scale) }
    @available(*, deprecated, message: "has no effect in a terminal: a symbol is one cell in the colour of the text around it")
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { environment(\.symbolRenderingMode, mode) }
    @available(*, deprecated, message: "has no effect in a terminal: every control is as large as its text")
    public func controlSize(_ size: ControlSize) -> some View { environment(\.controlSize, size) }
    @available(*, deprecated, message: "has no effect in a terminal: every button is its text in brackets")
    public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: the user chooses its colours")
    public func preferredColorScheme(_ scheme: ColorScheme?) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a view takes presses on its cells")
    public func contentShape<S: Shape>(_ kind: ContentShapeKinds, _ shape: S, eoFill: Bool = false) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a view takes presses on its cells")
    public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a view takes presses on its cells")
    public func containerShape<S: Shape>(_ shape: S) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: the scroll position shows wherever content overflows")
    public func scrollIndicators(_ visibility: ScrollIndicatorVisibility, axes: Axis.Set = []) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: scrolling content has no background of its own")
    public func scrollContentBackground(_ visibility: Visibility) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: no lock screen or app switcher shows its content")
    public func privacySensitive(_ sensitive: Bool = true) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: columns and rows alone determine the position of a cell")
    public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: columns and rows alone determine the position of a cell")
    public func gridCellAnchor(_ anchor: UnitPoint) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: only controls take the focus")
    public func focusable(_ isFocusable: Bool = true, interactions: FocusInteractions = .automatic) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: only controls take the focus")
    public func focusSection() -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: only controls take the focus")
    public func prefersDefaultFocus(_ prefers: Bool = true, in namespace: Namespace.ID) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: it reports the mouse only while a button is down")
    public func pointerStyle(_ style: PointerStyle?) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: it reports the mouse only while a button is down")
    public func onHover(perform action: @escaping (Bool) -> Void) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: the terminal itself selects text")
    public func textSelection(_ selectability: TextSelectability) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: the user can always go back")
    public func navigationBarBackButtonHidden(_ isHidden: Bool = true) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: the user can always go back")
    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a preview is shown on a terminal")
    public func previewDevice(_ device: PreviewDevice?) -> some View { self }
    @available(*, deprecated, message: "has no effect in a terminal: a preview is shown on a terminal")
    public func previewInterfaceOrientation(_ orientation: InterfaceOrientation) -> some View { self }
}
