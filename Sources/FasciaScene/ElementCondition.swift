import FasciaDocument
import FasciaModel

/// A part of the condition of the bound thing that an element shows.
public struct ElementCondition: Hashable, Sendable {
    public typealias Word = BoundCondition.Word

    public var word: Word
    /// Shown below the element: why the last request failed, why the state is stale or unknown, or what the claimer does. Empty for other
    /// conditions.
    public var note: String

    public init(_ word: Word, note: String = "") {
        self.word = word
        self.note = note
    }
}

extension Panel {
    /// What is told of the condition of a thing.
    func shownCondition(of thing: ThingID) -> [ElementCondition] {
        let awaited = awaitedApproval(of: thing).map { [ElementCondition(.pending, note: $0.text)] } ?? []
        guard var parts = condition(of: thing)?.parts else { return awaited }
        switch thing {
        // A secret is not shown, known or not; and a field holds what was typed.
        case .value(let key): parts.removeAll { $0.word == .assumed || $0.word == .unknown && isSecret(value: key) }
        // Without a selection, nothing was set that could be assumed.
        case .picker: if shownValue(of: thing) == JSON.null { parts.removeAll { $0.word == .assumed } }
        case .option: break
        }
        // What runs is more important than what may.
        return parts.contains { $0.word == .pending } ? parts : awaited + parts
    }

    /// Whether nobody knows the state of a thing, so that none is shown. While a change is pending, what is wanted is shown.
    func isUnknown(_ thing: ThingID) -> Bool {
        if case .value(let key) = thing, isSecret(value: key) { return false }
        return condition(of: thing).map { $0.isUnknown && $0.pending == nil } ?? false
    }

    /// The words for the conditions of a group's switches: the most important one, after unknown if one of them is.
    /// O(options).
    func conditionWords(ofGroup id: String) -> [BoundCondition.Word] {
        guard let word = conditionWord(ofGroup: id) else { return [] }
        guard word > .unknown, let tree = toggleTree(id), hasUnknown(tree) else { return [word] }
        return [.unknown, word]
    }

    private func hasUnknown(_ tree: ToggleTree) -> Bool {
        guard let options = tree.options else { return isUnknown(.option(tree.info.id)) }
        return options.contains { hasUnknown($0) }
    }
}

extension BoundCondition {
    fileprivate var parts: [ElementCondition] {
        words.map { word in
            switch word {
            case .pending: ElementCondition(word, note: progress?.text ?? "")
            case .failed: ElementCondition(word, note: failed?.reason ?? "")
            case .stale: ElementCondition(word, note: stale?.reason ?? "")
            case .unknown: ElementCondition(word, note: unreadable?.reason ?? "")
            case .assumed, .unconfirmed: ElementCondition(word)
            }
        }
    }
}

extension BoundState.Progress {
    /// For example `40 %: reads the package lists`.
    fileprivate var text: String {
        [fraction.map { "\(Int((min(max($0, 0), 1) * 100).rounded())) %" }, message].compactMap { $0 }.joined(separator: ": ")
    }
}
