/// What a client asks for with `bind.claim`.
public struct ClaimRequest: Hashable, Sendable {
    /// More are claimed with several requests, between which others are served.
    public static let mostIDs = 1_000

    public var ids: [ThingPattern] = []
    /// How long a change may take to be carried out, in milliseconds.
    public var timeout = 10_000
    /// The number of changes that the client carries out at once.
    public var atMost = 1
    /// Whether a change that was interrupted is carried out again when the client is back.
    public var retry = false
    /// Whether these things have no status to read. Their state is the last value set, so it is never unknown.
    public var isAssumed = false
    /// A change goes back unless it is confirmed within this time, in milliseconds.
    public var revertWithin: Int?
    /// The things with changes that the client still carries out, which it was asked for over an earlier connection. It reports
    /// their outcomes. Used once, when the claim is made; never stored.
    public var running: [ThingID] = []

    public init() {}
}

/// The binding of things to the client that carries out their changes.
public struct Claim: Hashable, Sendable {
    /// Never reused.
    public internal(set) var number: Int
    /// The number of its connection.
    public internal(set) var client: Int
    /// Its user, for the user's share of all claims; `nil` for the daemon itself, and for a claim of an imported state.
    public internal(set) var uid: Int?
    /// The client's name and process.
    public internal(set) var name: String
    public internal(set) var request: ClaimRequest
    public internal(set) var since: Int
    /// When and why the client has gone; `nil` while it is connected.
    public internal(set) var left: Note?
    /// Whether it was released, and ends with the last changes of its things.
    public internal(set) var isEnding = false
    /// Since when the client, which is connected, does not answer. Not in the journal.
    public internal(set) var silent: Note?
    /// Whether nobody was told of `left` or `silent`, because the journal could not be written then.
    var isUntold = false

    public var ids: [ThingPattern] { request.ids }
    /// In milliseconds.
    public var timeout: Int { request.timeout }
    public var atMost: Int { request.atMost }
}

/// A reason, and when it occurred.
public struct Note: Hashable, Sendable {
    public var reason: String
    /// In milliseconds since 1970.
    public var time: Int

    /// The reason is for people and is cut if it is long.
    init(_ reason: String, at time: Int) {
        self.reason = reason.utf8.count <= Self.longest ? reason : Self.cut(reason)
        self.time = time
    }

    /// In bytes.
    private static let longest = 1_024

    private static func cut(_ reason: String) -> String {
        var cut = ""
        for character in reason {
            guard cut.utf8.count + character.utf8.count + "…".utf8.count <= longest else { break }
            cut.append(character)
        }
        return cut + "…"
    }
}

/// A moment of CLOCK_BOOTTIME, which counts from boot, includes suspension, and cannot be set.
public struct BootTime: Hashable, Sendable {
    /// Differs after each start of the machine.
    public var boot: String
    public var milliseconds: Int

    public init(boot: String, milliseconds: Int) {
        self.boot = boot
        self.milliseconds = milliseconds
    }

    /// The time from `now` to this moment, in milliseconds; 0 if it is over, or if the machine was restarted before a
    /// confirmation.
    public func remaining(at now: BootTime) -> Int {
        boot == now.boot ? max(0, milliseconds - now.milliseconds) : 0
    }
}

/// Who gives a command, and when. The model has no clock of its own.
public struct Sender: Hashable, Sendable {
    /// The user, for an undo of this user's changes.
    public var uid: Int?
    /// The number of the connection.
    public var client: Int?
    /// For people.
    public var name: String
    /// In milliseconds since 1970.
    public var time: Int
    public var bootTime: BootTime
    /// The changes of the command go back unless they are confirmed within this time, in milliseconds.
    public var revertWithin: Int?
    /// The request, for whoever carries its changes out.
    public var requester: Requester?
    /// The groups of switches among those that it sets that somebody else has declared. It cannot report their states.
    public var foreignGroups: Set<String> = []

    /// Whether it handles actions: what it declares is published, as its screens are.
    public var isApp = false

    public init(
        uid: Int? = nil, client: Int? = nil, name: String = "", time: Int = 0,
        bootTime: BootTime = BootTime(boot: "", milliseconds: 0), revertWithin: Int? = nil, requester: Requester? = nil
    ) {
        self.uid = uid
        self.client = client
        self.name = name
        self.time = time
        self.bootTime = bootTime
        self.revertWithin = revertWithin
        self.requester = requester
    }
}
