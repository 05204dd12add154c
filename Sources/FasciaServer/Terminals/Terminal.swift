import FasciaInteraction
import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaWire

/// An attached terminal: its own state, and what it was last sent.
final class Terminal {
    let id: Int
    let client: Client
    /// The stack shown; that of the leader if the terminal follows one.
    var stack: String
    let capabilities: TerminalCapabilities
    /// Whether its user may operate the panel, or only view it.
    let operates: Bool
    /// The parameters of `terminal.attach`, with the current size.
    private(set) var attach: TerminalAttach
    /// The bytes of the view state that it was attached with.
    let viewBytes: Int
    /// View state to restore when its entries appear.
    var unrestored: [TerminalViewState.Entry]
    /// The view state last sent to the client.
    var sentViewState: TerminalViewState?
    /// The terminal that this one follows.
    var follows: Leader?
    /// What others have opened while its user was in the middle of something.
    var held: Held?
    /// The question over its picture, and those that wait.
    var questions = TerminalQuestions()
    /// The sheets that its user has closed for this terminal alone.
    var closed: Set<EntryID> = []
    /// The clients whose screens are the outcome of its last input.
    var awaited: Set<Int> = []
    /// When its user has last pressed something.
    var lastInput: Moment?
    /// Order of the last input among all terminals.
    var inputOrder = 0
    var size: CellSize {
        didSet {
            (attach.columns, attach.rows) = (size.columns, size.rows)
        }
    }
    /// Order of the last attach or resize among all terminals. Of the terminals that show a stack, the one with the
    /// highest number determines the room.
    var sizeOrder: Int
    /// The sizes already sent as `geometry`, and the client id of the publisher that received each.
    var sentSizes: [SizeMismatch: Int] = [:]
    var state = TerminalState()
    /// The edit held until an earlier one is answered.
    var heldEdit: TerminalAction?
    /// Messages over the picture.
    var banners = Banners()
    /// Runs until the banner shown expires.
    var bannerTimer: (expiry: Moment, timer: Timer)?
    /// The last issue that existed when its user dismissed all; the footer shows later ones only.
    var dismissedIssue = 0
    /// Whether the last row is a footer, if there is room.
    let wantsFooter: Bool
    /// Unanswered actions by element: their number, and since when.
    var unanswered: [ElementID: Unanswered] = [:]
    /// The visible rows of lazily loaded lists.
    var visibleRows: [VisibleRows] = []
    /// The last picture sent; `nil` if the next frame has to be a full one.
    var lastPicture: CellBuffer?
    /// The layout and state of the last picture sent, whether or not the client has read it.
    var lastLayout: DisplayedLayout?
    /// Number of frames sent.
    var sequence = 0
    /// The last frame of the previous process, and the revision that it shows; `nil` once this process has sent one.
    var handedOver: (frame: Int, revision: Int)?
    /// What the latest frames showed.
    var glass = GlassLog()
    /// The keys of the footer that was sent last, and the first frame that showed them there; `nil` before the first frame.
    var footerKeys: (shown: [Footer.KeyPlace], since: Int)?
    /// How often the focus has left an element that went away.
    var focusMoves = 0
    var lastKey: Moment?
    var lastFrame: Moment?
    /// The revision of the last picture; `nil` if the terminal has to be redrawn at any revision.
    var shownRevision: Int?
    /// Runs while a button is pressed that may become a long press.
    var longPressTimer: Timer?

    struct Unanswered {
        var count: Int
        let since: Moment
    }

    init(id: Int, client: Client, _ attach: TerminalAttach, sizeOrder: Int) {
        self.id = id
        self.client = client
        self.attach = attach
        self.sizeOrder = sizeOrder
        stack = attach.stack
        capabilities = TerminalCapabilities(attach)
        operates = attach.mode == .operate
        size = CellSize(pictureOf: attach.columns, attach.rows)
        wantsFooter = attach.status
        unrestored = attach.resume?.entries ?? []
        viewBytes = attach.viewBytes
        follows = attach.follow.map(Leader.init)
    }

    /// The size without the footer.
    var contentSize: CellSize { CellSize(columns: size.columns, rows: size.rows - footerRows) }

    var footerRows: Int { wantsFooter ? Footer.rows(in: size) : 0 }

    var shape: FrameRenderer.Shape {
        FrameRenderer.Shape(
            stack: stack, size: contentSize, unicode: capabilities.unicode, permit: client.permit.isLimited ? client.permit : nil,
            view: view, refusals: state.refusals)
    }

    /// Whether a client may see what is being typed at this terminal: only its own user and the owner of the panel may.
    func isVisible(to other: Client) -> Bool {
        if client === other || other.permit.ownsPanel { return true }
        // Another program of the same user may see less.
        return client.peer.userID == other.peer.userID && (!other.permit.hides || other.permit == client.permit)
    }

    /// Makes a frame due even if the revision has not changed.
    func redraw() { shownRevision = nil }

    /// Counts an action that was sent from an element and is unanswered.
    func actionSent(from element: ElementID) {
        unanswered[element, default: Unanswered(count: 0, since: .now)].count += 1
    }

    /// Counts down: the app has answered, or no answer will come.
    func actionAnswered(from element: ElementID) {
        unanswered[element]?.count -= 1
        guard unanswered[element]?.count == 0 else { return }
        unanswered[element] = nil
        state.pending.remove(element)
    }

    func cancelTimers() {
        longPressTimer?.cancel()
        longPressTimer = nil
        bannerTimer?.timer.cancel()
        bannerTimer = nil
        held?.timer?.cancel()
        held = nil
    }
}

extension TerminalAttach {
    /// The bytes of the view state, as JSON.
    var viewBytes: Int {
        guard let resume, !resume.entries.isEmpty else { return 0 }
        var writer = JSONWriter()
        writer.write(resume.json)
        return writer.bytes.count
    }
}

extension Terminal {
    /// The focus has left an element that went away.
    ///
    /// - Parameter isTyping: whether its user was in the middle of a text there. They see it only after some more letters.
    func loseFocus(isTyping: Bool) {
        focusMoves += 1
        guard isTyping else { return }
        questions.lostInput = .now
        banners.show("What you typed into has gone: keys count again after a pause")
    }
}
