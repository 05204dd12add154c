import FasciaWire
import Glibc

/// What the environment says about the terminal.
enum TerminalProperties {
    static func check(environment: (String) -> String?) throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw UsageError(
                "attach needs a terminal as its input and output: \"fascia render\" prints a picture of the panel, and "
                    + "\"fascia watch\" what happens")
        }
        if environment("TERM") == "dumb" {
            throw UsageError(
                "attach needs a terminal that can move its cursor, and TERM is \"dumb\": set TERM to what it is, or "
                    + "use \"fascia render\"")
        }
    }

    /// `NO_COLOR` wins (no-color.org), then `COLORTERM`, then the name in `TERM`.
    static func colors(environment: (String) -> String?) -> ColorDepth {
        if let value = environment("NO_COLOR"), !value.isEmpty { return .none }
        let term = environment("TERM") ?? ""
        if ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") || term.hasSuffix("-direct") {
            return .trueColor
        }
        if term.isEmpty || term.hasPrefix("vt1") || term.hasPrefix("vt2") || term.hasSuffix("-mono") { return .none }
        return term.contains("256color") ? .ansi256 : .ansi16
    }

    /// `COLORFGBG` (rxvt's, and others' after it) ends with the number of the ground's colour: 7 and 15 are light, as is
    /// `default` of what begins with dark letters. Where it is not set, most terminals are dark.
    static func scheme(environment: (String) -> String?) -> TerminalAttach.Scheme {
        let colors = (environment("COLORFGBG") ?? "").split(separator: ";")
        guard colors.count >= 2, let ground = colors.last, let letters = colors.first else { return .dark }
        if let number = Int(ground) { return number == 7 || number == 15 ? .light : .dark }
        return letters == "0" ? .light : .dark
    }

    /// Whether the locale's character encoding is UTF-8: the first of these variables that is set decides (locale(7)).
    static func isUnicode(environment: (String) -> String?) -> Bool {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            guard let value = environment(name), !value.isEmpty else { continue }
            let encoding = value.drop { $0 != "." }.lowercased()
            return encoding.contains("utf-8") || encoding.contains("utf8")
        }
        return false
    }
}
