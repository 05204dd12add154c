import ArgumentParser
import FasciaModel

struct ToggleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Switches, and groups of switches with a master.",
        subcommands: [
            ToggleList.self, ToggleSet.self, ToggleFlip.self, ToggleDeclare.self, ToggleEnable.self,
            ToggleDisable.self, ToggleRemove.self,
        ])
}

struct ToggleList: MethodCommand {
    static let method = "toggle.get"
    static let configuration = configured("list")

    @Argument(help: help("id"), completion: Completions.toggles)
    var id: String?
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object {
        var params: JSON.Object = [:]
        params.set("id", id)
        return params
    }

    func text(_ result: JSON) -> String { ToggleText.tree(result) }
}

struct ToggleSet: ChangingCommand {
    static let method = "toggle.set"
    static let configuration = configured("set")

    @Argument(help: help("id"), completion: Completions.toggles)
    var id: String
    @Argument(help: help("on", valueName: "on|off"), completion: .list(["on", "off"]), transform: SwitchState.parse)
    var state: SwitchState
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object { ["id": .string(id), "on": .bool(state == .on)] }
}

struct ToggleFlip: ChangingCommand {
    static let method = "toggle.flip"
    static let configuration = configured("flip")

    @Argument(help: help("id"), completion: Completions.toggles)
    var id: String
    @Option(
        help: help("expect", valueName: "on|off|mixed"), completion: .list(GroupState.allCases.map(\.rawValue)),
        transform: GroupState.parse)
    var expect: GroupState?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object {
        var params: JSON.Object = ["id": .string(id)]
        params.set("expect", expect?.rawValue)
        return params
    }

    func text(_ result: JSON) -> String { result["state"]?.stringValue ?? ResultText.change(result) }
}

struct ToggleDeclare: ChangingCommand {
    static let method = "toggle.declare"
    static let configuration = configured("declare")

    @Argument(help: "A file with the group as JSON; - for standard input.", completion: .file(extensions: ["json"]))
    var file: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() throws -> JSON.Object { ["group": try Input.json(file)] }
}

struct ToggleEnable: ChangingCommand {
    static let method = "toggle.enable"
    static let configuration = configured("enable")

    @Argument(help: help("id"), completion: Completions.toggles)
    var id: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object { ["id": .string(id), "enabled": true] }
}

struct ToggleDisable: ChangingCommand {
    static let method = "toggle.enable"
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "The opposite of enable: the switch can no longer be operated.")

    @Argument(help: help("id"), completion: Completions.toggles)
    var id: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object { ["id": .string(id), "enabled": false] }
}

struct ToggleRemove: ChangingCommand {
    static let method = "toggle.remove"
    static let configuration = configured("remove")

    @Argument(help: help("id"), completion: Completions.groups)
    var id: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object { ["id": .string(id)] }
}

enum SwitchState: String, CaseIterable {
    case on, off

    @Sendable
    static func parse(_ argument: String) throws -> SwitchState {
        guard let state = SwitchState(rawValue: argument) else {
            throw ValidationError("a switch is set on or off, not \"\(argument)\"")
        }
        return state
    }
}

extension GroupState {
    @Sendable
    static func parse(_ argument: String) throws -> GroupState {
        guard let state = GroupState(rawValue: argument) else {
            throw ValidationError("a switch is on, off or mixed, not \"\(argument)\"")
        }
        return state
    }
}
