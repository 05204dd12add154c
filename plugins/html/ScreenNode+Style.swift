import FasciaDocument
import FasciaScreens

/// What an author says about the look of a node, in CSS.
extension ScreenNode {
    /// The attribute `style`; `nil` if there is nothing to say.
    var style: String? {
        var rules: [String] = []
        func add(_ name: String, _ modifier: String, _ value: (JSON) -> String?) {
            if let value = modifiers(modifier).first.flatMap(value) { rules.append("\(name):\(value)") }
        }
        func flag(_ value: String, _ otherwise: String) -> (JSON) -> String? { { $0.boolValue == true ? value : otherwise } }
        if let tint = self["tint"].flatMap(ScreenNode.color) { rules.append("--accent:\(tint)") }
        add("color", "background", ScreenNode.contrast)
        add("color", "foreground", ScreenNode.color)
        add("background", "background", ScreenNode.color)
        add("border", "border") { ScreenNode.color($0).map { "1px solid \($0)" } }
        add("font-weight", "bold", flag("600", "400"))
        add("font-style", "italic", flag("italic", "normal"))
        add("opacity", "opacity") { $0.doubleValue.map { "\(min(max($0, 0), 1))" } }
        add("text-align", "textAlignment") { ["leading": "start", "center": "center", "trailing": "end"][$0.stringValue ?? ""] }
        add("visibility", "hidden", flag("hidden", "visible"))
        add("border-radius", "cornerRadius", ScreenNode.length)
        let lines = [("underline", "underline"), ("strikethrough", "line-through")]
            .filter { modifiers($0.0).first?.boolValue == true }.map(\.1)
        if !lines.isEmpty { rules.append("text-decoration:" + lines.joined(separator: " ")) }
        if modifiers("dim").first?.boolValue == true { rules.append("color:var(--secondary)") }
        if role == "color" || role == "shape" {
            let fill = ["color", "fill", "stroke"].lazy.compactMap { self[$0].flatMap(ScreenNode.color) }.first
            rules.append("background:\(fill ?? "currentColor")")
        }
        rules += frame
        return rules.isEmpty ? nil : rules.joined(separator: ";")
    }

    private var frame: [String] {
        guard let frame = modifiers("frame").first, frame["unit"]?.stringValue != "cells" else { return [] }
        let names = [("width", "width"), ("height", "height"), ("minWidth", "min-width"), ("minHeight", "min-height")]
        return names.compactMap { name, property in
            frame[name].flatMap(ScreenNode.length).map { "\(property):\($0)" }
        }
    }

    /// The colour of letters on a colour.
    private static func contrast(_ json: JSON) -> String? {
        guard let name = json.stringValue, name != "clear" else { return nil }
        guard let number = NamedColor.parse(name)?.hexadecimal else { return name == "white" ? "black" : "var(--on-color)" }
        let luma = 299 * (number >> 16 & 0xFF) + 587 * (number >> 8 & 0xFF) + 114 * (number & 0xFF)
        return luma > 140_000 ? "black" : "white"
    }

    static func length(_ json: JSON) -> String? {
        json.doubleValue.flatMap { $0.isFinite && $0 >= 0 ? "\($0)px" : nil }
    }

    /// A colour's name, `#rrggbb`, or either with an opacity.
    static func color(_ json: JSON) -> String? {
        guard let name = json.stringValue else {
            guard let opaque = json["color"].flatMap(color), let opacity = json["opacity"]?.doubleValue else { return nil }
            return "color-mix(in srgb,\(opaque) \(Int((min(max(opacity, 0), 1) * 100).rounded()))%,transparent)"
        }
        if let number = NamedColor.parse(name)?.hexadecimal {
            let digits = String(number, radix: 16)
            return "#" + String(repeating: "0", count: 6 - digits.count) + digits
        }
        switch name {
        case "clear": return "transparent"
        case "primary": return "var(--text)"
        case "secondary": return "var(--secondary)"
        case "accentColor": return "var(--accent)"
        case "white", "black": return name
        default: return NamedColor.parse(name) == nil ? nil : "var(--\(name))"
        }
    }
}
