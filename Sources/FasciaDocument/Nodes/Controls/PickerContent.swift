/// A choice among options.
public struct PickerContent: Hashable, Sendable {
    /// How a picker presents its options.
    public enum Style: String, CaseIterable, Hashable, Sendable {
        /// The same as `menu`.
        case automatic
        /// All options, one below the other.
        case inline
        /// All options side by side.
        case segmented
        /// Only the selected option; opening it lists all of them, starting at the selected one.
        case menu
        /// As `menu`, and Left and Right turn it.
        case wheel
    }

    public var source: EditSource<LiteralChoice>
    /// Default: the title of the picker or the component.
    public var label: String?
    public var style: Style

    public init(_ source: EditSource<LiteralChoice>, label: String? = nil, style: Style = .automatic) {
        self.source = source
        self.label = label
        self.style = style
    }

    public init(bind: String, label: String? = nil, style: Style = .automatic) {
        self.init(.bind(bind), label: label, style: style)
    }
}

/// Options and a selection that the screen's publisher keeps.
public struct LiteralChoice: Hashable, Sendable {
    public var options: [PickerElement]
    /// The id of the selected option.
    public var selection: String?
    /// The id of the option shown while none is selected.
    public var initial: String?
    /// Whether there may be no selection.
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

extension PickerContent: NodeContent {
    static let form = NodeForm(
        "A choice of one of several options; for a picker of the panel, its components side by side.", schema
    ) {
        .picker($0)
    }
    package var kind: Node.Kind { .picker }
    package var texts: [String?] { if case .bind(let id) = source { [id, label] } else { [label] } }

    static let schema = Schema.record(
        Parts(),
        [
            .optional("bind", \.bind, .string, "The id of a picker (height) or of one component (height/unit)."),
            .optional(
                "options", \.options, .array(of: option),
                "The options, if it is not bound."),
            .optional("selection", \.selection, .string, "The id of the selected option."),
            .optional("initial", \.initial, .string, "The id of the option that is shown while none is selected."),
            .defaulted("optional", \.isOptional, .bool, default: false, "Whether no option may be selected: null."),
            .optional("label", \.look.label, .string, "The label; the title by default."),
            .defaulted("style", \.look.style, .oneOf, default: .automatic, "How it shows the options."),
        ] + Field.ofEdit
    ).map { parts throws(Mismatch) in
        var picker = parts.look
        picker.source = try parts.source(literal: parts.options, named: "options") {
            .bind($0)
        } literal: {
            .literal(
                LiteralChoice(
                    $0, selection: parts.selection, initial: parts.initial, isOptional: parts.isOptional),
                action: $1)
        }
        try parts.checkOptions()
        return picker
    } back: {
        Parts($0)
    }

    private static let option = Schema.record(
        PickerElement(id: "", label: ""),
        [
            .required("id", \.id, .string, "The value that the action gets when it is selected."),
            .required("label", \.label, .string, "What people read."),
        ])

    private struct Parts: EditRecord, Hashable, Sendable {
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
