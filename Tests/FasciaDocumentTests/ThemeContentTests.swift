import Testing

@testable import FasciaDocument

@Suite struct ThemeContentTests {
    private func error(_ theme: JSON) -> String? {
        do throws(Mismatch) {
            _ = try EnvironmentSchema.values.read(["theme": theme])
            return nil
        } catch {
            return error.message
        }
    }

    private static let names = "default, highContrast, catppuccin, dracula, gruvbox, nord or solarized"

    @Test func aThemeIsANameOrColours() throws {
        for theme: JSON in ["nord", ["base": "nord"], ["accent": "#FF8800"], ["base": "dracula", "focus": "#000000"], [:]] {
            #expect(error(theme) == nil)
            let read = try ThemeContent.schema.read(theme)
            #expect(try ThemeContent.schema.read(ThemeContent.schema.write(read)) == read)
        }
        let theme = try ThemeContent.schema.read(["base": "nord", "accent": "#00ff80"])
        #expect(theme.base == .nord && theme.colors == [.accent: 0x00FF80])
        #expect(ThemeContent.schema.write(theme) == ["base": "nord", "accent": "#00ff80"])
        #expect(ThemeContent.schema.write(try ThemeContent.schema.read("nord")) == "nord")
    }

    @Test func errorsNameTheRole_andHowToWriteAColour() {
        #expect(error("nrd") == "/theme: expected \(Self.names), or an object of colours, found \"nrd\"")
        #expect(error(3) == "/theme: expected \(Self.names), or an object of colours, found 3")
        #expect(error(["base": "nrd"]) == "/theme/base: expected \(Self.names), found \"nrd\"")
        let color = "expected a colour as #rrggbb, such as #ff8800"
        #expect(error(["accent": "orange"]) == "/theme/accent: \(color), found \"orange\"")
        #expect(error(["focus": "#12345"]) == "/theme/focus: \(color), found \"#12345\"")
        #expect(error(["line": 3]) == "/theme/line: \(color), found 3")
        #expect(
            error(["acent": "#ff8800"])
                == "/theme/acent: expected base or a role: surface, text, raised, secondary, line, accent, positive, warning, "
                + "negative, focus, focusText, chrome, chromeText, found \"acent\"")
    }

    @Test func weakContrastsAreNamed() throws {
        func warnings(_ theme: JSON) throws -> [String] { try ThemeContent.schema.read(theme).warnings }
        #expect(try warnings(["surface": "#000000", "text": "#ffffff", "accent": "#8888ff"]) == [])
        #expect(
            try warnings(["surface": "#202020", "accent": "#404040"])
                == ["accent on surface has a contrast of 1.5:1; letters are hard to read below 4.5:1"])
        #expect(try warnings(["focus": "#ffffff", "focusText": "#fffff0", "chromeText": "#000000"]).count == 1)
        #expect(try warnings(["accent": "#000000"]) == [], "the other colour depends on the terminal")
        #expect(ThemeContent.contrast(0, 0xFFFFFF) == 21 && ThemeContent.contrast(0x123456, 0x123456) == 1)
    }
}
