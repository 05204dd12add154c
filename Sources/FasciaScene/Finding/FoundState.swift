import FasciaDocument
import FasciaModel

/// The state of something that can be found, and how certain it is.
public struct FoundState: Hashable, Sendable {
    /// Told instead of a state that nobody knows, as `fascia get` does.
    public static let unknown = "unknown"

    /// Such as `on`, `Red` or `42`; empty for a secret.
    public var text: String
    /// The words for its condition; empty if it is certain.
    public var conditions: [BoundCondition.Word] = []
    /// Whether nobody knows it, which the text says then.
    public var isUnknown = false

    /// The state with its condition: `on (stale)`.
    public var shown: String {
        let words = conditions.filter { $0 != .unknown || !isUnknown }.map(\.rawValue)
        return words.isEmpty || text.isEmpty ? text : "\(text) (\(words.joined(separator: ", ")))"
    }
}

extension Panel {
    /// The current state of the thing with this address; `nil` if its state is not one of the panel.
    ///
    /// - Parameter format: how a value is written.
    public func foundState(of address: FindAddress, _ format: ValueFormat? = nil) -> FoundState? {
        guard let text = findableText(of: address, format), let thing = address.thing else { return nil }
        guard !claims.isEmpty else { return FoundState(text: text) }
        let isGroup = address.space == .switch && toggle(address.name)?.isGroup == true
        let words = isGroup ? conditionWords(ofGroup: address.name) : shownCondition(of: thing).map(\.word)
        let hasNone = isGroup ? words.contains(.unknown) && !isCertainlyMixed(address.name) : isUnknown(thing)
        return FoundState(text: hasNone ? FoundState.unknown : text, conditions: words, isUnknown: hasNone)
    }

    /// The text of `foundState`.
    public func findableState(of address: FindAddress, _ format: ValueFormat? = nil) -> String? {
        foundState(of: address, format)?.text
    }

    private func findableText(of address: FindAddress, _ format: ValueFormat?) -> String? {
        let id = address.name
        return switch address.space {
        case .switch: toggle(id)?.state?.rawValue
        case .picker:
            pickerComponent(id).map { component in
                component.elements.first { $0.id == component.selection }?.label ?? ""
            }
        case .value: value(id).map { isSecret(value: id) ? "" : format?.text($0) ?? $0.displayText }
        case .screen, .question, .node: nil
        }
    }

    /// Whether some switches of a group are known to be on, and some to be off, whatever the others are.
    private func isCertainlyMixed(_ group: String) -> Bool {
        toggleTree(group).map { knownStates($0).count > 1 } ?? false
    }

    private func knownStates(_ tree: ToggleTree) -> Set<GroupState> {
        guard let options = tree.options else {
            return isUnknown(.option(tree.info.id)) ? [] : Set([tree.info.state].compactMap(\.self))
        }
        return options.reduce(into: []) { $0.formUnion(knownStates($1)) }
    }
}
