/// One row of the table of modifiers, as in `{"padding": 8}`.
///
/// The parser, the writer, the JSON Schema and the documentation all derive from `ModifierKind.all`.
struct ModifierKind: Sendable {
    let name: String
    /// One line for the documentation.
    let summary: String
    let schema: JSON
    let read: @Sendable (JSON) throws(Mismatch) -> Modifier
    /// `nil` for another kind of modifier.
    let write: @Sendable (Modifier) -> JSON?

    init<Value>(
        _ name: String, _ summary: String, _ schema: Schema<Value>, _ wrap: @escaping @Sendable (Value) -> Modifier,
        _ unwrap: @escaping @Sendable (Modifier) -> Value?
    ) {
        self.name = name
        self.summary = summary
        self.schema = schema.schema
        read = { json throws(Mismatch) in wrap(try schema.read(json)) }
        write = { modifier in unwrap(modifier).map(schema.write) }
    }

    static let all: [ModifierKind] = [
        ModifierKind("padding", "The padding, in points: one number, or one for each edge.", Insets.schema, Modifier.padding) {
            if case .padding(let value) = $0 { value } else { nil }
        },
        ModifierKind("frame", "How large it is.", Frame.schema, Modifier.frame) {
            if case .frame(let value) = $0 { value } else { nil }
        },
        ModifierKind(
            "background", "A colour behind it, or a node of its size.", Backdrop.schema, { $0.modifier }, { Backdrop($0) }),
        ModifierKind("overlay", "A node over it, of its size.", Attachment.schema, Modifier.overlay) {
            if case .overlay(let value) = $0 { value } else { nil }
        },
        ModifierKind("foreground", "The text colour.", NamedColor.schema, Modifier.foreground) {
            if case .foreground(let value) = $0 { value } else { nil }
        },
        ModifierKind("border", "A line around it.", NamedColor.schema, Modifier.border) {
            if case .border(let value) = $0 { value } else { nil }
        },
        ModifierKind("bold", "Heavier letters.", .bool, Modifier.bold) {
            if case .bold(let value) = $0 { value } else { nil }
        },
        ModifierKind("italic", "Slanted letters.", .bool, Modifier.italic) {
            if case .italic(let value) = $0 { value } else { nil }
        },
        ModifierKind("underline", "A line below the letters.", .bool, Modifier.underline) {
            if case .underline(let value) = $0 { value } else { nil }
        },
        ModifierKind("strikethrough", "A line through the letters.", .bool, Modifier.strikethrough) {
            if case .strikethrough(let value) = $0 { value } else { nil }
        },
        ModifierKind("dim", "Fainter letters.", .bool, Modifier.dim) {
            if case .dim(let value) = $0 { value } else { nil }
        },
        ModifierKind("lineLimit", "The maximum number of lines of each text in it.", .int(1 ... .max), Modifier.lineLimit) {
            if case .lineLimit(let value) = $0 { value } else { nil }
        },
        ModifierKind("textAlignment", "The alignment of the lines of each text in it.", .oneOf, Modifier.textAlignment) {
            if case .textAlignment(let value) = $0 { value } else { nil }
        },
        ModifierKind("truncation", "Where texts that do not fit are truncated.", .oneOf, Modifier.truncation) {
            if case .truncation(let value) = $0 { value } else { nil }
        },
        ModifierKind("offset", "Moves what is drawn without changing the layout.", NodeOffset.schema, Modifier.offset) {
            if case .offset(let value) = $0 { value } else { nil }
        },
        ModifierKind("position", "Takes all the space, with its center there.", NodeOffset.schema, Modifier.position) {
            if case .position(let value) = $0 { value } else { nil }
        },
        ModifierKind("opacity", "From 0, invisible, to 1.", .number(0...1), Modifier.opacity) {
            if case .opacity(let value) = $0 { value } else { nil }
        },
        ModifierKind("hidden", "Takes its space, but is not drawn and cannot be operated.", .bool, Modifier.hidden) {
            if case .hidden(let value) = $0 { value } else { nil }
        },
        ModifierKind("shown", "It is there only while this holds for a switch or a value.", Condition.schema, Modifier.shown) {
            if case .shown(let value) = $0 { value } else { nil }
        },
        ModifierKind("clip", "Clips it to the shape.", NodeShape.schema, Modifier.clip) {
            if case .clip(let value) = $0 { value } else { nil }
        },
        ModifierKind("cornerRadius", "Clips it to rounded corners; in points.", .number, Modifier.cornerRadius) {
            if case .cornerRadius(let value) = $0 { value } else { nil }
        },
        ModifierKind(
            "layoutPriority", "Higher ones in a stack choose their size first; 0 by default.", .number, Modifier.layoutPriority
        ) {
            if case .layoutPriority(let value) = $0 { value } else { nil }
        },
        ModifierKind("fixedSize", "Takes its ideal size, whatever is proposed.", FixedSize.schema, Modifier.fixedSize) {
            if case .fixedSize(let value) = $0 { value } else { nil }
        },
        ModifierKind(
            "alignmentGuide", "A guide for an alignment of the containers around it.", AlignmentGuide.schema,
            Modifier.alignmentGuide
        ) {
            if case .alignmentGuide(let value) = $0 { value } else { nil }
        },
        ModifierKind("aspectRatio", "Keeps its width in a proportion to its height.", AspectRatio.schema, Modifier.aspectRatio) {
            if case .aspectRatio(let value) = $0 { value } else { nil }
        },
        ModifierKind("zIndex", "Higher ones in a container are drawn over lower ones; 0 by default.", .number, Modifier.zIndex) {
            if case .zIndex(let value) = $0 { value } else { nil }
        },
        ModifierKind("gridCellColumns", "The number of grid columns that it spans.", .int(1...1_000), Modifier.gridCellColumns) {
            if case .gridCellColumns(let value) = $0 { value } else { nil }
        },
        ModifierKind(
            "gridColumnAlignment", "The alignment of all cells of its column of a grid.", Alignment.Horizontal.schema,
            Modifier.gridColumnAlignment
        ) {
            if case .gridColumnAlignment(let value) = $0 { value } else { nil }
        },
        ModifierKind("disabled", "Nothing in it can be operated.", .bool, Modifier.disabled) {
            if case .disabled(let value) = $0 { value } else { nil }
        },
        ModifierKind("tap", "The action of a tap on it, if it is not a control.", Action.schema, Modifier.tap) {
            if case .tap(let value) = $0 { value } else { nil }
        },
        ModifierKind(
            "longPress", "The action of holding the mouse button down on it.", PointerGesture.longPressSchema, Modifier.longPress
        ) {
            if case .longPress(let value) = $0 { value } else { nil }
        },
        ModifierKind("drag", "The action of dragging it with the mouse.", PointerGesture.dragSchema, Modifier.drag) {
            if case .drag(let value) = $0 { value } else { nil }
        },
        ModifierKind("icon", "A symbol by its name (gear), or one character, before its label.", .string, Modifier.icon) {
            if case .icon(let value) = $0 { value } else { nil }
        },
        ModifierKind("shortcut", "The key that operates it wherever the focus is: ctrl+s.", Shortcut.schema, Modifier.shortcut) {
            if case .shortcut(let value) = $0 { value } else { nil }
        },
        ModifierKind("focus", "Takes the focus of each terminal, once for each number.", .int(), Modifier.focus) {
            if case .focus(let value) = $0 { value } else { nil }
        },
        ModifierKind(
            "scrollTo", "Scrolls each terminal to something in it, once for each number.", ScrollGoal.schema, Modifier.scrollTo
        ) {
            if case .scrollTo(let value) = $0 { value } else { nil }
        },
        ModifierKind(
            "onFocus", "The action for gaining or losing the focus, with true or false as value.",
            Action.schema.checked { action throws(Mismatch) in try action.checkCarries() }, Modifier.onFocus
        ) {
            if case .onFocus(let value) = $0 { value } else { nil }
        },
        ModifierKind(
            "geometry", "The size that it was made for; its publisher gets the notification geometry for another size.",
            Room.schema, Modifier.geometry
        ) {
            if case .geometry(let value) = $0 { value } else { nil }
        },
        ModifierKind("accessibilityLabel", "Its label for scripts and screen readers.", .string, Modifier.accessibilityLabel) {
            if case .accessibilityLabel(let value) = $0 { value } else { nil }
        },
        ModifierKind("accessibilityRole", "Its role for scripts and screen readers.", .oneOf, Modifier.accessibilityRole) {
            if case .accessibilityRole(let value) = $0 { value } else { nil }
        },
        ModifierKind(
            "accessibilityHidden", "Whether it and its content are hidden from scripts and screen readers.", .bool,
            Modifier.accessibilityHidden
        ) {
            if case .accessibilityHidden(let value) = $0 { value } else { nil }
        },
        ModifierKind("environment", "Values that everything in it inherits.", EnvironmentSchema.values, Modifier.environment) {
            if case .environment(let value) = $0 { value } else { nil }
        },
    ]

    static let named = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

extension Modifier {
    /// An object with exactly one member, whose name is the kind of modifier. The order of modifiers matters, and many
    /// languages do not keep the order of an object's members.
    public static let schema = Schema<Modifier>(schema: definition) { json throws(Mismatch) in
        guard case .object(let object) = json else {
            throw Mismatch(expected: "an object such as {\"bold\": true}", found: json.found)
        }
        let known = object.members.filter { ModifierKind.named[$0.key] != nil }
        guard let (name, value) = known.first, let kind = ModifierKind.named[name] else {
            let names = ModifierKind.all.map(\.name).joined(separator: ", ")
            throw Mismatch(
                expected: "a modifier: one of \(names)",
                found: object.isEmpty ? "an empty object" : object.members.map(\.key).joined(separator: ", "))
        }
        guard known.count == 1 else {
            throw Mismatch(
                expected: "one modifier to an object", found: known.map(\.key).joined(separator: " and "))
        }
        do throws(Mismatch) { return try kind.read(value) } catch { throw error.below(name) }
    } write: { modifier in
        for kind in ModifierKind.all {
            if let value = kind.write(modifier) { return [kind.name: value] }
        }
        return [:]
    }

    static let definition: JSON = [
        "type": "object",
        "oneOf": .array(
            ModifierKind.all.map { kind in
                var value = kind.schema.objectValue ?? [:]
                value["description"] = .string(kind.summary)
                return ["properties": [kind.name: .object(value)], "required": [.string(kind.name)]]
            }),
    ]
}
