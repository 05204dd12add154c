/// Another window of the app, which `openWindow(id:)` opens.
public typealias Window = WindowGroup

/// The window of an app's settings. Its screen is named after the app: `app/settings`.
public struct Settings<Content: View>: Scene, PrimitiveScene {
    private let content: () -> Content
    public init(@ViewBuilder content: @escaping () -> Content) { self.content = content }

    func add(to list: inout SceneList) {
        list.windows.append(.init(id: "settings", title: "Settings", stack: "main", content: content))
    }
}

/// Scenes with something done to their windows or beside them.
private struct ModifiedScene<Content: Scene>: Scene, PrimitiveScene {
    let content: Content
    var change: ((any View) -> any View)?
    /// A view that nobody sees, evaluated with the scenes.
    var watcher: (any View)?

    func add(to list: inout SceneList) {
        var own = SceneList(content)
        if let change {
            for index in own.windows.indices {
                let make = own.windows[index].content
                own.windows[index].content = { change(make()) }
            }
        }
        list.windows += own.windows
        list.published += own.published
        list.watchers += own.watchers + (watcher.map { [$0] } ?? [])
    }
}

extension Scene {
    /// Runs `action` with the old and the new value after an update in which `value` has changed.
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
    ) -> some Scene { ModifiedScene(content: self, watcher: EmptyView().onChange(of: value, initial: initial, action)) }
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some Scene { onChange(of: value, initial: initial) { _, _ in action() } }
    public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (Value) -> Void) -> some Scene {
        onChange(of: value) { _, new in action(new) }
    }

    public func environment<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some Scene {
        changing { AnyView(erased: $0).environment(path, value) }
    }
    public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some Scene {
        changing { AnyView(erased: $0).environment(object) }
    }

    public func environmentObject<Object: ObservableObject>(_ object: Object) -> some Scene {
        changing { AnyView(erased: $0).environmentObject(object) }
    }

    private func changing(_ change: @escaping (any View) -> any View) -> some Scene {
        ModifiedScene(content: self, change: change)
    }
}

// A panel has no windows to place.
@available(*, deprecated, message: "has no effect in a terminal: a panel has no windows, documents or menu bar to place")
extension Scene {
    public func defaultSize(width: CGFloat, height: CGFloat) -> Self { self }
    public func defaultSize(_ size: CGSize) -> Self { self }
    public func defaultPosition(_ position: UnitPoint) -> Self { self }
    public func windowResizability(_ resizability: WindowResizability) -> Self { self }
    public func windowStyle<S: WindowStyle>(_ style: S) -> Self { self }
    public func windowToolbarStyle<S: WindowToolbarStyle>(_ style: S) -> Self { self }
    public func commandsRemoved() -> Self { self }
    public func restorationBehavior(_ behavior: SceneBehavior) -> Self { self }
    public func defaultLaunchBehavior(_ behavior: SceneBehavior) -> Self { self }
    public func windowLevel(_ level: SceneBehavior) -> Self { self }
    public func handlesExternalEvents(matching conditions: Set<String>) -> Self { self }
    public func commandsReplaced<Content: Commands>(@CommandsBuilder content: () -> Content) -> Self { self }
    public func commands<Content: Commands>(@CommandsBuilder content: () -> Content) -> Self { self }
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> Self { self }
}

public enum SceneBehavior: Hashable, Sendable {
    case automatic, enabled, disabled, presented, suppressed, normal, floating, desktop
}
public enum WindowResizability: Hashable, Sendable { case automatic, contentSize, contentMinSize }

public protocol WindowStyle {}
public struct DefaultWindowStyle: WindowStyle { public init() {} }
public struct HiddenTitleBarWindowStyle: WindowStyle { public init() {} }
public struct TitleBarWindowStyle: WindowStyle { public init() {} }
extension WindowStyle where Self == DefaultWindowStyle { public static var automatic: Self { Self() } }
extension WindowStyle where Self == HiddenTitleBarWindowStyle { public static var hiddenTitleBar: Self { Self() } }
extension WindowStyle where Self == TitleBarWindowStyle { public static var titleBar: Self { Self() } }

public protocol WindowToolbarStyle {}
public struct UnifiedWindowToolbarStyle: WindowToolbarStyle { public init(showsTitle: Bool = true) {} }
public typealias UnifiedCompactWindowToolbarStyle = UnifiedWindowToolbarStyle
public typealias ExpandedWindowToolbarStyle = UnifiedWindowToolbarStyle
public typealias DefaultWindowToolbarStyle = UnifiedWindowToolbarStyle
extension WindowToolbarStyle where Self == UnifiedWindowToolbarStyle {
    public static var automatic: Self { Self() }
    public static var expanded: Self { Self() }
    public static var unified: Self { Self() }
    public static var unifiedCompact: Self { Self() }
    public static func unified(showsTitle: Bool) -> Self { Self() }
    public static func unifiedCompact(showsTitle: Bool) -> Self { Self() }
}

// MARK: - Commands

/// Items of a menu bar. They are accepted and never shown: a panel has no menu bar.
@MainActor @preconcurrency public protocol Commands {
    associatedtype Body: Commands
    @CommandsBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Commands {}

/// Commands built into Fascia.
public protocol _PrimitiveCommands: Commands where Body == Never {}

extension _PrimitiveCommands {
    /// Never called.
    public var body: Never { preconditionFailure("\(Self.self) is built into Fascia: its body must not be called") }
}

@MainActor @resultBuilder public enum CommandsBuilder {
    public static func buildExpression<Content: Commands>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyCommands { EmptyCommands() }
    public static func buildBlock<each Content: Commands>(_ content: repeat each Content) -> EmptyCommands { EmptyCommands() }
    public static func buildIf<Content: Commands>(_ content: Content?) -> EmptyCommands { EmptyCommands() }
}

public struct EmptyCommands: _PrimitiveCommands { public init() {} }
public struct SidebarCommands: _PrimitiveCommands { public init() {} }
public struct ToolbarCommands: _PrimitiveCommands { public init() {} }
public struct InspectorCommands: _PrimitiveCommands { public init() {} }
public struct TextEditingCommands: _PrimitiveCommands { public init() {} }
public struct TextFormattingCommands: _PrimitiveCommands { public init() {} }

public struct CommandMenu<Content: View>: _PrimitiveCommands {
    @AnyTitle public init(_ name: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
}

public struct CommandGroup<Content: View>: _PrimitiveCommands {
    public init(before group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    public init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    public init(replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
}

public enum CommandGroupPlacement: Hashable, Sendable {
    case appInfo, appSettings, appTermination, appVisibility, help, importExport, newItem, pasteboard, printItem, saveItem,
        sidebar
    case singleWindowList, systemServices, textEditing, textFormatting, toolbar, undoRedo, windowArrangement, windowList,
        windowSize
}

// MARK: - Values of what has the focus

/// A value that the view with the focus offers to the menu bar.
public protocol FocusedValueKey {
    associatedtype Value
}

public struct FocusedValues {
    /// Always `nil`: there is no menu bar that the values would be for.
    public subscript<Key: FocusedValueKey>(key: Key.Type) -> Key.Value? {
        get { nil }
        set {}
    }
}

/// Always `nil`: there is no menu bar that the value would be for.
@propertyWrapper public struct FocusedValue<Value>: DynamicProperty {
    public init(_ path: KeyPath<FocusedValues, Value?>) {}
    public var wrappedValue: Value? { nil }
}

/// Always `nil`: there is no menu bar that the value would be for.
@propertyWrapper public struct FocusedBinding<Value>: DynamicProperty {
    public init(_ path: KeyPath<FocusedValues, Binding<Value>?>) {}
    public var wrappedValue: Value? {
        get { nil }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value?> { .constant(nil) }
}
