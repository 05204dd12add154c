/// Characters for the names of system symbols.
public enum Symbols {
    /// The character for a symbol. A name without its own character uses the one of its base name (without `.fill`,
    /// `.circle`). A name of one character, such as an emoji, is that. All others are a dot, so that they are visible.
    public static func glyph(_ name: String, unicode: Bool) -> String {
        let (rich, plain) = known[name] ?? variants(of: name) ?? character(name) ?? ("•", "*")
        return unicode ? rich : plain
    }

    private static func character(_ name: String) -> (String, String)? {
        guard name.count == 1, let character = name.first, TextWidth.of(name) > 0 else { return nil }
        return (TextWidth.clean(name), character.isASCII ? name : plain[character] ?? "*")
    }

    private static func variants(of name: String) -> (String, String)? {
        var name = Substring(name)
        while let dot = name.lastIndex(of: ".") {
            name = name[..<dot]
            if let found = known[String(name)] { return found }
        }
        return nil
    }

    /// The ASCII replacement for each symbol character.
    static let plain: [Character: String] = known.values.reduce(into: [:]) { plain, each in
        if let character = each.0.first, !character.isASCII { plain[character] = each.1 }
    }

    private static let known: [String: (String, String)] = [
        "plus": ("+", "+"), "minus": ("−", "-"), "multiply": ("×", "x"), "divide": ("÷", "/"), "equal": ("=", "="),
        "xmark": ("×", "x"), "checkmark": ("✓", "v"), "percent": ("%", "%"), "number": ("#", "#"), "at": ("@", "@"),
        "questionmark": ("?", "?"), "exclamationmark": ("!", "!"), "info": ("i", "i"), "ellipsis": ("…", "."),
        "chevron": ("›", ">"), "chevron.right": ("›", ">"), "chevron.left": ("‹", "<"), "chevron.up": ("˄", "^"),
        "chevron.down": ("˅", "v"), "chevron.forward": ("›", ">"), "chevron.backward": ("‹", "<"),
        "arrow": ("→", ">"), "arrow.right": ("→", ">"), "arrow.left": ("←", "<"), "arrow.up": ("↑", "^"),
        "arrow.down": ("↓", "v"), "arrow.clockwise": ("↻", "@"), "arrow.counterclockwise": ("↺", "@"),
        "arrow.up.arrow.down": ("↕", "|"), "arrow.left.arrow.right": ("↔", "-"), "arrow.uturn.backward": ("↩", "<"),
        "star": ("☆", "*"), "star.fill": ("★", "*"), "heart": ("♡", "v"), "heart.fill": ("♥", "v"),
        "circle": ("○", "o"), "circle.fill": ("●", "o"), "square": ("□", "#"), "square.fill": ("■", "#"),
        "triangle": ("△", "^"), "triangle.fill": ("▲", "^"), "diamond": ("◇", "o"), "diamond.fill": ("◆", "o"),
        "checkmark.square": ("☑", "x"), "plus.circle": ("⊕", "+"), "minus.circle": ("⊖", "-"),
        "xmark.circle": ("⊗", "x"), "checkmark.circle": ("✓", "v"), "exclamationmark.triangle": ("⚠", "!"),
        "trash": ("⌫", "x"), "pencil": ("✎", "/"), "scissors": ("✂", "%"), "link": ("∞", "&"), "paperclip": ("§", "&"),
        "gear": ("⚙", "*"), "gearshape": ("⚙", "*"), "wrench": ("⚒", "/"), "hammer": ("⚒", "/"),
        "bell": ("♪", "!"), "music": ("♪", "~"), "speaker": ("♪", "~"), "sun": ("☀", "*"), "moon": ("☾", "("),
        "cloud": ("☁", "~"), "umbrella": ("☂", "T"), "snowflake": ("❄", "*"), "flame": ("♨", "^"), "drop": ("◊", "o"),
        "envelope": ("✉", "@"), "phone": ("☎", "#"), "house": ("⌂", "^"), "person": ("☺", "o"), "flag": ("⚑", "P"),
        "bolt": ("ϟ", "Z"), "clock": ("◷", "o"), "timer": ("◷", "o"), "magnifyingglass": ("⌕", "?"),
        "lock": ("⚿", "#"), "key": ("⚷", "k"), "eye": ("◉", "o"), "calendar": ("▦", "#"), "doc": ("▤", "="),
        "folder": ("▱", "/"), "book": ("▥", "="), "photo": ("▨", "#"), "display": ("▭", "#"), "printer": ("▣", "#"),
        "line": ("≡", "="), "list": ("≡", "="), "slider": ("±", "+"), "text": ("≡", "="), "power": ("⌽", "o"),
        "play": ("▶", ">"), "stop": ("■", "#"), "pause": ("‖", "\""), "forward": ("»", ">"), "backward": ("«", "<"),
        "record": ("●", "o"), "globe": ("◍", "o"), "location": ("◎", "o"), "mappin": ("⚲", "!"), "cart": ("⊔", "u"),
        "creditcard": ("▬", "="), "tag": ("⌂", "#"), "thermometer": ("¦", "!"), "wifi": ("≈", "~"),
        "battery": ("▮", "#"), "airplane": ("✈", "+"), "leaf": ("❧", "%"), "hand": ("☞", ">"),
        "snow": ("❄", "*"), "stopwatch": ("◷", "o"), "newspaper": ("▤", "="), "note": ("▤", "="), "bookmark": ("⚑", "P"),
        "dollarsign": ("$", "$"), "eurosign": ("€", "E"),
    ]
}
