/// A value that views offer to the views around them.
public protocol PreferenceKey {
    associatedtype Value
    static var defaultValue: Value { get }
    /// Adds the value of the next view to those before.
    static func reduce(value: inout Value, nextValue: () -> Value)
}

extension PreferenceKey where Value: ExpressibleByNilLiteral { public static var defaultValue: Value { nil } }

extension ViewNode {
    /// What the views in this one offer; `nil` if none does.
    fileprivate func preference<Key: PreferenceKey>(_ key: Key.Type) -> Key.Value? {
        if let own = preferences[ObjectIdentifier(key)] {
            // A change applies to what the views inside offer; a value replaces it.
            if let transform = own as? PreferenceTransform<Key> {
                var value = innerPreference(key) ?? Key.defaultValue
                transform.change(&value)
                return value
            }
            return own as? Key.Value
        }
        return innerPreference(key)
    }

    private func innerPreference<Key: PreferenceKey>(_ key: Key.Type) -> Key.Value? {
        children.reduce(nil) { before, child in
            guard let value = child.preference(key) else { return before }
            guard var before else { return value }
            Key.reduce(value: &before) { value }
            return before
        }
    }
}

struct PreferenceTransform<Key: PreferenceKey> { let change: (inout Key.Value) -> Void }

private struct PreferenceModifier<Key: PreferenceKey>: ViewModifier, PrimitiveModifier {
    let value: Any

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.preferences = [ObjectIdentifier(Key.self): value]
        viewNode.updatePassthrough(content)
    }
}

/// Runs an action when what the views inside offer has changed.
private struct PreferenceObserver<Key: PreferenceKey>: ViewModifier, PrimitiveModifier {
    let isSame: (Key.Value, Key.Value) -> Bool
    var isAnchorSpace = false
    let action: (Key.Value) -> Void

    private final class Last { var value: Key.Value? }

    func update(_ viewNode: ViewNode, content: any View) {
        let last = viewNode.stored(Last())
        viewNode.isAnchorSpace = isAnchorSpace
        viewNode.updatePassthrough(content)
        viewNode.graph.preferenceObservers[viewNode.id] = { [unowned viewNode, isSame, action] in
            let value = viewNode.preference(Key.self) ?? Key.defaultValue
            if let before = last.value, isSame(before, value) { return }
            last.value = value
            viewNode.graph.runAfterPass(viewNode) { action(value) }
        }
    }
}

/// Makes a view of what the views inside offer, in front of or behind them.
private struct PreferenceAttachment<Key: PreferenceKey, Attached: View>: ViewModifier {
    let alignment: Alignment
    var isBehind = false
    let make: (Key.Value) -> Attached
    @State private var value: Key.Value?

    func body(content: Content) -> some View {
        let content = content.modifier(
            PreferenceObserver<Key>(isSame: StructuralEquality.same, isAnchorSpace: true) { value = $0 })
        if isBehind {
            content.background(alignment: alignment) { make(value ?? Key.defaultValue) }
        } else {
            content.overlay(alignment: alignment) { make(value ?? Key.defaultValue) }
        }
    }
}

extension View {
    /// Offers a value to the views around this one, in place of what the views inside offer.
    public func preference<Key: PreferenceKey>(key: Key.Type = Key.self, value: Key.Value) -> some View {
        modifier(PreferenceModifier<Key>(value: value))
    }

    /// Changes what the views inside offer.
    public func transformPreference<Key: PreferenceKey>(
        _ key: Key.Type = Key.self, _ callback: @escaping (inout Key.Value) -> Void
    ) -> some View { modifier(PreferenceModifier<Key>(value: PreferenceTransform<Key>(change: callback))) }

    /// Runs `action` with what the views inside offer, at first and when that has changed.
    public func onPreferenceChange<Key: PreferenceKey>(
        _ key: Key.Type = Key.self, perform action: @escaping (Key.Value) -> Void
    ) -> some View where Key.Value: Equatable { modifier(PreferenceObserver<Key>(isSame: { $0 == $1 }, action: action)) }

    public func overlayPreferenceValue<Key: PreferenceKey, V: View>(
        _ key: Key.Type = Key.self, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (Key.Value) -> V
    ) -> some View {
        modifier(PreferenceAttachment<Key, V>(alignment: alignment, isBehind: false, make: transform))
    }

    public func backgroundPreferenceValue<Key: PreferenceKey, V: View>(
        _ key: Key.Type = Key.self, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (Key.Value) -> V
    ) -> some View {
        modifier(PreferenceAttachment<Key, V>(alignment: alignment, isBehind: true, make: transform))
    }
}
