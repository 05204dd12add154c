/// One of several things to choose from.
public struct PickerContent: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// A picker of the panel, or one component of it, by its id: `height`, `height/unit`.
        case bind(String)
        /// What there is to choose from, and what was chosen when the screen was published. A choice sends the action
        /// with the option's id as the member `value`; without an action it is disabled.
        case literal(LiteralChoice, action: Action?)
    }

    public var source: Source
    /// The picker's or the component's title where it is left out.
    public var label: String?
    public var style: PickerStyle

    public init(_ source: Source, label: String? = nil, style: PickerStyle = .automatic) {
        self.source = source
        self.label = label
        self.style = style
    }

    public init(bind: String, label: String? = nil, style: PickerStyle = .automatic) {
        self.init(.bind(bind), label: label, style: style)
    }
}

/// What there is to choose from, with the choice as of some moment.
public struct LiteralChoice: Hashable, Sendable {
    public var options: [PickerElement]
    /// The id of the chosen option.
    public var selection: String?
    /// The id of the option that is shown while none is chosen.
    public var initial: String?
    /// Whether nothing may be chosen.
    public var isOptional: Bool

    public init(
        _ options: [PickerElement], selection: String? = nil, initial: String? = nil, isOptional: Bool = false
    ) {
        self.options = options
        self.selection = selection
        self.initial = initial
        self.isOptional = isOptional
    }
}

/// How a picker shows what there is to choose from.
public enum PickerStyle: String, CaseIterable, Hashable, Sendable {
    /// `wheel` where it is bound, `inline` where it is not.
    case automatic
    /// All options below each other.
    case inline
    /// All options beside each other.
    case segmented
    /// The chosen one; the others appear when it is opened.
    case menu
    /// The chosen one, and the way to the one before and the one after it.
    case wheel
}

extension PickerContent {
    static let schema = Schema.record(
        Parts(),
        [
            .optional("bind", \.bind, .string, "The id of a picker (height) or of one component (height/unit)."),
            .optional(
                "options", \.options, .array(of: option),
                "What there is to choose from, where it is bound to nothing."),
            .optional("selection", \.selection, .string, "The id of the chosen option."),
            .optional("initial", \.initial, .string, "The id of the option that is shown while none is chosen."),
            .defaulted("optional", \.isOptional, .bool, default: false, "Whether nothing may be chosen: null."),
            .optional("label", \.look.label, .string, "What it says; the title where it is left out."),
            .defaulted("style", \.look.style, .oneOf, default: .automatic, "How it shows what there is."),
        ] + Field.ofEdit
    ).map { parts throws(Mismatch) in
        var picker = parts.look
        picker.source = try parts.source(literal: parts.options, named: "options") { .bind($0) } literal: {
            .literal(
                LiteralChoice(
                    $0, selection: parts.selection, initial: parts.initial, isOptional: parts.isOptional),
                action: $1)
        }
        try parts.checkOptions()
        return picker
    } back: { Parts($0) }

    private static let option = Schema.record(
        PickerElement(id: "", label: ""),
        [
            .required("id", \.id, .string, "What the action gets when it is chosen."),
            .required("label", \.label, .string, "What people read."),
        ])

    private struct Parts: HasEditMembers, Hashable, Sendable {
        var bind: String?
        var options: [PickerElement]?
        var selection: String?
        var initial: String?
        var isOptional = false
        var look = PickerContent(bind: "")
        var members = ActionMembers(nil)

        init() {}

        init(_ picker: PickerContent) {
            look = picker
            switch picker.source {
            case .bind(let id): bind = id
            case .literal(let choice, let action):
                options = choice.options
                (selection, initial, isOptional) = (choice.selection, choice.initial, choice.isOptional)
                members = ActionMembers(action)
            }
        }

        func checkOptions() throws(Mismatch) {
            guard let options else {
                guard selection == nil, initial == nil else {
                    throw Mismatch(
                        pointer: selection == nil ? "/initial" : "/selection", expected: "nothing beside bind",
                        found: "a choice")
                }
                return
            }
            var seen: Set<String> = []
            for (index, option) in options.enumerated() where !seen.insert(option.id).inserted {
                throw Mismatch(
                    pointer: "/options/\(index)/id", expected: "an id that no other option has",
                    found: "\"\(option.id)\" again")
            }
            for (name, id) in [("selection", selection), ("initial", initial)] {
                guard let id, !seen.contains(id) else { continue }
                throw Mismatch(
                    pointer: "/" + name,
                    expected: options.isEmpty
                        ? "nothing: there are no options" : "one of " + options.map(\.id).joined(separator: ", "),
                    found: "\"\(id)\"")
            }
        }
    }
}
