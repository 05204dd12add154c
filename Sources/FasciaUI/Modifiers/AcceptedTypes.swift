// The types that names without effect take. Their values are all the same.

/// Declares what programs write where nothing depends on it.
public protocol NavigationViewStyle {}
public struct DefaultNavigationViewStyle: NavigationViewStyle { public init() {} }
public struct StackNavigationViewStyle: NavigationViewStyle { public init() {} }
public struct ColumnNavigationViewStyle: NavigationViewStyle { public init() {} }
public struct DoubleColumnNavigationViewStyle: NavigationViewStyle { public init() {} }
extension NavigationViewStyle where Self == DefaultNavigationViewStyle { public static var automatic: Self { Self() } }
extension NavigationViewStyle where Self == StackNavigationViewStyle { public static var stack: Self { Self() } }
extension NavigationViewStyle where Self == ColumnNavigationViewStyle { public static var columns: Self { Self() } }

public protocol NavigationSplitViewStyle {}
public struct AutomaticNavigationSplitViewStyle: NavigationSplitViewStyle { public init() {} }
public struct BalancedNavigationSplitViewStyle: NavigationSplitViewStyle { public init() {} }
public struct ProminentDetailNavigationSplitViewStyle: NavigationSplitViewStyle { public init() {} }
extension NavigationSplitViewStyle where Self == AutomaticNavigationSplitViewStyle {
    public static var automatic: Self { Self() }
}
extension NavigationSplitViewStyle where Self == BalancedNavigationSplitViewStyle { public static var balanced: Self { Self() } }
extension NavigationSplitViewStyle where Self == ProminentDetailNavigationSplitViewStyle {
    public static var prominentDetail: Self { Self() }
}

public protocol TextEditorStyle {}
public struct AutomaticTextEditorStyle: TextEditorStyle { public init() {} }
public struct PlainTextEditorStyle: TextEditorStyle { public init() {} }
extension TextEditorStyle where Self == AutomaticTextEditorStyle { public static var automatic: Self { Self() } }
extension TextEditorStyle where Self == PlainTextEditorStyle { public static var plain: Self { Self() } }

public protocol TableStyle {}
public struct AutomaticTableStyle: TableStyle { public init() {} }
public struct InsetTableStyle: TableStyle { public init() {} }
public struct BorderedTableStyle: TableStyle { public init() {} }
extension TableStyle where Self == AutomaticTableStyle { public static var automatic: Self { Self() } }
extension TableStyle where Self == InsetTableStyle { public static var inset: Self { Self() } }
extension TableStyle where Self == BorderedTableStyle { public static var bordered: Self { Self() } }

public protocol IndexViewStyle {}
public struct PageIndexViewStyle: IndexViewStyle {
    public enum BackgroundDisplayMode: Sendable { case automatic, interactive, always, never }
    public init(backgroundDisplayMode: BackgroundDisplayMode = .automatic) {}
}
extension IndexViewStyle where Self == PageIndexViewStyle {
    public static var page: Self { Self() }
    public static func page(backgroundDisplayMode: PageIndexViewStyle.BackgroundDisplayMode) -> Self { Self() }
}

public protocol ScrollTargetBehavior {}
public struct PagingScrollTargetBehavior: ScrollTargetBehavior { public init() {} }
public struct ViewAlignedScrollTargetBehavior: ScrollTargetBehavior { public init() {} }
extension ScrollTargetBehavior where Self == PagingScrollTargetBehavior { public static var paging: Self { Self() } }
extension ScrollTargetBehavior where Self == ViewAlignedScrollTargetBehavior { public static var viewAligned: Self { Self() } }

public enum ScrollBounceBehavior: Hashable, Sendable { case automatic, always, basedOnSize }
public enum HoverEffect: Hashable, Sendable { case automatic, highlight, lift }
public enum ListSectionSpacing: Hashable, Sendable { case `default`, compact, custom(CGFloat) }
public enum UITextAutocapitalizationType: Hashable, Sendable { case none, words, sentences, allCharacters }
public enum PresentationContentInteraction: Hashable, Sendable { case automatic, resizes, scrolls }
public enum PresentationAdaptation: Hashable, Sendable { case automatic, none, popover, sheet, fullScreenCover }
public enum PresentationBackgroundInteraction: Hashable, Sendable {
    case automatic, enabled, disabled
    public static func enabled(upThrough detent: PresentationDetent) -> Self { .enabled }
}

public enum BlendMode: Hashable, Sendable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
    case exclusion, hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut, plusDarker, plusLighter
}

public enum SensoryFeedback: Hashable, Sendable {
    case success, warning, error, selection, increase, decrease, start, stop, alignment, levelChange, impact, pathComplete
    public enum Weight: Sendable { case light, medium, heavy }
    public enum Flexibility: Sendable { case rigid, solid, soft }
    public static func impact(weight: Weight = .medium, intensity: Double = 1) -> Self { .impact }
    public static func impact(flexibility: Flexibility, intensity: Double = 1) -> Self { .impact }
}

public enum SymbolEffect: Hashable, Sendable {
    case bounce, pulse, scale, wiggle, variableColor, appear, disappear, breathe, rotate, replace, drawOn, drawOff
    public var up: Self { self }
    public var down: Self { self }
    public var byLayer: Self { self }
    public var wholeSymbol: Self { self }
    public var iterative: Self { self }
    public var cumulative: Self { self }
    public var reversing: Self { self }
}

public enum SymbolEffectOptions: Hashable, Sendable {
    case `default`, repeating, nonRepeating
    public enum RepeatBehavior: Hashable, Sendable { case continuous, periodic }
    public static func `repeat`(_ count: Int) -> Self { .repeating }
    public static func `repeat`(_ behavior: RepeatBehavior) -> Self { .repeating }
    public static func speed(_ speed: Double) -> Self { .default }
}

/// The size of letters. It is always large, SwiftUI's usual one, unless the app sets it.
public enum DynamicTypeSize: Int, CaseIterable, Comparable, Hashable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
    public var isAccessibilitySize: Bool { self >= .accessibility1 }
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The same in the first SwiftUI versions.
public enum ContentSizeCategory: Int, CaseIterable, Hashable, Comparable, Sendable {
    case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
    case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge
    case accessibilityExtraExtraExtraLarge
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

public enum ColorSchemeContrast: CaseIterable, Hashable, Sendable { case standard, increased }
public enum LegibilityWeight: Hashable, Sendable { case regular, bold }

extension EnvironmentValues {
    @Entry public var dynamicTypeSize: DynamicTypeSize = .large
    @Entry public var sizeCategory: ContentSizeCategory = .large
    @Entry public var colorSchemeContrast: ColorSchemeContrast = .standard
    @Entry public var legibilityWeight: LegibilityWeight? = nil
    @Entry public var displayScale: CGFloat = 1
    @Entry public var controlSize: ControlSize = .regular
    /// Changes appear immediately.
    @Entry public var accessibilityReduceMotion = true
    @Entry public var accessibilityReduceTransparency = false
    @Entry public var accessibilityDifferentiateWithoutColor = false
    @Entry public var accessibilityInvertColors = false
    @Entry public var accessibilityVoiceOverEnabled = false
    @Entry public var isLuminanceReduced = false
    @Entry public var supportsMultipleWindows = false
    @Entry public var defaultMinListRowHeight: CGFloat = 16
    @Entry public var defaultMinListHeaderHeight: CGFloat? = nil
    @Entry public var isScrollEnabled = true
    @Entry public var lineSpacing: CGFloat = 0
    @Entry public var allowsTightening = false
    @Entry public var minimumScaleFactor: CGFloat = 1
    @Entry public var imageScale: Image.Scale = .medium
    @Entry public var symbolRenderingMode: SymbolRenderingMode? = nil
    @Entry public var headerProminence: Prominence = .standard
    @Entry public var backgroundProminence: BackgroundProminence = .standard
    @Entry public var menuOrder: MenuOrder = .automatic
    @Entry public var autocorrectionDisabled = false
    @Entry public var contentTransition = ContentTransition.identity
    @Entry public var accessibilityEnabled = false
    @Entry public var accessibilityShowButtonShapes = false
    @Entry public var accessibilityDimFlashingLights = false
    @Entry public var accessibilityPlayAnimatedImages = true
    @Entry public var accessibilitySwitchControlEnabled = false
    @Entry public var isFocusEffectEnabled = true
    public var pixelLength: CGFloat { 1 / displayScale }
}

/// A number that grows with the letters of a device. A terminal has letters of one size.
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    public let wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(wrappedValue: Value, relativeTo style: Font.TextStyle) { self.wrappedValue = wrappedValue }
}

public struct FocusInteractions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let activate = Self(rawValue: 1), edit = Self(rawValue: 2), automatic: Self = [.activate, .edit]
}

public struct NavigationTransition: Sendable {
    public static let automatic = Self()
    public static func zoom<ID: Hashable>(sourceID: ID, in namespace: Namespace.ID) -> Self { Self() }
}

public enum TabBarMinimizeBehavior: Hashable, Sendable { case automatic, never, onScrollDown, onScrollUp }
public enum SearchPresentationToolbarBehavior: Hashable, Sendable { case automatic, avoidHidingContent }
public enum TextScale: Hashable, Sendable { case `default`, secondary }
public enum WritingToolsBehavior: Hashable, Sendable { case automatic, complete, disabled, limited }
public enum PointerStyle: Hashable, Sendable { case `default`, link, grabIdle, grabActive, horizontalText, zoomIn, zoomOut }
public struct Glass: Hashable, Sendable {
    public static let regular = Glass(), clear = Glass()
    public func tint(_ color: Color?) -> Glass { .regular }
    public func interactive(_ isEnabled: Bool = true) -> Glass { .regular }
}

public enum AccessibilityHeadingLevel: UInt, Sendable { case unspecified, h1, h2, h3, h4, h5, h6 }
public enum AccessibilityActionKind: Hashable, Sendable { case `default`, escape, magicTap, delete, showMenu }
public enum ContentMarginPlacement: Hashable, Sendable { case automatic, scrollContent, scrollIndicators }
public enum BadgeProminence: Hashable, Sendable { case standard, increased, decreased }
public enum MenuOrder: Hashable, Sendable { case automatic, fixed, priority }
public enum MenuActionDismissBehavior: Hashable, Sendable { case automatic, enabled, disabled }
public enum DialogSeverity: Hashable, Sendable { case automatic, standard, critical }
public enum PresentationSizing: Hashable, Sendable { case automatic, fitted, form, page }
public enum ColorRenderingMode: Hashable, Sendable { case nonLinear, linear, extendedLinear }
public enum HoverPhase: Hashable, Sendable { case active(CGPoint), ended }
public enum ScrollTransitionConfiguration: Hashable, Sendable {
    case animated, interactive, identity
    public struct Threshold: Hashable, Sendable {
        public static let centered = Self(), visible = Self(), hidden = Self()
        public static func visible(_ amount: Double) -> Self { Self() }
    }
    public func threshold(_ threshold: Threshold) -> Self { .animated }
    public func animation(_ animation: Animation) -> Self { .animated }
}
public enum ScrollPhase: Hashable, Sendable {
    case idle, tracking, interacting, decelerating, animating
    public var isScrolling: Bool { self != .idle }
}

/// How far something has scrolled, which each terminal knows for itself.
public struct ScrollGeometry: Equatable, Sendable {
    public var contentOffset = CGPoint.zero, contentSize = CGSize.zero, containerSize = CGSize.zero
    public var contentInsets = EdgeInsets(), visibleRect = CGRect.zero, bounds = CGRect.zero
}

/// Where a view is while it scrolls in or out. It is always there.
public enum ScrollTransitionPhase: Hashable, Sendable {
    case topLeading, identity, bottomTrailing
    public var isIdentity: Bool { self == .identity }
    public var value: Double { self == .identity ? 0 : self == .topLeading ? -1 : 1 }
}

/// What the effects on a view are made for.
public typealias EmptyVisualEffect = EmptyView

public enum AnchorSource: Sendable { case bounds, rect(CGRect) }
public enum PopoverAttachmentAnchor: Sendable { case rect(AnchorSource), point(UnitPoint) }

public struct ContentShapeKinds: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let interaction = Self(rawValue: 1), dragPreview = Self(rawValue: 2), contextMenuPreview = Self(rawValue: 4)
    public static let hoverEffect = Self(rawValue: 8), focusEffect = Self(rawValue: 16), accessibility = Self(rawValue: 32)
}

/// How much the background behind a view stands out.
public enum BackgroundProminence: Hashable, Sendable { case standard, increased }
