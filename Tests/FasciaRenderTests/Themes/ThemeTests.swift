import FasciaDocument
import Foundation
import Testing

@testable import FasciaRender

/// Contrast by the relative luminance of WCAG 2.
@Suite struct ThemeTests {
    private static let themes = EnvironmentSchema.themes.flatMap { name in
        TerminalCapabilities.Scheme.allCases.compactMap { scheme in
            ThemeColors.named(name, scheme).map { (name: "\(name) \(scheme)", theme: $0) }
        }
    }

    private func luminance(_ color: RGB) -> Double {
        func linear(_ value: UInt8) -> Double {
            let part = Double(value) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }

    private func contrast(_ one: RGB, _ other: RGB) -> Double {
        let (low, high) = (min(luminance(one), luminance(other)), max(luminance(one), luminance(other)))
        return (high + 0.05) / (low + 0.05)
    }

    /// The colours as a terminal shows them.
    private func shown(_ color: RGB, _ colors: TerminalCapabilities.Colors) -> RGB {
        colors == .ansi256 ? Palette.color256(Palette.nearest256(color)) : color
    }

    @Test func everyNameIsATheme() {
        for name in EnvironmentSchema.themes {
            for scheme in TerminalCapabilities.Scheme.allCases { #expect(ThemeColors.named(name, scheme) != nil, "\(name)") }
        }
        #expect(ThemeColors.named("nothing", .dark) == nil)
        #expect(ThemeTests.themes.count == 2 * EnvironmentSchema.themes.count)
    }

    @Test(arguments: [TerminalCapabilities.Colors.trueColor, .ansi256])
    func lettersHaveAContrastOf4_5(_ colors: TerminalCapabilities.Colors) {
        for (name, theme) in ThemeTests.themes {
            let background = theme.surface?.background ?? theme.scheme.assumedBackground
            let letters = theme.surface?.letters ?? theme.scheme.assumedForeground
            var pairs: [(String, RGB, RGB, Double)] = [
                ("text", letters, background, 4.5), ("text on raised", letters, theme.raised, 4.5),
                ("secondary", theme.secondary, background, 4.5), ("secondary on raised", theme.secondary, theme.raised, 4.5),
                ("line", theme.line, background, 2), ("focus", theme.focus.letters, theme.focus.background, 4.5),
                ("chrome", theme.chrome.letters, theme.chrome.background, 4.5),
            ]
            for (role, color) in [
                ("accent", theme.accent), ("positive", theme.positive), ("warning", theme.warning), ("negative", theme.negative),
            ] {
                pairs.append((role, color, background, 4.5))
                if role == "accent" || role == "negative" { pairs.append((role + " on raised", color, theme.raised, 4.5)) }
            }
            for (role, one, other, minimum) in pairs {
                let ratio = contrast(shown(one, colors), shown(other, colors))
                #expect(ratio >= minimum, "\(name), \(role), \(colors): \(ratio)")
            }
        }
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

    @Test func withoutColoursAttributesTakeTheirPlace() {
        let roles = Theme(["theme": "dracula", "accent": "red"]).roles(.none, .dark)
        #expect(roles == ColorRoles())
        #expect(roles.focus.attributes == .inverse && roles.chrome.attributes == .inverse && roles.secondary.attributes == .dim)
    }
}
