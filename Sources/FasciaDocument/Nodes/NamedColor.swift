/// A colour by its SwiftUI name (`red`, `primary`, `accentColor`) or as `#rrggbb`.
public struct NamedColor: Hashable, Sendable {
    public var name: String
    /// From 0 (invisible) to 1 (opaque).
    public var opacity: Double

    /// Accepts any name; an unknown colour is drawn like `primary`. Use `parse` for untrusted names.
    public init(_ name: String, opacity: Double = 1) {
        self.name = name
        self.opacity = opacity
    }

    /// The colour with this name, or with these six hexadecimal digits after a `#`; `nil` for anything else.
    public static func parse(_ name: String) -> NamedColor? {
        let color = NamedColor(name)
        return systemNames.contains(name) || color.hexadecimal != nil ? color : nil
    }

    public static let systemNames = [
        "red", "orange", "yellow", "green", "mint", "teal", "cyan", "blue", "indigo", "purple", "pink", "brown",
        "white", "gray", "black", "clear", "primary", "secondary", "accentColor",
    ]

    /// The number in `#rrggbb`, in upper or lower case.
    public var hexadecimal: UInt32? {
        let digits = name.utf8.dropFirst()
        // ASCII only: `Character.isHexDigit` also accepts full-width characters.
        let isDigit = { (byte: UInt8) in
            (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
        }
        guard name.utf8.first == UInt8(ascii: "#"), digits.count == 6, digits.allSatisfy(isDigit) else { return nil }
        return UInt32(name.dropFirst(), radix: 16)
    }
}

extension NamedColor: NodeContent {
    private static let members = Schema.record(
        NamedColor("clear"), [.required("color", \.self, NamedColor.schema, "The colour.")])

    static let form = NodeForm("An area of one colour; it takes all the available space.", members) { .color($0) }
    package var kind: Node.Kind { .color }
    package var texts: [String?] { [] }

    /// A name; if translucent, `{"color": "red", "opacity": 0.5}`.
    public static let schema: Schema<NamedColor> = {
        let translucent = Schema.record(
            NamedColor("clear"),
            [
                .required("color", \.name, name, "The colour."),
                .defaulted("opacity", \.opacity, .number(0...1), default: 1, "From 0 to 1."),
            ])
        return Schema(schema: ["anyOf": [name.schema, translucent.schema]]) { json throws(Mismatch) in
            if case .object = json { return try translucent.read(json) }
            return NamedColor(try name.read(json))
        } write: {
            $0.opacity == 1 ? .string($0.name) : translucent.write($0)
        }
    }()

    private static let name = Schema<String>(
        schema: [
            "type": "string", "description": "a colour's name or #rrggbb",
            "anyOf": [
                ["enum": .array(systemNames.map { .string($0) })], ["pattern": "^#[0-9A-Fa-f]{6}$"],
            ],
        ]
    ) { json throws(Mismatch) in
        guard let name = json.stringValue, parse(name) != nil else {
            let names = systemNames.joined(separator: ", ")
            throw Mismatch(expected: "a colour: #rrggbb or one of \(names)", found: json.found)
        }
        return name
    } write: {
        .string($0)
    }
}
