import FasciaDocument
import FasciaWire

/// The properties of the terminal, from environment variables.
struct TerminalProperties: Hashable {
    var kind: TerminalKind
    var colors: ColorDepth
    var scheme: TerminalScheme
    var isUnicode: Bool
    /// Whether it has only the characters of a font of the Linux console.
    var hasConsoleFont: Bool
    /// The optional features that it supports.
    var features: [TerminalFeature]
    /// Whether the connection is remote: an escape sequence may arrive in pieces.
    var hasHighLatency: Bool
    /// Whether to use the mouse, unless an option says so.
    var usesMouse: Bool
    /// How long the daemon may take to answer.
    var patience: Duration

    init(environment: (String) -> String?) {
        kind = TerminalKind(named: environment("TERM") ?? "")
        colors = Self.colors(environment: environment)
        scheme = Self.scheme(environment: environment)
        features = Self.features(environment: environment)
        isUnicode = Self.isUnicode(environment: environment)
        hasConsoleFont = (environment("TERM") ?? "").prefix { $0 != "-" } == "linux"
        hasHighLatency = ["SSH_CONNECTION", "SSH_TTY", "MOSH_CONNECTION"].contains { environment($0)?.isEmpty == false }
        usesMouse = Self.usesMouse(environment: environment)
        // For tests on a busy machine, in milliseconds.
        patience = .milliseconds(environment("FASCIA_PATIENCE").flatMap { Int($0) } ?? 1_500)
    }

    /// `FASCIA_MOUSE` decides. GNU screen, which sets `STY`, keeps back an Escape until the next key while the mouse is
    /// reported.
    private static func usesMouse(environment: (String) -> String?) -> Bool {
        switch environment("FASCIA_MOUSE") {
        case "on", "1": true
        case "off", "0": false
        default: environment("STY")?.isEmpty != false
        }
    }

    /// `NO_COLOR` (https://no-color.org) has priority, then `COLORTERM`, then the name in `TERM`.
    private static func colors(environment: (String) -> String?) -> ColorDepth {
        if let value = environment("NO_COLOR"), !value.isEmpty { return .none }
        let term = environment("TERM") ?? ""
        switch TerminalKind(named: term) {
        case .dumb, .vt100: return .none
        case .console, .xterm: break
        }
        if ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") || term.hasSuffix("-direct") {
            return .trueColor
        }
        if term.hasPrefix("vt") && !term.hasPrefix("vte") || term.hasSuffix("-mono") || term.hasSuffix("-m") {
            return .none
        }
        return term.contains("256color") ? .ansi256 : .ansi16
    }

    /// `COLORFGBG` (introduced by rxvt) ends with the background's colour number: 7 and 15 are light. A background of
    /// `default` counts as light if the text colour is 0, black. If the variable is not set, dark is assumed.
    private static func scheme(environment: (String) -> String?) -> TerminalScheme {
        let colors = (environment("COLORFGBG") ?? "").split(separator: ";")
        guard colors.count >= 2, let ground = colors.last, let letters = colors.first else { return .dark }
        if let number = Int(ground) { return number == 7 || number == 15 ? .light : .dark }
        return letters == "0" ? .light : .dark
    }

    /// Whether the locale's encoding is UTF-8. The first variable that is set decides (locale(7)).
    private static func isUnicode(environment: (String) -> String?) -> Bool {
        localeIsUnicode(environment: environment) ?? false
    }

    /// Whether the locale has Unicode; `nil` if no locale is set, as in a cron job.
    static func localeIsUnicode(environment: (String) -> String?) -> Bool? {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            guard let value = environment(name), !value.isEmpty else { continue }
            let encoding = value.drop { $0 != "." }.lowercased()
            return encoding.contains("utf-8") || encoding.contains("utf8")
        }
        return nil
    }

    /// The optional features that the terminal is known to support.
    ///
    /// `TERM` names the terminal itself, or, as `xterm`, one that it resembles. The latter does not prove that it repeats
    /// characters (REP): mosh and older terminals call themselves `xterm-256color` and do not. Then variables of the
    /// terminal itself may tell, except inside a multiplexer, which inherits them from another terminal.
    private static func features(environment: (String) -> String?) -> [TerminalFeature] {
        let term = environment("TERM") ?? ""
        let parts = term.split(separator: "-", maxSplits: 1).map(String.init)
        guard let family = parts.first else { return [] }
        // "xterm-kitty" is kitty; "xterm-256color" may be any terminal.
        let name = family == "xterm" && parts.count == 2 && namedTerminals.contains(parts[1]) ? parts[1] : family
        var features: [TerminalFeature] = []
        if namedTerminals.contains(name) || terminalsWithErase.contains(name) { features.append(.erase) }
        if namedTerminals.contains(name) || terminalsWithErase.contains(name) || ["screen", "vt102"].contains(name) {
            features.append(.lines)
        }
        let isAlone = environment("TMUX") == nil && environment("STY") == nil
        let vte = environment("VTE_VERSION").flatMap { Int($0) } ?? 0
        let repeatsCharacters = name == "xterm" && isAlone && (environment("XTERM_VERSION") != nil || vte >= 5_400)
        if namedTerminals.contains(name) || name == "tmux" || repeatsCharacters { features.append(.repeat) }
        if namedTerminals.contains(name) { features.append(.synchronized) }
        return features
    }

    /// Terminals with a name of their own that support all features.
    private static let namedTerminals: Set = ["alacritty", "contour", "foot", "ghostty", "kitty", "wezterm"]
    /// Other terminals that support ECH, IL and DL, according to terminfo or their source.
    private static let terminalsWithErase: Set = [
        "xterm", "tmux", "linux", "rxvt", "konsole", "gnome", "vte", "st", "putty", "mintty", "vt220",
    ]
}
