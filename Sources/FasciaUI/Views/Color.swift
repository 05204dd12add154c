import FasciaDocument
import FasciaRender

/// A colour. As a view it is a filled area; as a style it fills or colours text.
public struct Color: Hashable, Sendable {
    let base: NamedColor
    let opacity: Double
    /// The name of an asset that there is not.
    private(set) var missing: String?

    init(base: NamedColor, opacity: Double = 1) {
        self.base = base
        self.opacity = opacity
    }

    private init(system name: String) { self.init(base: NamedColor(name)) }

    init(missing name: String) {
        self.init(base: NamedColor("primary"))
        missing = name
    }

    public enum RGBColorSpace: Hashable, Sendable { case sRGB, sRGBLinear, displayP3 }

    /// Components from 0 to 1.
    public init(
        _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) {
        let number = [red, green, blue].reduce(0) { $0 << 8 | UInt32(($1 > 0 ? min($1, 1) * 255 : 0).rounded()) }
        let digits = String(number, radix: 16)
        self.init(base: NamedColor("#" + String(repeating: "0", count: 6 - digits.count) + digits), opacity: opacity)
    }
    public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
    }
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        // The formula at https://en.wikipedia.org/wiki/HSL_and_HSV#HSV_to_RGB_alternative.
        func part(_ offset: Double) -> Double {
            let position = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
            return brightness * (1 - saturation * max(0, min(position, 4 - position, 1)))
        }
        self.init(red: part(5), green: part(3), blue: part(1), opacity: opacity)
    }

    public static let red = Color(system: "red"), orange = Color(system: "orange"), yellow = Color(system: "yellow")
    public static let green = Color(system: "green"), mint = Color(system: "mint"), teal = Color(system: "teal")
    public static let cyan = Color(system: "cyan"), blue = Color(system: "blue"), indigo = Color(system: "indigo")
    public static let purple = Color(system: "purple"), pink = Color(system: "pink"), brown = Color(system: "brown")
    public static let white = Color(system: "white"), gray = Color(system: "gray"), black = Color(system: "black")
    public static let clear = Color(system: "clear"), primary = Color(system: "primary")
    public static let secondary = Color(system: "secondary"), accentColor = Color(system: "accentColor")

    public func opacity(_ opacity: Double) -> Color {
        var color = Color(base: base, opacity: self.opacity * opacity)
        color.missing = missing
        return color
    }

    /// The same of an area, which has none if there is no such asset.
    var areaModel: NamedColor { missing == nil ? model : Color.clear.model }

    /// The colour as nodes have it.
    var model: NamedColor { opacity > 0 ? NamedColor(base.name, opacity: base.opacity * min(opacity, 1)) : NamedColor("clear") }
}

extension Color: CustomStringConvertible {
    public var description: String { base.name }

    /// The colour between this one and another: 0 is this one, 1 the other.
    public func mix(with other: Color, by fraction: Double, in space: Gradient.ColorSpace = .perceptual) -> Color {
        guard let from = SystemColors.rgb(base), let to = SystemColors.rgb(other.base) else {
            return fraction < 0.5 ? self : other
        }
        let part = fraction > 0 ? min(fraction, 1) : 0
        func mixed(_ path: KeyPath<RGB, UInt8>) -> Double {
            (Double(from[keyPath: path]) * (1 - part) + Double(to[keyPath: path]) * part) / 255
        }
        return Color(
            red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue),
            opacity: opacity * (1 - part) + other.opacity * part)
    }

    @_disfavoredOverload public init(_ color: Color) { self = color }

    /// The parts of a colour, from 0 to 1.
    public struct Resolved: Hashable, Codable, Sendable {
        public var red, green, blue, opacity: Float
        public init(red: Float, green: Float, blue: Float, opacity: Float = 1) {
            (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
        }
    }

    public func resolve(in environment: EnvironmentValues) -> Resolved {
        let rgb = SystemColors.rgb(base)
        func part(_ path: KeyPath<RGB, UInt8>) -> Float { rgb.map { Float($0[keyPath: path]) / 255 } ?? 0 }
        return Resolved(red: part(\.red), green: part(\.green), blue: part(\.blue), opacity: Float(rgb == nil ? 0 : opacity))
    }
    public init(_ resolved: Resolved) {
        self.init(
            red: Double(resolved.red), green: Double(resolved.green), blue: Double(resolved.blue),
            opacity: Double(resolved.opacity))
    }
}

extension ViewNode {
    /// Reports a colour that is in no catalogue.
    func checkAsset(_ color: Color) {
        guard let name = color.missing else { return }
        graph.report("Color(\"\(name)\") is not in Color.assets: set it there before the views are made")
    }
}

extension Color: View, Primitive {
    func update(_ viewNode: ViewNode) {
        viewNode.checkAsset(self)
        viewNode.setLowering { [model = areaModel, address = viewNode.address] in [Node(.color(model), id: address)] }
    }
}
