/// Validates environment values. Any name is allowed; values that the panel itself uses must be valid.
public enum EnvironmentSchema {
    /// The names of style values, one for each kind of control and of surface, as in `{"toggleStyle": "neon"}`.
    public static let styles = ControlKind.allCases.map(\.styleKey)

    /// Colours, by name or as `#rrggbb`. `tint`: controls. `accent`: highlights in the title bar and the footer,
    /// and controls without a tint. `chromeForeground`, `chromeBackground`: text and background of both bars.
    public static let colors = ["tint", "accent", "chromeForeground", "chromeBackground"]

    /// The names that the panel itself uses.
    public static let names = colors + ["theme", "colorScheme", "cellWidth", "cellHeight"] + styles

    /// Values by name. `null` removes an inherited value.
    public static let values: Schema<JSON.Object> = {
        var known: JSON.Object = [
            "cellWidth": Schema<Double>.positive.schema, "cellHeight": Schema<Double>.positive.schema,
            "theme": ThemeContent.schema.schema, "colorScheme": scheme.schema,
        ]
        for color in colors { known[color] = NamedColor.schema.schema }
        for style in styles { known[style] = ["type": "string"] }
        let properties = JSON.Object(known.members.map { ($0.key, ["anyOf": [$0.value, ["type": "null"]]]) })
        return Schema(schema: ["type": "object", "properties": .object(properties), "additionalProperties": [:]]) {
            json throws(Mismatch) in
            guard case .object(let values) = json else { throw Mismatch(expected: "an object", found: json.found) }
            for (name, value) in values.members where value != .null {
                do throws(Mismatch) { try check(name, value) } catch { throw error.below(name) }
            }
            return values
        } write: {
            .object($0)
        }
    }()

    private static func check(_ name: String, _ value: JSON) throws(Mismatch) {
        switch name {
        case _ where colors.contains(name): _ = try NamedColor.schema.read(value)
        case "theme": _ = try ThemeContent.schema.read(value)
        case "colorScheme": _ = try scheme.read(value)
        case "cellWidth", "cellHeight": _ = try Schema<Double>.positive.read(value)
        case _ where styles.contains(name): _ = try Schema<String>.string.read(value)
        default: break
        }
    }

    /// The colour scheme a screen is designed for, whatever the terminal's own colours are.
    private static let scheme = oneOf(["dark", "light"], "light letters on a dark ground, or dark ones on a light one")

    static func oneOf(_ names: [String], _ description: String) -> Schema<String> {
        Schema(schema: ["enum": .array(names.map { .string($0) }), "description": .string(description)]) {
            json throws(Mismatch) in
            guard let name = json.stringValue, names.contains(name) else {
                let all = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
                throw Mismatch(expected: all, found: json.found)
            }
            return name
        } write: {
            .string($0)
        }
    }
}

extension ControlKind {
    /// The environment's name of the value that names the style.
    public var styleKey: String { rawValue + "Style" }
}
