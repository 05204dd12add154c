import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaWire

/// An attached terminal: what is its own, and what it was last sent.
final class Terminal {
    let id: Int
    let client: Client
    /// Another one's where it follows that.
    var stack: String
    let profile: TerminalCapabilities
    /// Whether its user may do things, or only look.
    let operates: Bool
    /// How it was attached, with its present size.
    private(set) var attach: TerminalAttach
    /// Where it was in what has not been shown to it again yet.
    var places: [TerminalViewState.Entry]
    /// The place that it was told last.
    var placeTold: TerminalViewState?
    /// Whom it follows.
    var follows: Leader?
    /// The larger, the later somebody has done something there.
    var lastUse = 0
    var size: CellSize {
        didSet {
            (attach.columns, attach.rows) = (size.columns, size.rows)
        }
    }
    /// Counts the sizes that terminals have had: of those that show a stack, the one with the last of them says how
    /// much room there is.
    var sizing: Int
    /// What whoever has published it knows to have another room here, and which client that is.
    var told: [SizeMismatch: Int] = [:]
    var presentation = TerminalState()
    /// What was typed since too much of it was on its way to an app; it goes when that has answered.
    var held: Held?
    /// Words over the picture until its user presses the next key.
    var banners = Banners()
    /// Whether its last row says how things are, where there is room for that.
    let wantsStatus: Bool
    /// What its user did and nobody has answered yet: how often, and since when.
    var unanswered: [TerminalState.ElementID: Unanswered] = [:]
    /// Which of many rows are in its sight.
    var rowsSeen: [VisibleRows] = []
    /// What it shows; `nil` before the first picture, and when it has to be drawn anew.
    var shown: CellBuffer?
    /// What the picture that it was sent last is of, whether or not its client has read that yet.
    var seen: DisplayedLayout?
    /// The number of pictures sent.
    var sequence = 0
    /// When its user pressed a key last.
    var lastKey: Moment?
    /// When it was sent a picture last.
    var lastFrame: Moment?
    /// The revision that it shows; `nil` when it has to be looked at again whatever the revision.
    var shownRevision: Int?
    /// Runs while the mouse's button is down and a long press may come of it.
    var holdTimer: Timer?

    struct Unanswered {
        var count: Int
        let since: Moment
    }

    init(id: Int, client: Client, _ attach: TerminalAttach, sizing: Int) {
        self.id = id
        self.client = client
        self.attach = attach
        self.sizing = sizing
        stack = attach.stack
        profile = TerminalCapabilities(attach)
        operates = attach.mode == .operate
        size = CellSize(pictureOf: attach.columns, attach.rows)
        wantsStatus = attach.status
        places = attach.resume?.entries ?? []
        follows = attach.follow.map(Leader.init)
    }

    /// What is left of it for the picture of its stack.
    var room: CellSize { CellSize(columns: size.columns, rows: size.rows - statusRows) }

    var statusRows: Int { wantsStatus ? StatusLine.rows(in: size) : 0 }

    var shape: FrameRenderer.Shape { FrameRenderer.Shape(stack: stack, size: room, unicode: profile.unicode) }

    func cancel() {
        holdTimer?.cancel()
        holdTimer = nil
    }
}
