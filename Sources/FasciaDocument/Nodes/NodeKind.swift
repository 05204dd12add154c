/// One row of the table of node kinds: the JSON form of each kind.
///
/// The parser, the writer, the JSON Schema and the documentation all derive from `NodeKind.all`.
struct NodeKind: Sendable {
    let name: String
    /// One line for the documentation.
    let summary: String
    /// The JSON Schema of the members specific to this kind.
    let schema: JSON
    let read: @Sendable (JSON) throws(Mismatch) -> Node.Content
    /// The members specific to this kind; `nil` for content of another kind.
    let write: @Sendable (Node.Content) -> JSON?

    init<Content>(
        _ name: String, _ summary: String, _ schema: Schema<Content>,
        wrap: @escaping @Sendable (Content) -> Node.Content,
        unwrap: @escaping @Sendable (Node.Content) -> Content?
    ) {
        self.name = name
        self.summary = summary
        self.schema = schema.schema
        read = { json throws(Mismatch) in wrap(try schema.read(json)) }
        write = { content in unwrap(content).map(schema.write) }
    }

    /// A kind without specific members.
    init(_ name: String, _ summary: String, _ content: Node.Content) {
        self.name = name
        self.summary = summary
        schema = ["type": "object"]
        read = { _ in content }
        write = { $0 == content ? .object([:]) : nil }
    }

    static let all: [NodeKind] = [
        NodeKind("text", "Words, wrapped to the width there is.", TextContent.schema) {
            .text($0)
        } unwrap: {
            if case .text(let content) = $0 { content } else { nil }
        },
        NodeKind("button", "Does something when it is tapped.", ButtonContent.schema) {
            .button($0)
        } unwrap: {
            if case .button(let content) = $0 { content } else { nil }
        },
        NodeKind("toggle", "A switch for one option, or the master switch of a group.", ToggleContent.schema) {
            .toggle($0)
        } unwrap: {
            if case .toggle(let content) = $0 { content } else { nil }
        },
        NodeKind("group", "The master switch of a group and a switch for each of its options.", GroupContent.schema) {
            .group($0)
        } unwrap: {
            if case .group(let content) = $0 { content } else { nil }
        },
        NodeKind(
            "picker", "One of several things; of a picker of the panel, its components beside each other.",
            PickerContent.schema
        ) {
            .picker($0)
        } unwrap: {
            if case .picker(let content) = $0 { content } else { nil }
        },
        NodeKind("textField", "A line of text that people may change.", TextFieldContent.schema) {
            .textField($0)
        } unwrap: {
            if case .textField(let content) = $0 { content } else { nil }
        },
        NodeKind("slider", "A number between two ends.", SliderContent.schema) {
            .slider($0)
        } unwrap: {
            if case .slider(let content) = $0 { content } else { nil }
        },
        NodeKind("stepper", "A number that goes up and down by steps.", StepperContent.schema) {
            .stepper($0)
        } unwrap: {
            if case .stepper(let content) = $0 { content } else { nil }
        },
        NodeKind("progress", "How much of something is done.", ProgressContent.schema) {
            .progress($0)
        } unwrap: {
            if case .progress(let content) = $0 { content } else { nil }
        },
        NodeKind("gauge", "Where a number stands between two ends.", GaugeContent.schema) {
            .gauge($0)
        } unwrap: {
            if case .gauge(let content) = $0 { content } else { nil }
        },
        NodeKind("menu", "A label behind which there are things to do.", MenuContent.schema) {
            .menu($0)
        } unwrap: {
            if case .menu(let content) = $0 { content } else { nil }
        },
        NodeKind("value", "A named value, as text.", ValueContent.schema) {
            .value($0)
        } unwrap: {
            if case .value(let content) = $0 { content } else { nil }
        },
        NodeKind("color", "An area of one colour; it takes all the room it is offered.", colorSchema) {
            .color($0)
        } unwrap: {
            if case .color(let content) = $0 { content } else { nil }
        },
        NodeKind("divider", "A line across.", .divider),
        NodeKind("spacer", "Takes the room that is left over in a stack.", SpacerContent.schema) {
            .spacer($0)
        } unwrap: {
            if case .spacer(let content) = $0 { content } else { nil }
        },
        stack("vstack", .vertical, "Its children below each other.", Alignment.columns),
        stack("hstack", .horizontal, "Its children beside each other.", Alignment.rows),
        stack("zstack", .depth, "Its children over each other, the last one on top.", Alignment.named),
        NodeKind("form", "Rows below each other; scrolls where there are more than fit.", FormContent.schema) {
            .form($0)
        } unwrap: {
            if case .form(let content) = $0 { content } else { nil }
        },
        NodeKind("section", "Rows that belong together, under a title.", SectionContent.schema) {
            .section($0)
        } unwrap: {
            if case .section(let content) = $0 { content } else { nil }
        },
        NodeKind("scroll", "What is larger than its room, seen through a window.", ScrollContent.schema) {
            .scroll($0)
        } unwrap: {
            if case .scroll(let content) = $0 { content } else { nil }
        },
        NodeKind("list", "Any number of rows; only those that are seen are laid out.", ListContent.schema) {
            .list($0)
        } unwrap: {
            if case .list(let content) = $0 { content } else { nil }
        },
        NodeKind(
            "rows", "Many rows of the list or the scroll view that it stands in, of which some are known.",
            RowsContent.schema
        ) {
            .rows($0)
        } unwrap: {
            if case .rows(let content) = $0 { content } else { nil }
        },
        NodeKind("grid", "Rows of cells whose columns are as wide as the widest cell.", GridContent.schema) {
            .grid($0)
        } unwrap: {
            if case .grid(let content) = $0 { content } else { nil }
        },
        NodeKind("gridRow", "The cells of one row of a grid.", GridRowContent.schema) {
            .gridRow($0)
        } unwrap: {
            if case .gridRow(let content) = $0 { content } else { nil }
        },
        NodeKind("shape", "A filled or outlined shape; it takes all the room it is offered.", ShapeContent.schema) {
            .shape($0)
        } unwrap: {
            if case .shape(let content) = $0 { content } else { nil }
        },
        NodeKind("image", "A symbol by its system name, as one character.", ImageContent.schema) {
            .image($0)
        } unwrap: {
            if case .image(let content) = $0 { content } else { nil }
        },
        NodeKind("empty", "Nothing.", .empty),
    ]

    static let named = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    private static func stack(
        _ name: String, _ axis: StackContent.Axis, _ summary: String, _ alignments: [Alignment.Named]
    ) -> NodeKind {
        NodeKind(name, summary, StackContent.schema(axis, alignments)) {
            .stack($0)
        } unwrap: {
            if case .stack(let content) = $0, content.axis == axis { content } else { nil }
        }
    }
}

// MARK: - The members of each kind

private let colorSchema = Schema.record(
    NamedColor("clear"), [.required("color", \.self, NamedColor.schema, "The colour.")])

extension ButtonContent {
    static let schema = Schema.record(
        ButtonParts(),
        [
            .required("label", \.button.label, .string, "What it says."),
            .optional("role", \.button.role, .oneOf, "How serious it is."),
        ] + Field.ofAction
    ).map { parts throws(Mismatch) in
        ButtonContent(parts.button.label, role: parts.button.role, tap: try parts.members.action())
    } back: {
        ButtonParts(button: $0, members: ActionMembers($0.tap))
    }
}

private struct ButtonParts: ActionRecord, Hashable, Sendable {
    var button = ButtonContent("")
    var members = ActionMembers(nil)
}

extension ToggleContent {
    static let schema = Schema.record(
        ToggleParts(),
        [
            .optional("bind", \.bind, .string, "The id of an option (extras/ham) or of a group."),
            .optional("label", \.label, .string, "What it says; the option's title where it is left out."),
            .optional("state", \.state, .oneOf, "What it shows, where it is bound to nothing."),
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

extension GroupContent {
    static let schema = Schema.record(
        GroupContent(bind: ""), [.required("bind", \.bind, .string, "The id of a group.")])
}

extension ValueContent {
    static let schema = Schema.record(
        ValueContent(bind: ""),
        [
            .required("bind", \.bind, .string, "The key of a value."),
            .optional("label", \.label, .string, "What it says; the key where it is left out."),
        ])
}

extension SpacerContent {
    static let schema = Schema.record(
        SpacerContent(), [.optional("minLength", \.minLength, .number, "The least it takes, in points.")])
}

extension StackContent {
    static func schema(_ axis: Axis, _ alignments: [Alignment.Named]) -> Schema<StackContent> {
        .record(
            StackContent(axis, children: []),
            [
                .defaulted(
                    "alignment", \.alignment, Alignment.schema(alignments), default: .center,
                    "Where its smaller children stand."),
                .optional("spacing", \.spacing, .number, "Between its children, in points."),
                .required("children", \.children, .array(of: Node.schema), "What is in it."),
            ])
    }
}

extension FormContent {
    static let schema = Schema.record(
        FormContent(children: []), [.required("children", \.children, .array(of: Node.schema), "Its rows.")])
}

extension SectionContent {
    static let schema = Schema.record(
        SectionContent(children: []),
        [
            .optional("title", \.title, .string, "Stands above its rows."),
            .optional("footer", \.footer, .string, "Stands below its rows."),
            .required("children", \.children, .array(of: Node.schema), "Its rows."),
        ])
}
