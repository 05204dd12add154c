import FasciaDocument
import FasciaModel

/// Something in the panel that can be found and operated by name.
public struct Findable: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case screen, group, `switch`, picker, value, button
        /// An item of a menu.
        case command
        /// One that nobody has answered.
        case question
    }

    /// A node of a screen.
    public struct Place: Hashable, Sendable {
        /// The id of the published screen.
        public var screen: String
        public var node: String
    }

    /// Unique in the panel.
    public var address: FindAddress
    public var kind: Kind
    public var title: String
    /// What it shows, such as `on`, `Red` or `42`; empty for something without a state.
    public var state: String
    /// The words for the condition of what it shows; empty if that is certain.
    public internal(set) var conditions: [BoundCondition.Word] = []
    /// Whether nobody knows its state, which says so then.
    public internal(set) var isUnknown = false
    /// Its condition, if it is a single thing that is bound.
    public internal(set) var condition: BoundCondition?
    /// How the state of a value is written.
    public var format: ValueFormat?
    /// The titles around it: of its screen, and of its group or menu.
    public var path: [String]
    /// Where it is shown; `nil` if no screen shows it.
    public var place: Place?
    /// What operating it does; `nil` if it can only be shown.
    public var activation: Activation?
    /// The options of a picker.
    public var options: Options?
    /// Whether its author calls the operation destructive: it is shown rather than executed.
    public var isDestructive = false

    public init(
        _ kind: Kind, address: FindAddress, title: String, state: String = "", path: [String] = [], place: Place? = nil,
        activation: Activation? = nil
    ) {
        self.kind = kind
        self.address = address
        self.title = title
        self.state = state
        self.path = path
        self.place = place
        self.activation = activation
    }

    /// The state with its condition: `on (stale)`.
    public var shownState: String { FoundState(text: state, conditions: conditions, isUnknown: isUnknown).shown }

    /// Takes over how certain its state is.
    public mutating func noteCondition(in panel: Panel) {
        guard let found = panel.foundState(of: address, format) else { return }
        if found.isUnknown || isUnknown { state = found.text }
        (conditions, isUnknown) = (found.conditions, found.isUnknown)
        condition = address.thing.flatMap { panel.condition(of: $0) }
    }

    /// The texts that a search looks at, the most important first.
    var texts: [String] { [title, address.name, path.joined(separator: " ")] }
}

/// What can be found.
public struct Findables: Sendable {
    public let all: [Findable]
    /// Whether it has all things of the panel.
    public let isComplete: Bool

    public init(_ all: [Findable], isComplete: Bool = true) {
        self.all = all
        self.isComplete = isComplete
    }

    /// The most things that are compared closely. A query that finds more is not finished.
    static let maximumScored = 500

    /// The things that match a query, the best first; all of them, in their order, for an empty query.
    ///
    /// - Returns: `isComplete` if all that match are among them.
    public func matching(_ query: String) -> (things: [Findable], isComplete: Bool) {
        let match = FuzzyMatch(query)
        if match.isEmpty { return (all, isComplete) }
        let candidates = all.indices.filter { match.mayMatch([all[$0].title, all[$0].address.name], path: all[$0].path) }
        let isWhole = candidates.count <= Self.maximumScored
        let compared = isWhole ? candidates[...] : likeliest(candidates, for: match)
        let scored = compared.compactMap { index in
            match.score(all[index].texts.map(FuzzyText.init)).map { (score: $0, index: index) }
        }
        // Of equal matches the shorter title comes first, because more of it matches.
        let sorted = scored.sorted {
            ($1.score, all[$0.index].title.utf8.count, $0.index) < ($0.score, all[$1.index].title.utf8.count, $1.index)
        }
        return (sorted.map { all[$0.index] }, isWhole && isComplete)
    }

    /// As many of them as are compared closely: those with all words in the title, then in the name, then the others.
    private func likeliest(_ candidates: [Int], for match: FuzzyMatch) -> ArraySlice<Int> {
        var (inTitle, inName, others): ([Int], [Int], [Int]) = ([], [], [])
        for index in candidates where inTitle.count < Self.maximumScored {
            if match.isIn(all[index].title) {
                inTitle.append(index)
            } else if match.isIn(all[index].address.name) {
                inName.append(index)
            } else {
                others.append(index)
            }
        }
        return (inTitle + inName + others).prefix(Self.maximumScored)
    }
}
