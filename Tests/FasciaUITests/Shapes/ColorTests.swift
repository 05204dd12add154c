import FasciaDocument
import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct ColorTests {
    @Test func aColorLiteralIsAColor() {
        let literal = #colorLiteral(red: 1, green: 0.5, blue: 0, alpha: 0.5)
        #expect(literal == UIColor(red: 1, green: 0.5, blue: 0, alpha: 0.5))
        #expect(Color(#colorLiteral(red: 0, green: 0, blue: 1, alpha: 1)) == Color(red: 0, green: 0, blue: 1))
    }

    func color(_ color: Color) -> NamedColor? {
        if case .color(let color) = Snapshot(color).node.content { color } else { nil }
    }

    @Test func colors_systemRGBHueAndWhite() {
        let all: [(Color, String)] = [
            (.red, "red"), (.orange, "orange"), (.yellow, "yellow"), (.green, "green"), (.mint, "mint"),
            (.teal, "teal"), (.cyan, "cyan"), (.blue, "blue"), (.indigo, "indigo"), (.purple, "purple"),
            (.pink, "pink"), (.brown, "brown"), (.white, "white"), (.gray, "gray"), (.black, "black"),
            (.clear, "clear"), (.primary, "primary"), (.secondary, "secondary"), (.accentColor, "accentColor"),
        ]
        for (value, name) in all { #expect(color(value)?.name == name) }
        #expect(all.map(\.1) == NamedColor.systemNames)
        #expect(color(Color(red: 1, green: 0.5, blue: 0))?.name == "#ff8000")
        #expect(color(Color(white: 0.2))?.name == "#333333")
        #expect(color(Color(hue: 1.0 / 3, saturation: 1, brightness: 1))?.name == "#00ff00")
        #expect(color(Color(hue: 0.5, saturation: 0.5, brightness: 0.8))?.name == "#66cccc")
    }

    @Test func colors_opacityMultiplies() {
        #expect(color(.red.opacity(0.5).opacity(0.5)) == NamedColor("red", opacity: 0.25))
        #expect(color(.red.opacity(0)) == NamedColor("clear"))
    }

    func foreground(_ view: some View) -> [NamedColor] {
        Snapshot(view).node.flat.flatMap(\.modifiers).compactMap {
            if case .foreground(let color) = $0 { color } else { nil }
        }
    }

    @Test func hierarchicalStylesDeriveFromTheForeground() {
        #expect(foreground(Text("a").foregroundStyle(.secondary)) == [NamedColor("secondary")])
        #expect(foreground(Text("a").foregroundStyle(.tertiary)) == [NamedColor("secondary", opacity: 0.6)])
        #expect(
            foreground(VStack { Text("a").foregroundStyle(.secondary) }.foregroundStyle(.red))
                == [NamedColor("red"), NamedColor("red", opacity: 0.6)])
        #expect(
            foreground(VStack { Text("a").foregroundStyle(.secondary) }.foregroundStyle(.red, .blue))
                == [NamedColor("red"), NamedColor("blue")])
        #expect(foreground(VStack { Text("a").foregroundStyle(.tint) }.tint(.mint)) == [NamedColor("mint")])
        #expect(
            foreground(Text("a").foregroundStyle(AnyShapeStyle(.red).opacity(0.5)))
                == [NamedColor("red", opacity: 0.5)])
    }

    @Test func gradients_areTheColourOfTheMiddle() {
        let gradient = LinearGradient(colors: [.red, .green, .blue], startPoint: .top, endPoint: .bottom)
        #expect(foreground(Text("a").foregroundStyle(gradient)) == [NamedColor("green")])
        #expect(Snapshot(gradient).node.content == .color(NamedColor("green")))
        #expect(Snapshot(Text("a").background(gradient)).node.modifiers == [.background(NamedColor("green"))])
        let stops = Gradient(stops: [.init(color: .red, location: 0.4), .init(color: .blue, location: 1)])
        #expect(foreground(Text("a").foregroundStyle(stops)) == [NamedColor("red")])
    }
}
