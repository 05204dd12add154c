// Environment values about the system. A panel is shown in many terminals at once, so these are the same for all of
// them, unless an app sets them.

public enum LayoutDirection: CaseIterable, Hashable, Sendable { case leftToRight, rightToLeft }
public enum UserInterfaceSizeClass: Hashable, Sendable { case compact, regular }

/// Whether the app is in the foreground. By default it is active.
public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }

extension EnvironmentValues {
    @Entry public var locale: Locale = .current
    @Entry public var calendar: Calendar = .current
    @Entry public var timeZone: TimeZone = .current
    @Entry public var layoutDirection: LayoutDirection = .leftToRight
    @Entry public var scenePhase: ScenePhase = .active
    @Entry public var horizontalSizeClass: UserInterfaceSizeClass? = .regular
    @Entry public var verticalSizeClass: UserInterfaceSizeClass? = .regular

    /// The font set by `font(_:)` around the view.
    @Entry public var font: Font?
}

extension EnvironmentValues {
    public var appearsActive: Bool { true }
    public var controlActiveState: ControlActiveState { .key }
    public var dismissWindow: DismissAction { dismiss }
    public var isSceneCaptured: Bool { false }
}
public enum ControlActiveState: Hashable, CaseIterable, Sendable { case key, active, inactive }
