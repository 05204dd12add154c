public struct ToggleContent: Hashable, Sendable {
    /// The state to show, and the effect of a tap.
    public enum Source: Hashable, Sendable {
        /// The id of an option of the panel, or of a group (as its master switch).
        case bind(String)
        /// A switch whose state the screen's publisher keeps: the state at the time of publishing. Disabled if `tap` is
        /// `nil`.
        case literal(GroupState, tap: Action?)
    }

    public var source: Source
    /// Default: the option's title.
    public var label: String?

    public init(bind: String, label: String? = nil) {
        source = .bind(bind)
        self.label = label
    }

    public init(state: GroupState, label: String, tap: Action?) {
        source = .literal(state, tap: tap)
        self.label = label
    }
}

extension ToggleContent: NodeContent {
    static let form = NodeForm("A switch for one option, or the master switch of a group.", schema) { .toggle($0) }
    package var kind: Node.Kind { .toggle }
    package var displayLabel: String? { label }
    package var texts: [String?] { if case .bind(let id) = source { [id, label] } else { [label] } }

    static let schema = Schema.record(
        ToggleParts(),
        [
            .optional("bind", \.bind, .string, "The id of an option (extras/ham) or of a group."),
            .optional("label", \.label, .string, "The label; the option's title by default."),
            .optional("state", \.state, .oneOf, "The value to show, if it is not bound."),
        ] + Field.ofAction
    ).map { parts throws(Mismatch) in
        try parts.toggle()
    } back: {
        ToggleParts($0)
    }
}

/// A toggle in JSON form: either `bind`, or `state` with an optional action.
private struct ToggleParts: ActionRecord, Hashable, Sendable {
    var bind: String?
    var label: String?
    var state: GroupState?
    var members = ActionMembers(nil)

    init() {}

    init(_ toggle: ToggleContent) {
        label = toggle.label
        switch toggle.source {
        case .bind(let id): bind = id
        case .literal(let state, let tap):
            self.state = state
            members = ActionMembers(tap)
        }
    }

    func toggle() throws(Mismatch) -> ToggleContent {
        switch (bind, state, try members.action()) {
        case (let bind?, nil, nil): return ToggleContent(bind: bind, label: label)
        case (nil, let state?, let tap):
            guard let label else {
                throw Mismatch(
                    pointer: "/label", expected: "a string: only what is bound has a title", found: "nothing")
            }
            return ToggleContent(state: state, label: label, tap: tap)
        case (nil, nil, _): throw Mismatch(pointer: "/bind", expected: "either bind or state", found: "neither")
        case (_?, _?, _): throw Mismatch(pointer: "/state", expected: "either bind or state", found: "both")
        case (_?, nil, _?):
            throw Mismatch(
                pointer: members.tap == nil ? "/emit" : "/tap", expected: "nothing beside bind: a tap switches it",
                found: "an action")
        }
    }
}
