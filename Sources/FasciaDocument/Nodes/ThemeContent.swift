import Glibc

/// The theme of a panel: a built-in theme, with some of its colours replaced by the author.
public struct ThemeContent: Hashable, Sendable {
    /// What a colour is for.
    public enum Role: String, CaseIterable, Hashable, Sendable {
        case surface, text, raised, secondary, line, accent, positive, warning, negative, focus, focusText, chrome, chromeText
    }

    public enum BuiltIn: String, CaseIterable, Hashable, Sendable {
        case `default`, highContrast, catppuccin, dracula, gruvbox, nord, solarized
    }

    /// The built-in theme with the colours that are not given.
    public var base = BuiltIn.default
    /// As 0xRRGGBB.
    public var colors: [Role: UInt32] = [:]

    public init() {}

    /// A built-in theme's name, or `{"base": "nord", "accent": "#ff8800"}`.
    public static let schema: Schema<ThemeContent> = {
        let members = JSON.Object([("base", builtIn.schema)] + Role.allCases.map { ($0.rawValue, color.schema) })
        let object: JSON = [
            "type": "object", "description": "colours that replace those of the built-in theme base",
            "properties": .object(members), "additionalProperties": false,
        ]
        return Schema(schema: ["anyOf": [builtIn.schema, object]]) { json throws(Mismatch) in
            var theme = ThemeContent()
            guard case .object(let members) = json else {
                do throws(Mismatch) { theme.base = try builtIn.read(json) } catch {
                    throw Mismatch(expected: error.expected + ", or an object of colours", found: error.found)
                }
                return theme
            }
            for (member, value) in members.members {
                do throws(Mismatch) {
                    if member == "base" {
                        theme.base = try builtIn.read(value)
                    } else if let role = Role(rawValue: member) {
                        theme.colors[role] = try color.read(value)
                    } else {
                        let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
                        throw Mismatch(expected: "base or a role: \(roles)", found: "\"\(member)\"")
                    }
                } catch {
                    throw error.below(member)
                }
            }
            return theme
        } write: { theme in
            if theme.colors.isEmpty { return builtIn.write(theme.base) }
            var members: JSON.Object = ["base": builtIn.write(theme.base)]
            for role in Role.allCases { members[role.rawValue] = theme.colors[role].map(color.write) }
            return .object(members)
        }
    }()

    private static let builtIn = EnvironmentSchema.oneOf(BuiltIn.allCases.map(\.rawValue), "the colours of the whole screen")
        .map {
            BuiltIn(rawValue: $0) ?? .default
        } back: {
            $0.rawValue
        }

    private static let color = Schema<UInt32>(schema: ["type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"]) {
        json throws(Mismatch) in
        guard let number = json.stringValue.flatMap({ NamedColor($0).hexadecimal }) else {
            throw Mismatch(expected: "a colour as #rrggbb, such as #ff8800", found: json.found)
        }
        return number
    } write: {
        .string(text($0))
    }

    /// A colour as `#rrggbb`.
    public static func text(_ color: UInt32) -> String {
        let digits = String(color, radix: 16)
        return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}

// MARK: - Contrast

extension ThemeContent {
    /// The contrast of letters that can be read.
    public static let readable = 4.5

    /// The contrast of two colours, from 1 to 21 (WCAG 2, relative luminance).
    public static func contrast(_ one: UInt32, _ other: UInt32) -> Double {
        func luminance(_ color: UInt32) -> Double {
            func linear(_ shift: UInt32) -> Double {
                let part = Double(color >> shift & 0xFF) / 255
                return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
        }
        let (low, high) = (min(luminance(one), luminance(other)), max(luminance(one), luminance(other)))
        return (high + 0.05) / (low + 0.05)
    }

    /// A warning for each pair of given colours, text and its background, whose contrast is too low.
    public var warnings: [String] {
        let onSurface: [Role] = [.text, .secondary, .accent, .positive, .warning, .negative]
        let pairs =
            onSurface.map { ($0, Role.surface) } + [.text, .secondary, .accent, .negative].map { ($0, .raised) }
            + [(.focusText, .focus), (.chromeText, .chrome)]
        return pairs.compactMap { letters, ground in
            guard let one = colors[letters], let other = colors[ground] else { return nil }
            let ratio = (Self.contrast(one, other) * 10).rounded(.down) / 10
            guard ratio < Self.readable else { return nil }
            return "\(letters) on \(ground) has a contrast of \(ratio):1; letters are hard to read below \(Self.readable):1"
        }
    }
}
