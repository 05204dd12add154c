// What programs use of UIKit beside SwiftUI, which brings it along. A terminal has no screen, device or application of that kind.

/// As large as usual terminals. `GeometryReader` has the size of the terminal.
@MainActor @preconcurrency public struct UIScreen {
    public static var main: UIScreen { UIScreen() }
    public var bounds: CGRect { CGRect(origin: .zero, size: EnvironmentValues().screenSize) }
    public var scale: CGFloat { 1 }
}

public struct UIEdgeInsets: Hashable, Sendable {
    public var top = CGFloat(0), left = CGFloat(0), bottom = CGFloat(0), right = CGFloat(0)
}

/// There is none: `windows` and `connectedScenes` are empty.
@MainActor @preconcurrency public class UIScene: NSObject {
    public enum ActivationState: Sendable { case unattached, foregroundActive, foregroundInactive, background }
    public var activationState: ActivationState { .foregroundActive }
}
public final class UIWindowScene: UIScene {
    public var windows: [UIWindow] { [] }
    public var keyWindow: UIWindow? { nil }
}
@MainActor @preconcurrency public final class UIWindow {
    public var safeAreaInsets: UIEdgeInsets { UIEdgeInsets() }
    public var bounds: CGRect { UIScreen.main.bounds }
    public var isKeyWindow: Bool { false }
}

@MainActor @preconcurrency public final class UIApplication {
    public static let shared = UIApplication()
    public var isIdleTimerDisabled = false
    public var windows: [UIWindow] { [] }
    public var keyWindow: UIWindow? { nil }
    public var connectedScenes: Set<UIScene> { [] }
    /// Shows the URL, as `openURL` does.
    public func open(_ url: URL, options: [String: Any] = [:], completionHandler: ((Bool) -> Void)? = nil) {
        Coordinator.modal(view: CopyView(title: "Link", words: url.absoluteString))
        completionHandler?(true)
    }
    public static let didBecomeActiveNotification = Notification.Name("didBecomeActive")
    public static let willResignActiveNotification = Notification.Name("willResignActive")
    public static let didEnterBackgroundNotification = Notification.Name("didEnterBackground")
    public static let willEnterForegroundNotification = Notification.Name("willEnterForeground")
}

extension UIApplication { public enum LaunchOptionsKey: Hashable, Sendable {} }

/// What an app does when it begins.
@MainActor @preconcurrency public protocol UIApplicationDelegate {
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func applicationDidFinishLaunching(_ notification: Notification)
}
extension UIApplicationDelegate {
    public func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    public func applicationDidFinishLaunching(_ notification: Notification) {}
}
public typealias NSApplicationDelegate = UIApplicationDelegate

/// Names the delegate of an app, which is not made: on Linux, an `NSObject` cannot be made by its type.
@available(*, deprecated, message: "has no effect in a terminal: a panel has no windows, documents or menu bar to place")
@propertyWrapper public struct UIApplicationDelegateAdaptor<Delegate: UIApplicationDelegate> {
    public init(_ type: Delegate.Type = Delegate.self) {}
    public var wrappedValue: Delegate { preconditionFailure("the delegate of an app is not made: use the App's init") }
}
@available(*, deprecated, message: "has no effect in a terminal: a panel has no windows, documents or menu bar to place")
public typealias NSApplicationDelegateAdaptor = UIApplicationDelegateAdaptor

/// How the bars and rows of UIKit look, which there are none of.
@MainActor @preconcurrency public final class UINavigationBar {
    public static func appearance() -> UINavigationBar { UINavigationBar() }
    public var backgroundColor, tintColor, barTintColor, unselectedItemTintColor, selectedSegmentTintColor, textColor: UIColor?
    public var currentPageIndicatorTintColor, pageIndicatorTintColor, separatorColor: UIColor?
    public var titleTextAttributes, largeTitleTextAttributes: [NSAttributedString.Key: Any]?
    public enum SeparatorStyle: Sendable { case none, singleLine }
    public var separatorStyle = SeparatorStyle.none
    public var isScrollEnabled = true, bounces = true, isTranslucent = true
}
public typealias UITabBar = UINavigationBar
public typealias UITableView = UINavigationBar
public typealias UITableViewCell = UINavigationBar
public typealias UIScrollView = UINavigationBar
public typealias UITextView = UINavigationBar
public typealias UIPageControl = UINavigationBar
public typealias UISegmentedControl = UINavigationBar
extension NSAttributedString.Key {
    public static let foregroundColor = NSAttributedString.Key("NSColor"), font = NSAttributedString.Key("NSFont")
}

public enum UIUserInterfaceIdiom: Sendable { case unspecified, phone, pad, tv, carPlay, mac, vision }

@MainActor @preconcurrency public struct UIDevice {
    public static var current: UIDevice { UIDevice() }
    public var userInterfaceIdiom: UIUserInterfaceIdiom { .unspecified }
    public var name: String { ProcessInfo.processInfo.hostName }
    public var systemVersion: String { ProcessInfo.processInfo.operatingSystemVersionString }
}

@MainActor @preconcurrency public enum UIAccessibility {
    public static var isReduceMotionEnabled: Bool { true }
    public static var isVoiceOverRunning: Bool { false }
    public enum Notification: Sendable { case announcement, layoutChanged, screenChanged, pageScrolled }
    @available(*, deprecated, message: "has no effect in a terminal: it gives no other signs than its picture")
    public static func post(notification: Notification, argument: Any?) {}
}

/// Shakes a device. A terminal does not.
public struct FeedbackGenerator {
    public enum FeedbackStyle: Sendable { case light, medium, heavy, soft, rigid }
    public enum FeedbackType: Sendable { case success, warning, error }
    public init(style: FeedbackStyle = .medium) {}
    public func prepare() {}
    public func impactOccurred(intensity: CGFloat = 1) {}
    public func notificationOccurred(_ type: FeedbackType) {}
    public func selectionChanged() {}
}

@available(*, deprecated, message: "has no effect in a terminal: it gives no other signs than its picture")
public typealias UIImpactFeedbackGenerator = FeedbackGenerator
@available(*, deprecated, message: "has no effect in a terminal: it gives no other signs than its picture")
public typealias UINotificationFeedbackGenerator = FeedbackGenerator
@available(*, deprecated, message: "has no effect in a terminal: it gives no other signs than its picture")
public typealias UISelectionFeedbackGenerator = FeedbackGenerator

/// Takes every word for a word: there is no dictionary.
public struct UITextChecker {
    public init() {}
    public func rangeOfMisspelledWord(
        in text: String, range: NSRange, startingAt start: Int, wrap: Bool, language: String
    ) -> NSRange { NSRange(location: NSNotFound, length: 0) }
}

/// A picture by its name. Cells cannot show one, so none is made of data.
public final class UIImage: Sendable {
    let image: Image
    public init?(named name: String) { image = Image(name) }
    public init?(systemName name: String) { image = Image(systemName: name) }
    public init?(data: Data) { return nil }
    public init?(contentsOfFile path: String) { return nil }
}
public typealias NSImage = UIImage

extension Image {
    public init(uiImage: UIImage) { self = uiImage.image }
    public init(nsImage: UIImage) { self = nsImage.image }
}

// MARK: - Outlines

public typealias CGPath = Path
public typealias CGAffineTransform = AffineTransform

public struct UIRectCorner: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let topLeft = Self(rawValue: 1), topRight = Self(rawValue: 2), bottomLeft = Self(rawValue: 4)
    public static let bottomRight = Self(rawValue: 8), allCorners = Self(rawValue: 15)
}

public struct UIBezierPath {
    public let cgPath: CGPath
    public init(rect: CGRect) { cgPath = Path(rect) }
    public init(ovalIn rect: CGRect) { cgPath = Path(ellipseIn: rect) }
    public init(roundedRect rect: CGRect, cornerRadius: CGFloat) { cgPath = Path(roundedRect: rect, cornerRadius: cornerRadius) }
    public init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        cgPath = Path(roundedRect: rect, cornerSize: cornerRadii)
    }
}

extension Path { public init(_ path: Path) { self = path } }

extension CGPoint { public func applying(_ transform: CGAffineTransform) -> CGPoint { transform.transform(self) } }
extension CGSize { public func applying(_ transform: CGAffineTransform) -> CGSize { transform.transform(self) } }
extension CGRect {
    public func applying(_ transform: CGAffineTransform) -> CGRect { Path(self).applying(transform).boundingRect }
}

extension AffineTransform {
    public init(translationX x: CGFloat, y: CGFloat) { self.init(translationByX: x, byY: y) }
    public init(scaleX x: CGFloat, y: CGFloat) { self.init(scaleByX: x, byY: y) }
    public init(rotationAngle angle: CGFloat) { self.init(rotationByRadians: angle) }
    public func translatedBy(x: CGFloat, y: CGFloat) -> Self { Self(translationByX: x, byY: y).concatenating(self) }
    public func scaledBy(x: CGFloat, y: CGFloat) -> Self { Self(scaleByX: x, byY: y).concatenating(self) }
    public func rotated(by angle: CGFloat) -> Self { Self(rotationByRadians: angle).concatenating(self) }
    public func concatenating(_ other: Self) -> Self {
        var all = self
        all.append(other)
        return all
    }
}

/// A clipboard of the app alone: the terminal itself copies and pastes.
@MainActor @preconcurrency public final class UIPasteboard {
    public static let general = UIPasteboard()
    public struct PasteboardType: Hashable, Sendable { public static let string = PasteboardType() }
    public var string: String?
    public var hasStrings: Bool { string != nil }
    @discardableResult public func clearContents() -> Int {
        string = nil
        return 0
    }
    @discardableResult public func setString(_ string: String, forType type: PasteboardType) -> Bool {
        self.string = string
        return true
    }
}
public typealias NSPasteboard = UIPasteboard
