/// The keys of every terminal, and what they do where nothing on the screen takes them.
///
/// There is one list: terminals perform these keys, and a screen that takes one of them is warned.
package enum TerminalKey: CaseIterable, Hashable, Sendable {
    case quit, redraw, undo, help, why, find, back, look, keep, operate
    case next, previous, up, down, left, right, first, last, pageUp, pageDown

    /// The names of its keys.
    package var names: [String] {
        switch self {
        case .quit: ["q", "Q", "ctrl+c"]
        case .redraw: ["ctrl+l"]
        case .undo: ["ctrl+u"]
        case .help: ["?", "f1"]
        case .why: ["alt+w"]
        case .find: ["/", "ctrl+k"]
        case .back: ["escape", "backspace"]
        case .look: ["ctrl+g"]
        case .keep: ["ctrl+o"]
        case .operate: ["space", " ", "enter"]
        case .next: ["tab"]
        // Terminals send the first; the second is how people call it.
        case .previous: ["backtab", "shift+tab"]
        case .up: ["up"]
        case .down: ["down"]
        case .left: ["left"]
        case .right: ["right"]
        case .first: ["home"]
        case .last: ["end"]
        case .pageUp: ["pageup"]
        case .pageDown: ["pagedown"]
        }
    }

    /// What it does, after the name of a key.
    package var meaning: String {
        switch self {
        case .quit: "quits"
        case .redraw: "redraws"
        case .undo: "takes back the last change"
        case .help: "shows the keys"
        case .why: "tells why something is as it is"
        case .find: "finds things"
        case .back: "goes back"
        case .look: "shows what somebody else has opened"
        case .keep: "keeps a change that would go back"
        case .operate: "operates what has the focus"
        case .next, .previous, .up, .down, .left, .right, .first, .last: "moves the focus"
        case .pageUp, .pageDown: "scrolls"
        }
    }

    /// `nil` for a key that has no meaning of its own.
    package init?(_ name: String) {
        guard let key = Self.byName[name] else { return nil }
        self = key
    }

    private static let byName = Dictionary(
        uniqueKeysWithValues: allCases.flatMap { key in key.names.map { ($0, key) } })
}
