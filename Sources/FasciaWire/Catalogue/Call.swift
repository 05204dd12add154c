import FasciaModel

/// A request that has been checked: what the daemon is asked to do.
///
/// The larger payloads stand behind a pointer, so that the frequent small ones are cheap to hand on.
public enum Call: Hashable, Sendable {
    case apply(Command, MutationOptions)
    /// All or none. Separate from `apply`, because each command has a result of its own.
    case batch([Command], MutationOptions)

    indirect case hello(Hello)
    case status
    case describe(method: String?)
    case reload
    case shutdown
    /// Answered when everything before it has been sent.
    case sync

    case navGet(stack: String)
    /// One group or option, or all groups.
    case toggleGet(id: String?)
    /// One picker, or all.
    case pickerGet(id: String?)
    case valueGet(ValueSelection)
    case screenGet(id: String)
    case screenList

    indirect case actionSend(ActionSend)
    indirect case actionBind(ActionBindings.Scope, names: [String])
    /// No names: all of them.
    indirect case actionUnbind(ActionBindings.Scope, names: [String])

    indirect case issueReport(IssueReport)

    indirect case watchStart(WatchStart)
    case watchStop(watch: Int)
    indirect case historyGet(HistoryGet)

    /// With a terminal: what that one shows, and what has the focus there.
    case uiTree(stack: String, terminal: Int? = nil, details: Bool = false)
    /// `node` is an id or a label.
    case uiTap(stack: String, node: String)
    indirect case uiSet(stack: String, node: String, value: JSON)
    indirect case uiRender(UIRender)
    indirect case uiWait(UIWait)

    indirect case terminalAttach(TerminalAttach)
    case terminalKey(terminal: Int, key: String)
    indirect case terminalMouse(TerminalMouse)
    case terminalPaste(terminal: Int, text: String)
    case terminalResize(terminal: Int, columns: Int, rows: Int)
    case terminalDetach(terminal: Int)

    case pluginList
    case pluginLoad(id: String)
    case pluginUnload(id: String)
    case pluginReload(id: String)
}

/// Who is there, and which versions of the protocol it speaks.
public struct Hello: Hashable, Sendable {
    public var minimum = 1
    public var maximum = 1
    /// What the program calls itself; it stands in the cause of its events.
    public var name: String?

    public init(minimum: Int = 1, maximum: Int = 1, name: String? = nil) {
        self.minimum = minimum
        self.maximum = maximum
        self.name = name
    }
}

/// Which values.
public enum ValueSelection: Hashable, Sendable {
    case all
    case key(String)
    case prefix(String)
}

/// The place in the stream of events of one daemon's state: `K7Q2:42`.
public struct Cursor: Hashable, Sendable, CustomStringConvertible {
    /// Names the state that the revisions count; a new one begins when the state is lost or made anew.
    public var epoch: String
    public var revision: Int

    public init(epoch: String, revision: Int) {
        self.epoch = epoch
        self.revision = revision
    }

    /// `nil` for what is not a cursor.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
            let revision = Int(text[text.index(after: colon)...]), revision >= 0
        else { return nil }
        self.init(epoch: String(text[..<colon]), revision: revision)
    }

    public var description: String { "\(epoch):\(revision)" }
}

public struct WatchStart: Hashable, Sendable {
    public var topics = TopicFilter.all
    /// Go on from there instead of from now.
    public var since: Cursor?
    /// Also give the whole state at the cursor.
    public var snapshot = false
    /// When the watcher is slow, fold the changes of one thing to the latest.
    public var coalesce = false

    public init() {}
}

public struct HistoryGet: Hashable, Sendable {
    /// Events after this revision.
    public var since: Int?
    /// At most so many, the latest ones.
    public var limit = 100
    /// Only events that changed this thing: an option, a group, a value, a stack, a screen.
    public var id: String?

    public init() {}
}

/// What the user did, for the parent of an entry.
public struct ActionSend: Hashable, Sendable {
    public var entry = EntryID("")
    public var name = ""
    public var payload = JSON.null

    public init() {}

    public init(entry: EntryID, name: String, payload: JSON = .null) {
        self.entry = entry
        self.name = name
        self.payload = payload
    }
}

/// What a program has found wrong in itself.
public struct IssueReport: Hashable, Sendable {
    public var severity = Issue.Severity.error
    public var message = ""
    public var breadcrumbs: JSON.Object = [:]
    /// Where it is.
    public var place: ActionBindings.Scope?

    public init() {}

    public init(
        _ severity: Issue.Severity, _ message: String, breadcrumbs: JSON.Object = [:],
        at place: ActionBindings.Scope? = nil
    ) {
        self.severity = severity
        self.message = message
        self.breadcrumbs = breadcrumbs
        self.place = place
    }
}

public struct UIRender: Hashable, Sendable {
    public enum Renderer: String, CaseIterable, Hashable, Sendable {
        case text, ansi
    }

    public var stack = "main"
    public var renderer = Renderer.text
    public var columns = 80
    public var rows = 24
    public var colors = ColorDepth.none
    /// The picture of this terminal as it is, with its focus and its scrolling, instead of one of the stack.
    public var terminal: Int?

    public init() {}
}

/// How many colours a terminal can show.
public enum ColorDepth: String, CaseIterable, Hashable, Sendable {
    case none
    case ansi16 = "16"
    case ansi256 = "256"
    case trueColor = "true"
}

public struct UIWait: Hashable, Sendable {
    public enum Condition: Hashable, Sendable {
        case toggle(id: String, state: GroupState)
        case value(key: String, equals: JSON)
        /// That screen is on top of the stack.
        case screen(String)
        /// A node with this id or label is visible and, where a role and a value are given, has them. `gone`: none is.
        case node(String, role: String? = nil, value: JSON?, gone: Bool = false)
        /// That entry is on top of the stack.
        case entry(EntryID)
        /// These words are to be seen in a picture, or, where they are `gone`, are not.
        case text(String, gone: Bool = false, in: UIRender)
    }

    public var stack = "main"
    public var condition: Condition
    /// In seconds.
    public var timeout: Double

    public init(_ condition: Condition, stack: String = "main", timeout: Double = 10) {
        self.condition = condition
        self.stack = stack
        self.timeout = timeout
    }
}

public struct TerminalAttach: Hashable, Sendable {
    public enum Mode: String, CaseIterable, Hashable, Sendable {
        case operate, view
    }

    /// Light letters on a dark ground, or dark ones on a light one.
    public enum Scheme: String, CaseIterable, Hashable, Sendable {
        case dark, light
    }

    /// Control sequences that not every terminal obeys; without them a picture takes more bytes.
    public enum Feature: String, CaseIterable, Hashable, Sendable {
        /// ECH.
        case erase
        /// IL and DL.
        case lines
        /// REP.
        case `repeat`
        /// Mode 2026.
        case synchronized
    }

    public var columns = 80
    public var rows = 24
    public var colors = ColorDepth.none
    public var unicode = true
    public var features: [Feature] = []
    public var stack = "main"
    public var mode = Mode.operate
    /// What the terminal's own colours are like.
    public var scheme = Scheme.dark
    /// Whether its last row, where there is room for it, says how things are.
    public var status = false
    /// The terminal whose stack, focus and place it shows; 0 for the one that does something last.
    public var follow: Int?
    /// What its user calls it: `/dev/pts/3`.
    public var tty: String?
    /// Say with the frames where it is.
    public var isResumable = false
    /// Where it was.
    public var resume: TerminalPlace?

    public init() {}
}

/// A gesture of the mouse, in cells from the top left, which is 0, 0.
public struct TerminalMouse: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case press, release, wheelUp, wheelDown, move
    }

    public enum Button: String, CaseIterable, Hashable, Sendable {
        case left, middle, right
    }

    public var terminal = 0
    public var kind = Kind.press
    public var column = 0
    public var row = 0
    public var button = Button.left

    public init() {}
}
