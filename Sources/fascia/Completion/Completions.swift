import ArgumentParser
import FasciaClient
import FasciaModel

/// Completions that ask the daemon what there is.
enum Completions {
    static let toggles = ask("toggle.get", ids: ToggleText.ids)
    static let groups = ask("toggle.get") { result in
        ToggleText.ids(result).filter { !$0.contains("/") }
    }
    static let pickers = ask("picker.get", ids: PickerText.ids)
    static let components = ask("picker.get", ids: PickerText.componentIDs)
    static let values = ask("value.get") { result in
        result["values"]?.objectValue?.members.map(\.key) ?? []
    }
    static let screens = ask("screen.list", ids: ScreenText.ids)
    static let entries = ask("nav.get", ids: PathText.entries)
    static let targets = ask("watch.start", ["snapshot": true]) { result in
        (result["snapshot"]?["targets"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    }
    static let nodes = ask("ui.tree", ids: TreeText.ids)
    static let plugins = ask("plugin.list", ids: PluginText.ids)
    static let methods = CompletionKind.list(MethodNames.all)

    /// Whoever waits for a completion waits with a finger on the Tab key.
    private static let timeLimit = Duration.milliseconds(500)

    private static func ask(
        _ method: String, _ params: JSON.Object = [:], ids: @escaping @Sendable (JSON) -> [String]
    ) -> CompletionKind {
        .custom { arguments, _, prefix in
            let path = SocketPath.resolve(option: socketOption(in: arguments), environment: environmentVariable)
            // Without a daemon there is nothing to offer; the command itself will say so.
            guard let connection = try? await Connection.open(path: path, timeout: timeLimit),
                let result = try? await connection.call(method, params)
            else { return [] }
            return ids(result).filter { $0.hasPrefix(prefix) && isSafe($0) }
        }
    }

    /// Whether no shell does anything with a name but insert it.
    ///
    /// Anybody who may declare something chooses its name, and the scripts have the shell evaluate the list of names
    /// (`compgen -W` in bash). So a name is offered only if it consists of letters, digits and a few marks that mean
    /// nothing to any shell. Others can still be typed.
    static func isSafe(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first != "-" else { return false }
        return name.unicodeScalars.allSatisfy { scalar in
            if scalar.isASCII { return safeASCII.contains(scalar) }
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                .spacingMark, .decimalNumber:
                return true
            default: return false
            }
        }
    }

    private static let safeASCII = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./@+,".unicodeScalars)

    /// The value of `--socket` among the words of an unfinished command line.
    static func socketOption(in words: [String]) -> String? {
        for (index, word) in words.enumerated() {
            if word == "--socket" { return words.indices.contains(index + 1) ? words[index + 1] : nil }
            if word.hasPrefix("--socket=") { return String(word.dropFirst("--socket=".count)) }
        }
        return nil
    }
}
