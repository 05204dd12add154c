import FasciaDocument
import Testing

@testable import FasciaRender

/// Contrast by the relative luminance of WCAG 2.
@Suite struct ThemeTests {
    private static let themes = ThemeContent.BuiltIn.allCases.flatMap { name in
        TerminalScheme.allCases.map { scheme in
            (name: "\(name) \(scheme)", theme: ThemeColors.builtIn(name, scheme))
        }
    }

    /// The colours as a terminal shows them.
    private func shown(_ color: RGB, _ colors: ColorDepth) -> RGB {
        colors == .ansi256 ? Palette.color256(Palette.nearest256(color)) : color
    }

    @Test(arguments: [ColorDepth.trueColor, .ansi256])
    func lettersHaveAContrastOf4_5(_ colors: ColorDepth) {
        for (name, theme) in ThemeTests.themes {
            let background = theme.surface?.background ?? theme.scheme.assumedBackground
            let letters = theme.surface?.letters ?? theme.scheme.assumedForeground
            var pairs: [(String, RGB, RGB, Double)] = [
                ("text", letters, background, 4.5), ("text on raised", letters, theme.raised, 4.5),
                ("secondary", theme.secondary, background, 4.5), ("secondary on raised", theme.secondary, theme.raised, 4.5),
                ("line", theme.line, background, 2), ("focus", theme.focus.letters, theme.focus.background, 4.5),
                ("chrome", theme.chrome.letters, theme.chrome.background, 4.5),
            ]
            if let key = ColorRoles(theme, colors).key.foreground { pairs.append(("key", key, theme.chrome.background, 4.5)) }
            for (role, color) in [
                ("accent", theme.accent), ("positive", theme.positive), ("warning", theme.warning), ("negative", theme.negative),
            ] {
                pairs.append((role, color, background, 4.5))
                if role == "accent" || role == "negative" { pairs.append((role + " on raised", color, theme.raised, 4.5)) }
            }
            for (role, one, other, minimum) in pairs {
                let ratio = shown(one, colors).contrast(to: shown(other, colors))
                #expect(ratio >= minimum, "\(name), \(role), \(colors): \(ratio)")
            }
        }
    }

    /// With 16 colours there is no colour that is seen on the focus: its characters tell the state, and the bar has no hole.
    @Test func aFocusedRowOf16ColoursIsOneBar() {
        for (name, theme) in ThemeTests.themes {
            let roles = ColorRoles(theme, .ansi16)
            for mark in [roles.positive, roles.warning, roles.secondary] {
                #expect(roles.focused(mark) == roles.focus, "\(name)")
            }
        }
    }

    /// What tells whether a switch is on keeps its colour while the row has the focus.
    @Test func marksOfStatesAreSeenInAFocusedRow() {
        for (name, theme) in ThemeTests.themes {
            for colors in [ColorDepth.trueColor, .ansi256] {
                let roles = ColorRoles(theme, colors)
                for mark in [roles.positive, roles.warning] where mark.foreground != nil {
                    let shown = roles.focused(mark)
                    #expect(shown.foreground == mark.foreground && !shown.attributes.contains(.inverse), "\(name), \(colors)")
                    guard let color = shown.foreground, let background = shown.background else { continue }
                    #expect(color.contrast(to: background) >= ColorRoles.visible, "\(name), \(colors)")
                }
            }
        }
        #expect(ColorRoles().focused(ColorRoles().positive) == ColorRoles().focus)
    }

    @Test func theEnvironmentSelectsTheTheme() {
        func roles(_ environment: JSON.Object) -> ColorRoles { Theme(environment).roles(.trueColor, .dark) }
        #expect(roles(["theme": "nord"]).surface.background == RGB(0x2E3440))
        #expect(roles(["theme": "nothing"]) == roles([:]))
        #expect(roles([:]).surface == CellStyle(), "the default theme leaves the terminal its colours")
        #expect(roles(["theme": "gruvbox", "colorScheme": "light"]).surface.background == RGB(0xFBF1C7))
        #expect(roles(["colorScheme": "light"]).surface.background == RGB(255, 255, 255))
        #expect(roles(["accent": "#FF0000"]).accent.foreground == RGB(255, 0, 0))
        #expect(
            roles(["chromeBackground": "#000080"]).chrome == CellStyle(foreground: RGB(255, 255, 255), background: RGB(0, 0, 128))
        )
    }

    // MARK: - Authors' own

    private func roles(_ theme: JSON, _ scheme: TerminalScheme = .dark) -> ColorRoles {
        Theme(["theme": theme]).roles(.trueColor, scheme)
    }

    @Test func authorsChangeSingleColoursOfATheme() {
        let (nord, own) = (roles("nord"), roles(["base": "nord", "accent": "#FF8800", "surface": "#101010"]))
        #expect(own.accent.foreground == RGB(255, 136, 0))
        #expect(own.surface == CellStyle(foreground: nord.surface.foreground, background: RGB(16, 16, 16)))
        var rest = own
        (rest.accent, rest.surface) = (nord.accent, nord.surface)
        #expect(rest == nord)
        #expect(roles(["negative": "#ff0000"]).surface == CellStyle(), "without a base, it is the default theme")
        #expect(roles(["base": "solarized"], .light) == roles("solarized", .light))
        #expect(roles(["text": "#eeeeee"]).surface == CellStyle(foreground: RGB(238, 238, 238), background: RGB(0, 0, 0)))
    }

    /// Letters that are not given can be read on a given background.
    @Test func lettersOfTheBaseGiveWay_whereTheyCannotBeRead() {
        let own = roles(["base": "nord", "focus": "#3B4252", "chrome": "#ffffff", "surface": "#ffffff"])
        #expect(own.focus == CellStyle(foreground: RGB(255, 255, 255), background: RGB(0x3B4252)))
        #expect(own.chrome == CellStyle(foreground: RGB(0, 0, 0), background: RGB(255, 255, 255)))
        #expect(own.surface.foreground == RGB(0, 0, 0))
        let bold = roles(["focus": "#3B4252", "focusText": "#3B4253"])
        #expect(bold.focus.foreground == RGB(0x3B4253), "the author decides")
    }

    @Test func withoutColoursAttributesTakeTheirPlace() {
        let roles = Theme(["theme": "dracula", "accent": "red"]).roles(.none, .dark)
        #expect(roles == ColorRoles())
        #expect(roles.focus.attributes == .inverse && roles.chrome.attributes == .inverse && roles.secondary.attributes == .dim)
    }
}
