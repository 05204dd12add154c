import FasciaDocument
import FasciaModel

/// A validated request.
///
/// Large payloads are `indirect`, which keeps the frequent small calls small.
public enum Call: Hashable, Sendable {
    case apply(Command, MutationOptions)
    /// All commands or none. Separate from `apply`, because each command has its own result.
    case batch([Command], MutationOptions)

    indirect case hello(Hello)
    case status
    case describe(method: String?)
    case reload
    case shutdown
    /// Replied to when everything before it has been sent.
    case sync

    case navGet(stack: String)
    /// One group or option; `nil` for all groups.
    case toggleGet(id: String?)
    /// One picker; `nil` for all.
    case pickerGet(id: String?)
    case valueGet(ValueSelection)
    case screenGet(id: String)
    case screenList

    indirect case actionSend(ActionSend)
    indirect case actionBind(ActionBindings.Scope, names: [String])
    /// Empty `names` removes all.
    indirect case actionUnbind(ActionBindings.Scope, names: [String])

    /// Answered when the claimer has read it.
    indirect case bindPoll(ThingID)

    /// `nil` for all questions.
    case askList(id: String?)
    indirect case askProgress(AskProgress)

    indirect case issueReport(IssueReport)
    /// `nil` for all issues.
    case issueClear(id: Int?)

    case logAppend(LogAppend)

    indirect case accessTry(AccessTrial)

    indirect case watchStart(WatchStart)
    case watchStop(watch: Int)
    indirect case historyGet(HistoryGet)

    /// With a terminal: what that terminal shows, and which node has its focus.
    case uiTree(stack: String, terminal: Int? = nil, details: Bool = false)
    /// `node` is an id or a label.
    case uiTap(stack: String, node: String)
    indirect case uiSet(stack: String, node: String, value: JSON)
    indirect case uiRender(UIRender)
    indirect case uiFind(UIFind)
    case uiOpen(stack: String, address: String)
    indirect case uiWait(UIWait)

    indirect case terminalAttach(TerminalAttach)
    case terminalKey(terminal: Int, key: String, frame: Int? = nil)
    indirect case terminalMouse(TerminalMouse)
    case terminalPaste(terminal: Int, text: String, frame: Int? = nil)
    case terminalResize(terminal: Int, columns: Int, rows: Int)
    case terminalDetach(terminal: Int)

    case pluginList
    case pluginLog(id: String)
    case pluginLoad(id: String)
    case pluginUnload(id: String)
    case pluginReload(id: String)
}

/// The client's name and the protocol versions it supports.
public struct Hello: Hashable, Sendable {
    public var minimum = 1
    public var maximum = 1
    /// The program's name, which becomes part of the cause of its events.
    public var name: String?
    /// Why it makes its changes, where a request does not say so itself.
    public var reason: String?
    /// The user for whom it acts, if the access file lets it.
    public var actFor: String?

    public init(minimum: Int = 1, maximum: Int = 1, name: String? = nil) {
        self.minimum = minimum
        self.maximum = maximum
        self.name = name
    }
}

/// The values to read.
public enum ValueSelection: Hashable, Sendable {
    case all
    case key(String)
    case prefix(String)
}

/// A position in the event stream of a panel's state, such as `K7Q2:42`.
public struct Cursor: Hashable, Sendable, CustomStringConvertible {
    /// Identifies the state that the revisions count. A lost or replaced state gets a new epoch.
    public var epoch: String
    public var revision: Int

    public init(epoch: String, revision: Int) {
        self.epoch = epoch
        self.revision = revision
    }

    /// `nil` if the text is not a cursor.
    public init?(_ text: String) {
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), colon != text.startIndex,
            let revision = Int(text[text.index(after: colon)...]), revision >= 0
        else { return nil }
        self.init(epoch: String(text[..<colon]), revision: revision)
    }

    public var description: String { "\(epoch):\(revision)" }
}

public struct WatchStart: Hashable, Sendable {
    public var topics = TopicFilter.all
    /// The cursor to continue from; `nil` starts with the next event.
    public var since: Cursor?
    /// Whether to return the whole state at the cursor.
    public var snapshot = false
    /// Whether a slow watcher gets only the latest change of each subject.
    public var coalesce = false

    public init() {}
}

public struct HistoryGet: Hashable, Sendable {
    /// Only events after this revision.
    public var since: Int?
    /// The maximum number of events; the latest are returned.
    public var limit = 100
    /// Only events that changed this switch, group, value, stack or screen.
    public var id: String?
    /// Only changes that match.
    public var topics = TopicFilter.all
    /// Only events that this user caused.
    public var uid: Int?

    public init() {}
}

/// An action for the parent of an entry.
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

/// How far something is that a question of the kind `gauge` or `spin` shows.
public struct AskProgress: Hashable, Sendable {
    public var id = ""
    /// `nil` for the same as before.
    public var percent: Int?
    public var text: String?
    /// In bytes.
    public static let longestText = 4_096

    init() {}
}

/// A problem that a client program reports about itself.
public struct IssueReport: Hashable, Sendable {
    public var severity = Issue.Severity.error
    public var message = ""
    public var breadcrumbs: JSON.Object = [:]
    /// The screen or entry it is about.
    public var scope: ActionBindings.Scope?

    public init() {}

    public init(
        _ severity: Issue.Severity, _ message: String, breadcrumbs: JSON.Object = [:],
        at scope: ActionBindings.Scope? = nil
    ) {
        self.severity = severity
        self.message = message
        self.breadcrumbs = breadcrumbs
        self.scope = scope
    }
}

public struct UIRender: Hashable, Sendable {
    public enum Renderer: Hashable, Sendable {
        case text, ansi, json, cells
        /// The plugin with this name.
        case plugin(String)
    }

    public var stack = "main"
    public var renderer = Renderer.text
    public var columns = 80
    public var rows = 24
    public var colors = ColorDepth.none
    public var unicode = true
    /// The terminal whose current picture to return, with its focus and scrolling, instead of rendering a stack.
    public var terminal: Int?

    public init() {}
}

extension UIRender.Renderer {
    static let builtIn: [(name: String, renderer: Self)] = [("text", .text), ("ansi", .ansi), ("json", .json), ("cells", .cells)]

    static let schema = Schema<String>.name.map { name in
        builtIn.first { $0.name == name }?.renderer ?? .plugin(name)
    } back: { renderer in
        if case .plugin(let name) = renderer { return name }
        return builtIn.first { $0.renderer == renderer }?.name ?? ""
    }
}

/// What to search for in the panel.
public struct UIFind: Hashable, Sendable {
    public var query: String
    public var stack: String
    public var limit: Int

    public init(_ query: String, stack: String = "main", limit: Int = 20) {
        self.query = query
        self.stack = stack
        self.limit = limit
    }
}

public struct UIWait: Hashable, Sendable {
    public enum Condition: Hashable, Sendable {
        case toggle(id: String, state: GroupState)
        case value(key: String, ValueTest)
        /// A question is asked, or with `gone`, has ended. `nil` is any question.
        case question(id: String?, gone: Bool = false)
        /// This screen is on top of the stack.
        case screen(String)
        /// A node with this id or label is visible and has the role and the value, if given. `gone`: no such node is
        /// visible.
        case node(String, role: String? = nil, value: JSON?, gone: Bool = false)
        /// This entry is on top of the stack.
        case entry(EntryID)
        /// The text is visible in a picture, or with `gone`, is not.
        case text(String, gone: Bool = false, in: UIRender)
    }

    /// What a value is waited for to be.
    public enum ValueTest: Hashable, Sendable {
        case equals(JSON), not(JSON)
        /// A number that is greater or less.
        case above(Double), below(Double)
        /// Another one than when the wait began.
        case changed
    }

    public var stack = "main"
    public var condition: Condition
    /// In seconds.
    public var timeout: Double
    /// Whether to fail at once if the switch, value, screen or entry does not exist.
    public var mustExist: Bool

    public init(_ condition: Condition, stack: String = "main", timeout: Double = 10, mustExist: Bool = false) {
        self.condition = condition
        self.stack = stack
        self.timeout = timeout
        self.mustExist = mustExist
    }
}

public struct TerminalAttach: Hashable, Sendable {
    public enum Mode: String, CaseIterable, Hashable, Sendable {
        case operate, view
    }

    public var columns = 80
    public var rows = 24
    public var colors = ColorDepth.none
    public var unicode = true
    public var features: [TerminalFeature] = []
    public var stack = "main"
    /// Whether to create the stack if it does not exist.
    public var createsStack = false
    /// Whether the terminal has a stack of its own, which is removed with it.
    public var isOwn = false
    public var mode = Mode.operate
    /// The terminal's own colour scheme.
    public var scheme = TerminalScheme.dark
    /// Whether its last row is a footer, if there is room for one.
    public var status = false
    /// The terminal whose stack, focus and scroll positions it mirrors; 0 for the one used last.
    public var follow: Int?
    /// The terminal device, such as `/dev/pts/3`.
    public var tty: String?
    /// Whether frames carry the terminal's place, for `resume`.
    public var isResumable = false
    /// The place to restore.
    public var resume: TerminalViewState?

    public init() {}
}

/// A mouse event, in cells from the top left cell, which is 0, 0.
public struct TerminalMouse: Hashable, Sendable {
    public enum Button: String, CaseIterable, Hashable, Sendable {
        case left, middle, right
    }

    public var terminal = 0
    public var kind = MouseKind.press
    public var column = 0
    public var row = 0
    public var button = Button.left
    /// The number of the last frame that was drawn.
    public var frame: Int?

    public init() {}
}
