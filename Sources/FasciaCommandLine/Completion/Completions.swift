import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaWire

/// Shell completions with names that the daemon provides.
enum Completions {
    static let toggles = idsFromDaemon("toggle.get", ids: ToggleText.ids)
    static let groups = idsFromDaemon("toggle.get") { result in
        ToggleText.ids(result).filter { !$0.contains("/") }
    }
    static let pickers = idsFromDaemon("picker.get", ids: PickerText.ids)
    static let components = idsFromDaemon("picker.get", ids: PickerText.componentIDs)
    static let values = idsFromDaemon("value.get") { result in
        result["values"]?.objectValue?.members.map(\.key) ?? []
    }
    /// All that `fascia get` reads.
    static let names = idsFromSnapshot(\.readable)
    /// All that `fascia history` takes.
    static let subjects = idsFromSnapshot(\.all)
    static let stacks = idsFromSnapshot(\.stacks)
    /// The elements of the component that is named before.
    static let elements = CompletionKind.custom { words, _, prefix in
        guard let id = component(in: words) else { return [] }
        let picker = String(id.prefix { $0 != "/" })
        return await answer("picker.get", ["id": .string(picker)], words).map { PickerText.elements(of: id, in: $0) }?
            .filter { $0.hasPrefix(prefix) && isSafe($0) } ?? []
    }
    /// The kinds of change, for topics.
    static let topics = CompletionKind.list(TopicFilter.kinds.map { $0 + ":" })
    /// `key=value`, of which bash makes three words.
    static let environment = CompletionKind.custom { words, index, prefix in
        let before = words.prefix(index).suffix(2)
        let current = words.indices.contains(index) ? words[index] : ""
        if before.last == "=", before.first == "theme" { return themes.filter { $0.hasPrefix(prefix) } }
        if current == "=" { return before.last == "theme" ? themes : [] }
        let all = EnvironmentSchema.names.flatMap { name in
            name == "theme" ? themes.map { "theme=" + $0 } : [name + "="]
        }
        return all.filter { $0.hasPrefix(prefix) }
    }
    private static let themes = ThemeContent.BuiltIn.allCases.map(\.rawValue)
    static let screens = idsFromDaemon("screen.list") { ids(in: $0["screens"]) }
    static let entries = idsFromDaemon("nav.get", ids: PathText.entries)
    static let targets = idsFromSnapshot(\.targets)
    static let nodes = idsFromDaemon("ui.tree", ids: TreeText.ids)
    static let addresses = idsFromDaemon("ui.find", ["query": "", "limit": 1_000]) { result in
        (result["found"]?.arrayValue ?? []).compactMap { $0["address"]?.stringValue }
    }
    static let plugins = idsFromDaemon("plugin.list") { ids(in: $0["plugins"]) }
    static let methods = CompletionKind.list(MethodNames.all)

    /// Maximum time for the daemon's answer, because the user waits for the completion. `FASCIA_PATIENCE` replaces it, for tests.
    private static var timeLimit: Duration { .milliseconds(environmentVariable("FASCIA_PATIENCE").flatMap { Int($0) } ?? 500) }

    private static func ids(in list: JSON?) -> [String] { (list?.arrayValue ?? []).compactMap { $0["id"]?.stringValue } }

    private static func idsFromSnapshot(_ names: @escaping @Sendable (SnapshotNames) -> [String]) -> CompletionKind {
        idsFromDaemon("watch.start", ["snapshot": true]) { names(SnapshotNames($0["snapshot"] ?? .null)) }
    }

    private static func idsFromDaemon(
        _ method: String, _ params: JSON.Object = [:], ids: @escaping @Sendable (JSON) -> [String]
    ) -> CompletionKind {
        .custom { arguments, _, prefix in
            guard let result = await answer(method, params, arguments) else { return [] }
            return ids(result).filter { $0.hasPrefix(prefix) && isSafe($0) }
        }
    }

    /// The daemon's answer. Without a daemon there are no completions; the command itself reports the error.
    private static func answer(_ method: String, _ params: JSON.Object, _ words: [String]) async -> JSON? {
        let path = SocketPath.resolve(option: socketOption(in: words), environment: environmentVariable)
        guard let connection = try? await Connection.open(path: path, timeout: timeLimit),
            (try? await connection.hello(name: CommonOptions.clientName)) != nil
        else { return nil }
        return try? await connection.call(method, params)
    }

    /// Whether every shell inserts the name literally.
    ///
    /// Any client that declares something chooses its name, and the completion scripts let the shell evaluate the list of
    /// names (`compgen -W` in bash). So a name is offered only if it consists of letters, digits and a few characters
    /// without a meaning in any shell. Other names can be typed in full.
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

    /// What is picked of in `fascia pick …`: the first word that is neither an option nor the value of one.
    static func component(in words: [String]) -> String? {
        var rest = words.dropFirst(2)
        while let word = rest.popFirst() {
            guard word.hasPrefix("-") else { return word }
            guard optionsOfPick.contains(word) else { continue }
            // bash makes three words of --socket=PATH.
            if rest.popFirst() == "=" { _ = rest.popFirst() }
        }
        return nil
    }

    /// Those that have a value.
    private static let optionsOfPick: Set = [
        "--socket", "--timeout", "--if-revision", "--once", "--reason", "--revert-within",
    ]

    /// The value of `--socket` in an incomplete command line.
    static func socketOption(in words: [String]) -> String? {
        for (index, word) in words.enumerated() {
            if word == "--socket" { return words.indices.contains(index + 1) ? words[index + 1] : nil }
            if word.hasPrefix("--socket=") { return String(word.dropFirst("--socket=".count)) }
        }
        return nil
    }
}
