import FasciaLoop
import FasciaModel
import FasciaRender

/// An attached terminal: what is its own, and what it was last sent.
final class Terminal {
    let id: Int
    let client: Client
    let stack: String
    let profile: Profile
    /// Whether its user may do things, or only look.
    let operates: Bool
    var size: CellSize
    var presentation = Presentation()
    /// What was typed since too much of it was on its way to an app; it goes when that has answered.
    var held: Held?
    /// A line over the picture until its user presses the next key.
    var notice: Notice?
    /// What it shows; `nil` before the first picture, and when it has to be drawn anew.
    var shown: CellBuffer?
    /// The number of pictures sent.
    var sequence = 0
    /// When it was sent a picture last.
    var lastFrame: Moment?
    /// The revision that it shows; `nil` when it has to be looked at again whatever the revision.
    var shownRevision: Int?
    var timer: Timer?

    struct Notice {
        var text: String
        /// Something is wrong, and every terminal says so; otherwise it is for this one alone: why it was refused.
        var isIssue: Bool

        init(_ text: String, isIssue: Bool = false) {
            self.text = text
            self.isIssue = isIssue
        }
    }

    init(id: Int, client: Client, stack: String, profile: Profile, operates: Bool, size: CellSize) {
        self.id = id
        self.client = client
        self.stack = stack
        self.profile = profile
        self.operates = operates
        self.size = size
    }

    func cancel() {
        timer?.cancel()
        timer = nil
    }
}
