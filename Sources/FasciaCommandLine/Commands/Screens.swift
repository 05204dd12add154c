import ArgumentParser
import FasciaDocument

struct ScreenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen", abstract: "List, print, publish and remove screens.",
        subcommands: [
            ScreenList.self, ScreenGet.self, ScreenPut.self, ChangeByName<ScreenRemove>.self,
        ])
}

struct ScreenList: MethodCommand {
    static let method = "screen.list"

    @OptionGroup var common: CommonOptions

    func text(_ result: JSON) -> String { ScreenText.list(result) }
}

struct ScreenGet: MethodCommand {
    static let method = "screen.get"

    @Argument(help: help("id"), completion: Completions.screens)
    var id: String
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object { ["id": .string(id)] }
    /// The result is JSON, which `line` escapes itself.
    var isRaw: Bool { true }
    func text(_ result: JSON) -> String { (result["screen"] ?? result).line }
}

struct ScreenPut: ChangingCommand {
    static let method = "screen.put"

    @Argument(
        help: ArgumentHelp("A file with the screen as JSON; - for standard input."), completion: .file(extensions: ["json"]))
    var file: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    var warnsOfUnknownMembers: Bool { true }
    func changeParams() throws -> JSON.Object { ["screen": try Input.json(file)] }

    func run() async throws {
        let params = try params()
        try await runChange(params)
        await common.warn(ofMissing: SubjectName.all(in: params["screen"]?["body"] ?? .null))
    }
}

enum ScreenRemove: NamedSubcommand {
    static let method = "screen.remove"
    static let completion = Completions.screens
}

struct EnvironmentCommand: ChangingCommand {
    static let method = "environment.set"
    static var configuration: CommandConfiguration {
        configured(
            "environment",
            discussion: "Without a scope it applies to the whole panel. null removes a value. Without values, prints what is set."
        )
    }

    @Argument(help: help("values", valueName: "key=value"), completion: Completions.environment, transform: KeyValue.parse)
    var values: [KeyValue] = []
    @Option(name: .customLong("stack"), help: "Only in this stack.", completion: Completions.stacks)
    var stack: String?
    @Option(help: "Only in this screen.", completion: Completions.screens)
    var screen: String?
    @Option(help: "Only in this entry.", completion: Completions.entries)
    var entry: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if [stack, screen, entry].count(where: { $0 != nil }) > 1 {
            throw ValidationError("give at most one of --stack, --screen and --entry")
        }
    }

    var warnsOfUnknownMembers: Bool { true }

    private var scope: JSON.Object { JSON.Object(given: ["stack": stack, "screen": screen, "entry": entry]) }

    func changeParams() -> JSON.Object {
        ["scope": .object(scope), "values": .object(.init(values.map { ($0.key, $0.value) }))]
    }

    func run() async throws {
        if values.isEmpty { try await list() } else { try await runChange() }
        for theme in values where theme.key == "theme" {
            for warning in (try? ThemeContent.schema.read(theme.value))?.warnings ?? [] { common.warn("theme: " + warning) }
        }
        if values.contains(where: { $0.key.hasSuffix("Style") }) { await common.warnOfMissingStyles() }
        if let screen { await common.warn(ofUnpublished: [screen]) }
    }

    /// Prints the values of the given scope, or of all.
    private func list() async throws {
        let snapshot = try await common.reading { try await $0.call("watch.start", ["snapshot": true]) }["snapshot"]
        let scopes = (snapshot?["environment"]?.arrayValue ?? []).filter {
            scope.isEmpty || $0["scope"] == .object(scope)
        }
        common.print(["environment": .array(scopes)]) { result in
            (result["environment"]?.arrayValue ?? []).flatMap(Self.lines).joined(separator: "\n")
        }
    }

    /// For example `tint=red`, `screen home: accent=blue`.
    private static func lines(_ scope: JSON) -> [String] {
        let place = (scope["scope"]?.objectValue?.members ?? []).map { "\($0.key) \($0.value.plain): " }.joined()
        return (scope["values"]?.objectValue?.members ?? []).map { "\(place)\($0.key)=\($0.value.plain)" }
    }
}
