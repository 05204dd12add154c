import ArgumentParser
import FasciaDocument

struct ToggleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "List, set and declare switches and groups of switches.",
        subcommands: [
            ListByName<ToggleList>.self, ToggleSet.self, ToggleFlip.self, ChangeFromWords<ToggleDeclare>.self,
            ChangeByName<ToggleEnable>.self, ChangeByName<ToggleDisable>.self, ChangeByName<ToggleRemove>.self,
        ])
}

struct ToggleSet: CarriedOutCommand {
    static let method = "toggle.set"

    @Argument(help: help("id"), completion: Completions.toggles)
    var id: String
    @Argument(help: help("on", valueName: "on|off"), completion: SwitchState.completion, transform: SwitchState.argument)
    var state: SwitchState
    @OptionGroup var carryOut: CarryOutOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object { ["id": .string(id), "on": .bool(state == .on)] }
}

struct ToggleFlip: CarriedOutCommand {
    static let method = "toggle.flip"

    @Argument(help: help("id"), completion: Completions.toggles)
    var id: String
    @Option(
        help: help("expect", valueName: "on|off|mixed"), completion: GroupState.completion,
        transform: GroupState.argument)
    var expect: GroupState?
    @OptionGroup var carryOut: CarryOutOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object { JSON.Object(given: ["id": id, "expect": expect?.rawValue]) }

    func text(_ result: JSON) -> String {
        ResultText.approval(result) ?? result["state"]?.stringValue ?? ResultText.change(result)
    }
}

enum ToggleList: NamedSubcommand {
    static let method = "toggle.get"
    static let command = "list"
    static let completion = Completions.toggles
    static func text(_ result: JSON) -> String { ToggleText.tree(result) }
}

enum ToggleDeclare: WordsSubcommand {
    static let method = "toggle.declare"
    static let parameter = "group"
    static let part = "option"

    static func json(_ id: TitledID, _ parts: [TitledID]) -> JSON {
        func named(_ word: TitledID) -> JSON.Object { JSON.Object(given: ["id": word.id, "title": word.title]) }
        return .object(named(id).merging(["options": .array(parts.map { .object(named($0)) })]))
    }
}

enum ToggleEnable: NamedSubcommand {
    static let method = "toggle.enable"
    static let completion = Completions.toggles
    static let fixed: JSON.Object = ["enabled": true]
}

enum ToggleDisable: NamedSubcommand {
    static let method = "toggle.enable"
    static let command = "disable"
    static let abstract: String? = "The opposite of enable: the switch can no longer be operated."
    static let completion = Completions.toggles
    static let fixed: JSON.Object = ["enabled": false]
}

enum ToggleRemove: NamedSubcommand {
    static let method = "toggle.remove"
    static let completion = Completions.groups
}

enum Confirm: NamedSubcommand {
    static let method = "bind.confirm"
    static let completion = Completions.names
}
