import FasciaDocument

/// What is known of one bound thing.
public struct BoundState: Hashable, Sendable {
    /// A change that the claimer carries out.
    public struct Running: Hashable, Sendable {
        public enum Phase: Hashable, Sendable {
            /// Nobody has been asked to carry it out.
            case unsent
            /// This client has been asked.
            case sent(to: Int)
            /// That client or the daemon ended during it: the claimer's report decides.
            case interrupted
        }

        public var to: JSON
        /// The value that was shown before.
        var from: JSON
        public var since: Int
        /// The revision that began it, which tells it from an earlier one of the same thing.
        public var revision: Int
        public var phase = Phase.unsent
        /// The name of the claimer that was asked last, or that was to be: another may have claimed the thing since.
        public var asked: String?
        /// Whether it goes back to the fallback.
        public var isFallback = false
        /// Who wants it.
        public var requester: Requester?
        /// Whether its claimer was told of another request, so that it may give the change up. Not in the journal.
        var mayBeGivenUp = false
    }

    /// A request that waits for the end of the running change.
    public struct Queued: Hashable, Sendable {
        public var to: JSON
        public var requester: Requester?
    }

    /// The value to go back to unless the change is confirmed.
    public struct Fallback: Hashable, Sendable {
        public var value: JSON
        /// In milliseconds.
        public var within: Int
        /// Set once the change has been carried out.
        public var deadline: BootTime?
        /// The deadline by the time of day, for people; in milliseconds since 1970.
        public var until = 0
    }

    public struct Progress: Hashable, Sendable {
        public var fraction: Double?
        public var message: String?

        public init(fraction: Double? = nil, message: String? = nil) {
            self.fraction = fraction
            self.message = message
        }
    }

    /// The actual value, as far as it is known; `nil` if it never was.
    public internal(set) var reported: JSON?
    /// The claim under which it was reported.
    var claim = 0
    public internal(set) var running: Running?
    /// Requested while another change is running.
    public internal(set) var queued: Queued?
    /// The claimer cannot read it.
    var unreadable: Note?
    /// The last request failed.
    public internal(set) var failed: Note?
    public internal(set) var fallback: Fallback?
    /// Not in the journal.
    public internal(set) var progress: Progress?
    /// Whether it is of a secret value. Not in the journal, which lacks such a state.
    var isSecret = false

    /// Whether a change is running, or waits for its confirmation.
    var isBusy: Bool { running != nil || fallback?.deadline != nil }

    /// What the panel shows during a change, or after it.
    var wanted: JSON? { queued?.to ?? running?.to ?? reported }
}

/// The condition of a bound thing, for readers.
public struct BoundCondition: Hashable, Sendable {
    /// The words for it. A later one is more important.
    public enum Word: String, CaseIterable, Hashable, Comparable, Sendable {
        case assumed, pending, unconfirmed, unknown, stale, failed

        public static func < (left: Self, right: Self) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// Who carries out its changes.
    public var claimer: String
    public var pending: BoundState.Running?
    public var queued: JSON?
    public var progress: BoundState.Progress?
    /// It was carried out, and goes back unless it is confirmed.
    public var unconfirmed: BoundState.Fallback?
    /// Nothing reads it: what was set last counts as its state.
    public var isAssumed: Bool
    /// Its claimer has never reported it.
    public var isUnknown: Bool
    /// Why it is unknown.
    public var unreadable: Note?
    public var stale: Note?
    public var failed: Note?

    public var words: [Word] {
        let words = Word.allCases.filter { word in
            switch word {
            case .assumed: isAssumed
            case .pending: pending != nil
            case .unconfirmed: unconfirmed != nil
            case .unknown: isUnknown
            case .stale: stale != nil
            case .failed: failed != nil
            }
        }
        // It matters only where nothing else does.
        return words.count > 1 ? words.filter { $0 != .assumed } : words
    }
}

/// A difference in the condition of a bound thing.
public struct BoundChange: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// `next`: what is carried out after it.
        case pending(to: JSON, next: JSON?)
        case confirmed(JSON)
        /// Its claim was released, and ends with its last change.
        case held
        /// It was carried out, and goes back to `back` unless it is confirmed within this time, in milliseconds.
        case unconfirmed(JSON, back: JSON, within: Int)
        case reverted(to: JSON, reason: String)
        /// The last request failed, and another one follows; or the claimer reports a failure.
        case failed(reason: String)
        case reported(JSON)
        case unknown
        case stale(reason: String)
        case progress(BoundState.Progress)
        /// No client carries out its changes any more.
        case released
    }

    public var thing: ThingID
    public var kind: Kind
    /// Whether the value must not be shown.
    public var isSecret = false
    /// Whether the value is volatile or secret, so that the journal holds no reports of it.
    var isOfTransientValue = false

    init(_ thing: ThingID, _ kind: Kind) {
        self.thing = thing
        self.kind = kind
    }
}
