import FasciaDocument

// MARK: - Menus

/// Shows the items of a menu behind a `⋯` at the end of its content.
private struct ContextMenuModifier<Items: View>: ViewModifier, PrimitiveModifier {
    let items: Items

    func update(_ viewNode: ViewNode, content: any View) {
        let key = ChildIdentity.attached(viewNode.depth)
        let menu = Menu {
            items
        } label: {
            Text(verbatim: "⋯")
        }
        viewNode.updateChildren { children in
            children.update(.content, content)
            children.update(key, menu)
        }
        viewNode.setLowering { [unowned viewNode] in
            let nodes = viewNode.child(.content)?.lowered() ?? []
            let menus = (viewNode.child(key)?.lowered() ?? []).filter { !$0.children.isEmpty }
            guard !menus.isEmpty else { return nodes }
            let label = "Actions for \(nodes.wordsBesideControls)"
            let row = StackContent(.horizontal, children: nodes + menus.map { $0.with([.accessibilityLabel(label)]) })
            return [Node(.stack(row), id: viewNode.address + ".menu")]
        }
    }
}

extension View {
    /// Shows a `⋯` after the view, which opens the menu.
    ///
    /// - Parameter preview: not shown: the menu stands beside the view itself.
    public func contextMenu<Items: View, Preview: View>(
        @ViewBuilder menuItems: () -> Items, @ViewBuilder preview: () -> Preview = { EmptyView() }
    ) -> some View { modifier(ContextMenuModifier(items: menuItems())) }
}

// MARK: - The edges of a screen

extension View {
    /// Shows a view above or below this one, which gets the rest of the room.
    public func safeAreaInset<Inset: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Inset
    ) -> some View {
        VStack(alignment: alignment, spacing: spacing ?? 0) {
            if edge == .top { content() }
            self.frame(maxWidth: .infinity, maxHeight: .infinity)
            if edge == .bottom { content() }
        }
    }

    /// Shows a view before or after this one, which gets the rest of the room.
    public func safeAreaInset<Inset: View>(
        edge: HorizontalEdge, alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Inset
    ) -> some View {
        HStack(alignment: alignment, spacing: spacing) {
            if edge == .leading { content() }
            self.frame(maxWidth: .infinity, maxHeight: .infinity)
            if edge == .trailing { content() }
        }
    }

    /// Adds a button to the bar of the screen, and Control-R, that run the action.
    public func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> some View {
        environment(\.refresh, RefreshAction(action: action))
            .toolbar { Button("Refresh") { Task { await action() } }.keyboardShortcut("r", modifiers: .control) }
    }

    /// Shows the inspector as a sheet.
    public func inspector<Content: View>(
        isPresented: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
    ) -> some View { sheet(isPresented: isPresented, content: content) }

    /// The items of a bar in the first SwiftUI versions.
    public func navigationBarItems<Leading: View, Trailing: View>(leading: Leading, trailing: Trailing) -> some View {
        toolbar {
            ToolbarItem(placement: .topBarLeading) { leading }
            ToolbarItem(placement: .topBarTrailing) { trailing }
        }
    }
    public func navigationBarItems<Leading: View>(leading: Leading) -> some View {
        toolbar { ToolbarItem(placement: .topBarLeading) { leading } }
    }
    public func navigationBarItems<Trailing: View>(trailing: Trailing) -> some View {
        toolbar { ToolbarItem(placement: .topBarTrailing) { trailing } }
    }

    /// The title can be read here, not edited.
    public func navigationTitle(_ title: Binding<String>) -> some View { navigationTitle(title.wrappedValue) }
}

/// Runs the action of the `refreshable` around a view: `@Environment(\.refresh) private var refresh`.
public struct RefreshAction: Sendable {
    let action: @MainActor @Sendable () async -> Void
    public func callAsFunction() async { await action() }
}

extension EnvironmentValues {
    public internal(set) var refresh: RefreshAction? {
        get { self[RefreshKey.self] }
        set { self[RefreshKey.self] = newValue }
    }
}

private struct RefreshKey: EnvironmentKey {
    static var defaultValue: RefreshAction? { nil }
}

// MARK: - Placeholders

/// Why the content of views is not shown.
public struct RedactionReasons: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let placeholder = RedactionReasons(rawValue: 1), privacy = RedactionReasons(rawValue: 2)
    public static let invalidated = RedactionReasons(rawValue: 4)
}

extension EnvironmentValues {
    @Entry public var redactionReasons: RedactionReasons = []
}

extension View {
    /// Shows the texts inside as blocks of their length.
    public func redacted(reason: RedactionReasons) -> some View {
        transformEnvironment(\.redactionReasons) { $0.formUnion(reason) }
    }

    public func unredacted() -> some View { environment(\.redactionReasons, []) }
}

// MARK: - Accessibility

extension View {
    // The names of the first SwiftUI versions.
    public func accessibility(label: Text) -> some View { accessibilityLabel(label) }
    public func accessibility(identifier: String) -> some View { accessibilityIdentifier(identifier) }
    public func accessibility(hidden: Bool) -> some View { accessibilityHidden(hidden) }
    public func accessibility(addTraits traits: AccessibilityTraits) -> some View { accessibilityAddTraits(traits) }

    /// Shows two buttons after the view, which increase and decrease what it shows.
    public func accessibilityAdjustableAction(
        _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
    ) -> some View {
        HStack {
            self
            Button("−") { handler(.decrement) }.accessibilityLabel("Decrement")
            Button("+") { handler(.increment) }.accessibilityLabel("Increment")
        }
    }
}

public enum AccessibilityAdjustmentDirection: Hashable, Sendable { case increment, decrement }

// MARK: - Keys

/// A key that was pressed.
public struct KeyPress: Sendable {
    public enum Result: Hashable, Sendable { case handled, ignored }

    public struct Phases: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let down = Phases(rawValue: 1), `repeat` = Phases(rawValue: 2), up = Phases(rawValue: 4)
        public static let all: Phases = [.down, .repeat, .up]
    }

    public let key: KeyEquivalent
    public let modifiers: EventModifiers
    public let phase: Phases
    public var characters: String { String(key.character) }
}

extension View {
    /// Runs the action when the key is pressed while the view is on the screen, whatever has the focus.
    public func onKeyPress(_ key: KeyEquivalent, action: @escaping () -> KeyPress.Result) -> some View {
        onKeyPress(keys: [key]) { _ in action() }
    }
    public func onDeleteCommand(perform action: (() -> Void)?) -> some View {
        onKeyPress(.delete) {
            action?()
            return .handled
        }
    }
    public func onKeyPress(
        _ key: KeyEquivalent, phases: KeyPress.Phases, action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View { onKeyPress(keys: [key], phases: phases, action: action) }
    public func onKeyPress(
        keys: Set<KeyEquivalent>, phases: KeyPress.Phases = [.down, .repeat],
        action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View {
        overlay {
            // Terminals do not report when a key is released.
            let keys = phases.contains(.down) || phases.contains(.repeat) ? keys : []
            ForEach(keys.sorted { $0.character < $1.character }, id: \.self) { key in
                Button {
                    _ = action(KeyPress(key: key, modifiers: [], phase: .down))
                } label: {
                    EmptyView()
                }
                .keyboardShortcut(key, modifiers: [])
                .frame(width: 0, height: 0)
                .accessibilityHidden(true)
            }
        }
    }
}

/// The direction of an arrow key.
public enum MoveCommandDirection: Hashable, Sendable { case up, down, left, right }

extension View {
    public func onKeyPress(
        characters: CharacterSet, phases: KeyPress.Phases = [.down, .repeat], action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View {
        let keys = (33..<127).compactMap { Unicode.Scalar($0) }.filter { characters.contains($0) }
        return onKeyPress(keys: Set(keys.map { KeyEquivalent(Character($0)) }), phases: phases, action: action)
    }
    /// Runs the action for each key that types a character.
    public func onKeyPress(
        phases: KeyPress.Phases = [.down, .repeat], action: @escaping (KeyPress) -> KeyPress.Result
    ) -> some View { onKeyPress(characters: CharacterSet.whitespaces.inverted, phases: phases, action: action) }
    public func onMoveCommand(perform action: ((MoveCommandDirection) -> Void)?) -> some View {
        let directions: [KeyEquivalent: MoveCommandDirection] = [
            .upArrow: .up, .downArrow: .down, .leftArrow: .left, .rightArrow: .right,
        ]
        return onKeyPress(keys: Set(directions.keys)) { press in
            directions[press.key].map { action?($0) }
            return .handled
        }
    }
    public func onExitCommand(perform action: (() -> Void)?) -> some View {
        onKeyPress(.escape) {
            action?()
            return .handled
        }
    }
}

/// A button that runs the action of the nearest `renameAction`.
public struct RenameButton: View {
    @Environment(\.renameAction) private var rename
    public init() {}
    public var body: some View { Button("Rename") { rename?() }.disabled(rename == nil) }
}
extension EnvironmentValues { @Entry fileprivate var renameAction: (() -> Void)? }
extension View { public func renameAction(_ action: @escaping () -> Void) -> some View { environment(\.renameAction, action) } }

extension View {
    /// As `padding`: a terminal has one kind of space.
    public func scenePadding(_ edges: Edge.Set = .all) -> some View { padding(edges) }
    /// Controls inside are disabled if the view is not to be hit.
    public func allowsHitTesting(_ enabled: Bool) -> some View { disabled(!enabled) }
}

// MARK: - Geometry

extension View {
    /// Runs `action` with what `transform` makes of the size, at first and when that changes.
    public func onGeometryChange<Value: Equatable>(
        for type: Value.Type, of transform: @escaping (GeometryProxy) -> Value, action: @escaping (Value) -> Void
    ) -> some View {
        background {
            GeometryReader { proxy in
                Color.clear.onChange(of: transform(proxy), initial: true) { _, new in action(new) }
            }
        }
    }
    public func onGeometryChange<Value: Equatable>(
        for type: Value.Type, of transform: @escaping (GeometryProxy) -> Value, action: @escaping (Value, Value) -> Void
    ) -> some View {
        background {
            GeometryReader { proxy in Color.clear.onChange(of: transform(proxy), initial: true, action) }
        }
    }
}
