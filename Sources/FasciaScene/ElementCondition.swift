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

extension BoundCondition {
    var parts: [ElementCondition] {
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
