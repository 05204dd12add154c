import FasciaDocument

/// A colour. As a view it is a filled area; as a style it fills or colours text.
public struct Color: Hashable, Sendable {
    let base: NamedColor
    let opacity: Double

    init(base: NamedColor, opacity: Double = 1) {
        self.base = base
        self.opacity = opacity
    }

    private init(_ name: String) { self.init(base: NamedColor(name)) }

    public enum RGBColorSpace: Hashable, Sendable { case sRGB, sRGBLinear, displayP3 }

    /// Components from 0 to 1.
    public init(
        _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) {
        let number = [red, green, blue].reduce(0) { $0 << 8 | UInt32((min(max($1, 0), 1) * 255).rounded()) }
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

    public static let red = Color("red")
    public static let orange = Color("orange")
    public static let yellow = Color("yellow")
    public static let green = Color("green")
    public static let mint = Color("mint")
    public static let teal = Color("teal")
    public static let cyan = Color("cyan")
    public static let blue = Color("blue")
    public static let indigo = Color("indigo")
    public static let purple = Color("purple")
    public static let pink = Color("pink")
    public static let brown = Color("brown")
    public static let white = Color("white")
    public static let gray = Color("gray")
    public static let black = Color("black")
    public static let clear = Color("clear")
    public static let primary = Color("primary")
    public static let secondary = Color("secondary")
    public static let accentColor = Color("accentColor")

    public func opacity(_ opacity: Double) -> Color { Color(base: base, opacity: self.opacity * opacity) }

    /// The colour as nodes have it.
    var model: NamedColor {
        opacity > 0 ? NamedColor(base.name, opacity: base.opacity * min(opacity, 1)) : NamedColor("clear")
    }
}

extension Color: View, Primitive {
    func update(_ viewNode: ViewNode) {
        viewNode.setLowering { [model, address = viewNode.address] in [Node(.color(model), id: address)] }
    }
}
