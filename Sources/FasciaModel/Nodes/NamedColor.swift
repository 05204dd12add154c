/// A colour by its SwiftUI name (`red`, `primary`, `accentColor`) or as `#rrggbb`.
public struct NamedColor: Hashable, Sendable {
    public var name: String

    /// Takes any name; one that is no colour is drawn like `primary`. `parse` is for names that come from outside.
    public init(_ name: String) { self.name = name }

    /// Takes a name if it is one of a colour, or six hexadecimal digits after a `#`.
    public static func parse(_ name: String) -> NamedColor? {
        let color = NamedColor(name)
        return systemNames.contains(name) || color.hexadecimal != nil ? color : nil
    }

    public static let systemNames = [
        "red", "orange", "yellow", "green", "mint", "teal", "cyan", "blue", "indigo", "purple", "pink", "brown",
        "white", "gray", "black", "clear", "primary", "secondary", "accentColor",
    ]

    /// The number in `#rrggbb`, in any case of letters.
    public var hexadecimal: UInt32? {
        let digits = name.utf8.dropFirst()
        // Digits and letters of ASCII alone: `Character.isHexDigit` takes full-width ones, too.
        let isDigit = { (byte: UInt8) in
            (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
        }
        guard name.utf8.first == UInt8(ascii: "#"), digits.count == 6, digits.allSatisfy(isDigit) else { return nil }
        return UInt32(name.dropFirst(), radix: 16)
    }
}

extension NamedColor {
    public static let schema = Schema<NamedColor>(
        schema: [
            "type": "string", "description": "a colour's name or #rrggbb",
            "anyOf": [
                ["enum": .array(systemNames.map { .string($0) })], ["pattern": "^#[0-9A-Fa-f]{6}$"],
            ],
        ]
    ) { json throws(Mismatch) in
        guard let name = json.stringValue, let color = parse(name) else {
            let names = systemNames.joined(separator: ", ")
            throw Mismatch(expected: "a colour: #rrggbb or one of \(names)", found: json.found)
        }
        return color
    } write: { .string($0.name) }
}
