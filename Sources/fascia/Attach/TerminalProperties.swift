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

    /// What the terminal obeys beyond what all of them do, as far as it is known to. Unknown ones get by without.
    ///
    /// `TERM` says which terminal it is, or, as `xterm`, which one it is like. The latter is no proof that it repeats
    /// characters: mosh and older terminals call themselves `xterm-256color` and do not. What `TERM` leaves open,
    /// variables of the terminal itself may say, but not within a multiplexer, which passes them on without being it.
    static func features(environment: (String) -> String?) -> [TerminalAttach.Feature] {
        let term = environment("TERM") ?? ""
        let parts = term.split(separator: "-", maxSplits: 1).map(String.init)
        guard let family = parts.first else { return [] }
        // "xterm-kitty" is kitty; "xterm-256color" may be anything.
        let name = family == "xterm" && parts.count == 2 && own.contains(parts[1]) ? parts[1] : family
        var features: [TerminalAttach.Feature] = []
        if own.contains(name) || erasing.contains(name) { features.append(.erase) }
        if own.contains(name) || erasing.contains(name) || ["screen", "vt102"].contains(name) { features.append(.lines) }
        let isAlone = environment("TMUX") == nil && environment("STY") == nil
        let vte = environment("VTE_VERSION").flatMap { Int($0) } ?? 0
        let isKnown = name == "xterm" && isAlone && (environment("XTERM_VERSION") != nil || vte >= 5_400)
        if own.contains(name) || name == "tmux" || isKnown { features.append(.repeat) }
        if own.contains(name) { features.append(.synchronized) }
        return features
    }

    /// Terminals with names of their own that obey everything.
    private static let own: Set = ["alacritty", "contour", "foot", "ghostty", "kitty", "wezterm"]
    /// Those of the others that know ECH besides IL and DL, by terminfo or their source.
    private static let erasing: Set = ["xterm", "tmux", "linux", "rxvt", "konsole", "gnome", "vte", "st", "putty", "mintty", "vt220"]
}
