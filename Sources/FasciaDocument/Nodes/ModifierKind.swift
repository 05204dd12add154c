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
        _ name: String, _ summary: String, _ schema: Schema<Value>, wrap: @escaping @Sendable (Value) -> Modifier,
        unwrap: @escaping @Sendable (Modifier) -> Value?
    ) {
        self.name = name
        self.summary = summary
        self.schema = schema.schema
        read = { json throws(Mismatch) in wrap(try schema.read(json)) }
        write = { modifier in unwrap(modifier).map(schema.write) }
    }

    static let all: [ModifierKind] = [
        ModifierKind("padding", "The padding, in points: one number, or one for each edge.", EdgeInsets.schema) {
            .padding($0)
        } unwrap: {
            if case .padding(let value) = $0 { value } else { nil }
        },
        ModifierKind("frame", "How large it is.", Frame.schema) {
            .frame($0)
        } unwrap: {
            if case .frame(let value) = $0 { value } else { nil }
        },
        ModifierKind("background", "A colour behind it, or a node of its size.", Backdrop.schema) {
            $0.modifier
        } unwrap: {
            Backdrop($0)
        },
        ModifierKind("overlay", "A node over it, of its size.", Attachment.schema) {
            .overlay($0)
        } unwrap: {
            if case .overlay(let value) = $0 { value } else { nil }
        },
        ModifierKind("foreground", "The text colour.", NamedColor.schema) {
            .foreground($0)
        } unwrap: {
            if case .foreground(let value) = $0 { value } else { nil }
        },
        ModifierKind("border", "A line around it.", NamedColor.schema) {
            .border($0)
        } unwrap: {
            if case .border(let value) = $0 { value } else { nil }
        },
        ModifierKind("bold", "Heavier letters.", .bool) {
            .bold($0)
        } unwrap: {
            if case .bold(let value) = $0 { value } else { nil }
        },
        ModifierKind("italic", "Slanted letters.", .bool) {
            .italic($0)
        } unwrap: {
            if case .italic(let value) = $0 { value } else { nil }
        },
        ModifierKind("underline", "A line below the letters.", .bool) {
            .underline($0)
        } unwrap: {
            if case .underline(let value) = $0 { value } else { nil }
        },
        ModifierKind("strikethrough", "A line through the letters.", .bool) {
            .strikethrough($0)
        } unwrap: {
            if case .strikethrough(let value) = $0 { value } else { nil }
        },
        ModifierKind("dim", "Fainter letters.", .bool) {
            .dim($0)
        } unwrap: {
            if case .dim(let value) = $0 { value } else { nil }
        },
        ModifierKind("lineLimit", "The maximum number of lines of each text in it.", .int(1 ... .max)) {
            .lineLimit($0)
        } unwrap: {
            if case .lineLimit(let value) = $0 { value } else { nil }
        },
        ModifierKind("textAlignment", "The alignment of the lines of each text in it.", .oneOf) {
            .textAlignment($0)
        } unwrap: {
            if case .textAlignment(let value) = $0 { value } else { nil }
        },
        ModifierKind("truncation", "Where texts that do not fit are truncated.", .oneOf) {
            .truncation($0)
        } unwrap: {
            if case .truncation(let value) = $0 { value } else { nil }
        },
        ModifierKind("offset", "Moves what is drawn without changing the layout.", NodeOffset.schema) {
            .offset($0)
        } unwrap: {
            if case .offset(let value) = $0 { value } else { nil }
        },
        ModifierKind("position", "Takes all the space, with its center there.", NodeOffset.schema) {
            .position($0)
        } unwrap: {
            if case .position(let value) = $0 { value } else { nil }
        },
        ModifierKind("opacity", "From 0, invisible, to 1.", .number(0...1)) {
            .opacity($0)
        } unwrap: {
            if case .opacity(let value) = $0 { value } else { nil }
        },
        ModifierKind("hidden", "Takes its space, but is not drawn and cannot be operated.", .bool) {
            .hidden($0)
        } unwrap: {
            if case .hidden(let value) = $0 { value } else { nil }
        },
        ModifierKind("clip", "Clips it to the shape.", NodeShape.schema) {
            .clip($0)
        } unwrap: {
            if case .clip(let value) = $0 { value } else { nil }
        },
        ModifierKind("cornerRadius", "Clips it to rounded corners; in points.", .number) {
            .cornerRadius($0)
        } unwrap: {
            if case .cornerRadius(let value) = $0 { value } else { nil }
        },
        ModifierKind("layoutPriority", "Higher ones in a stack choose their size first; 0 by default.", .number) {
            .layoutPriority($0)
        } unwrap: {
            if case .layoutPriority(let value) = $0 { value } else { nil }
        },
        ModifierKind("fixedSize", "Takes its ideal size, whatever is proposed.", FixedSize.schema) {
            .fixedSize($0)
        } unwrap: {
            if case .fixedSize(let value) = $0 { value } else { nil }
        },
        ModifierKind("alignmentGuide", "A guide for an alignment of the containers around it.", AlignmentGuide.schema) {
            .alignmentGuide($0)
        } unwrap: {
            if case .alignmentGuide(let value) = $0 { value } else { nil }
        },
        ModifierKind("aspectRatio", "Keeps its width in a proportion to its height.", AspectRatio.schema) {
            .aspectRatio($0)
        } unwrap: {
            if case .aspectRatio(let value) = $0 { value } else { nil }
        },
        ModifierKind("zIndex", "Higher ones in a container are drawn over lower ones; 0 by default.", .number) {
            .zIndex($0)
        } unwrap: {
            if case .zIndex(let value) = $0 { value } else { nil }
        },
        ModifierKind("gridCellColumns", "The number of grid columns that it spans.", .int(1...1_000)) {
            .gridCellColumns($0)
        } unwrap: {
            if case .gridCellColumns(let value) = $0 { value } else { nil }
        },
        ModifierKind("gridColumnAlignment", "The alignment of all cells of its column of a grid.", Alignment.Horizontal.schema) {
            .gridColumnAlignment($0)
        } unwrap: {
            if case .gridColumnAlignment(let value) = $0 { value } else { nil }
        },
        ModifierKind("disabled", "Nothing in it can be operated.", .bool) {
            .disabled($0)
        } unwrap: {
            if case .disabled(let value) = $0 { value } else { nil }
        },
        ModifierKind("tap", "The action of a tap on it, if it is not a control.", Action.schema) {
            .tap($0)
        } unwrap: {
            if case .tap(let value) = $0 { value } else { nil }
        },
        ModifierKind(
            "longPress", "The action of holding the mouse button down on it.", PointerGesture.longPressSchema
        ) {
            .longPress($0)
        } unwrap: {
            if case .longPress(let value) = $0 { value } else { nil }
        },
        ModifierKind("drag", "The action of dragging it with the mouse.", PointerGesture.dragSchema) {
            .drag($0)
        } unwrap: {
            if case .drag(let value) = $0 { value } else { nil }
        },
        ModifierKind("shortcut", "The key that operates it wherever the focus is: ctrl+s.", Shortcut.schema) {
            .shortcut($0)
        } unwrap: {
            if case .shortcut(let value) = $0 { value } else { nil }
        },
        ModifierKind("focus", "Takes the focus of each terminal, once for each number.", .int()) {
            .focus($0)
        } unwrap: {
            if case .focus(let value) = $0 { value } else { nil }
        },
        ModifierKind("scrollTo", "Scrolls each terminal to something in it, once for each number.", ScrollGoal.schema) {
            .scrollTo($0)
        } unwrap: {
            if case .scrollTo(let value) = $0 { value } else { nil }
        },
        ModifierKind(
            "onFocus", "The action for gaining or losing the focus, with true or false as value.",
            Action.schema.map { action throws(Mismatch) in
                try action.checkCarries()
                return action
            } back: {
                $0
            }
        ) {
            .onFocus($0)
        } unwrap: {
            if case .onFocus(let value) = $0 { value } else { nil }
        },
        ModifierKind(
            "geometry", "The size that it was made for; its publisher gets the notification geometry for another size.",
            Room.schema
        ) {
            .geometry($0)
        } unwrap: {
            if case .geometry(let value) = $0 { value } else { nil }
        },
        ModifierKind("accessibilityLabel", "Its label for scripts and screen readers.", .string) {
            .accessibilityLabel($0)
        } unwrap: {
            if case .accessibilityLabel(let value) = $0 { value } else { nil }
        },
        ModifierKind("accessibilityRole", "Its role for scripts and screen readers.", .oneOf) {
            .accessibilityRole($0)
        } unwrap: {
            if case .accessibilityRole(let value) = $0 { value } else { nil }
        },
        ModifierKind(
            "accessibilityHidden", "Whether it and its content are hidden from scripts and screen readers.", .bool
        ) {
            .accessibilityHidden($0)
        } unwrap: {
            if case .accessibilityHidden(let value) = $0 { value } else { nil }
        },
        ModifierKind("environment", "Values that everything in it inherits.", EnvironmentSchema.values) {
            .environment($0)
        } unwrap: {
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

// MARK: - Values of modifiers

extension EdgeInsets {
    /// One number for all edges, or an object with individual edges.
    static let schema: Schema<EdgeInsets> = {
        let edges = Schema.record(
            EdgeInsets(),
            [
                .defaulted("top", \.top, .number, default: 0, "The available height, in points."),
                .defaulted("leading", \.leading, .number, default: 0, "The available height, in points."),
                .defaulted("bottom", \.bottom, .number, default: 0, "The available height, in points."),
                .defaulted("trailing", \.trailing, .number, default: 0, "The available height, in points."),
                .defaulted("unit", \.unit, .oneOf, default: .points, "The unit."),
            ])
        return Schema(schema: ["anyOf": [["type": "number"], edges.schema]]) { json throws(Mismatch) in
            if let length = json.doubleValue { return EdgeInsets(all: length) }
            guard case .object = json else {
                throw Mismatch(expected: "a number or an object with top, leading, bottom, trailing", found: json.found)
            }
            return try edges.read(json)
        } write: { insets in
            insets == EdgeInsets(all: insets.top) ? .double(insets.top) : edges.write(insets)
        }
    }()
}

extension Frame {
    static let schema = Schema.record(
        Frame(),
        [
            .optional("width", \.width, .length, "The width, in points."),
            .optional("height", \.height, .length, "The height, in points."),
            .optional("minWidth", \.minWidth, .length, "The minimum width."),
            .optional("minHeight", \.minHeight, .length, "The minimum height."),
            .optional("idealWidth", \.idealWidth, .length, "The width if none is proposed."),
            .optional("idealHeight", \.idealHeight, .length, "The height if none is proposed."),
            .optional("maxWidth", \.maxWidth, maximum, "The maximum width; with \"infinity\" all the available width."),
            .optional("maxHeight", \.maxHeight, maximum, "The maximum height; with \"infinity\" all the available height."),
            .defaulted(
                "alignment", \.alignment, Alignment.schema(), default: .center, "The alignment of the content."),
            .defaulted("unit", \.unit, .oneOf, default: .points, "The unit of its sizes."),
        ]
    ).map { frame throws(Mismatch) in
        try check(frame.minWidth, frame.idealWidth, frame.maxWidth, "Width")
        try check(frame.minHeight, frame.idealHeight, frame.maxHeight, "Height")
        return frame
    } back: {
        $0
    }

    /// Checks that minimum ≤ ideal ≤ maximum.
    private static func check(_ least: Double?, _ ideal: Double?, _ most: Double?, _ name: String) throws(Mismatch) {
        let given = [("min", least), ("ideal", ideal), ("max", most)].compactMap { part in part.1.map { (part.0, $0) } }
        for (low, high) in zip(given, given.dropFirst()) where low.1 > high.1 {
            throw Mismatch(
                pointer: "/" + high.0 + name, expected: "at least \(low.0 + name), which is \(low.1.shortText)",
                found: high.1.shortText)
        }
    }

    /// A length, or `"infinity"`, which JSON cannot express as a number.
    private static let maximum = Schema<Double>(
        schema: ["anyOf": [["type": "number"], ["const": "infinity"]]]
    ) { json throws(Mismatch) in
        if case .string("infinity") = json { return .infinity }
        guard let length = json.doubleValue, length >= 0 else {
            throw Mismatch(expected: "a number of at least 0 or \"infinity\"", found: json.found)
        }
        return length
    } write: {
        $0.isFinite ? .double($0) : "infinity"
    }
}
