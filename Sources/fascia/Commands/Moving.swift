import ArgumentParser
import FasciaModel

struct Push: ChangingCommand {
    static let method = "nav.push"
    static let configuration = configured("push")

    @Argument(help: help("screen"), completion: Completions.screens)
    var screen: String
    @OptionGroup var arguments: RouteArguments
    @Option(help: help("handles", valueName: "action"))
    var handles: [String] = []
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object {
        stack.params(["screen": .string(screen), "args": arguments.value, "handles": handles.json])
    }

    func text(_ result: JSON) -> String { ResultText.entry(result) }
}

struct Replace: ChangingCommand {
    static let method = "nav.replace"
    static let configuration = configured("replace")

    @Argument(help: help("screen"), completion: Completions.screens)
    var screen: String
    @OptionGroup var arguments: RouteArguments
    @Option(help: help("entry"), completion: Completions.entries)
    var entry: String?
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object {
        stack.params([
            "screen": .string(screen), "args": arguments.value, "entry": entry.map { .string($0) },
        ])
    }

    func text(_ result: JSON) -> String { ResultText.entry(result) }
}

struct Modal: ChangingCommand {
    static let method = "nav.modal"
    static let configuration = configured("modal")

    @Argument(help: help("screen"), completion: Completions.screens)
    var screen: String
    @OptionGroup var arguments: RouteArguments
    @Option(help: help("style"), completion: ModalStyle.completion, transform: ModalStyle.parse(as: "style of a modal"))
    var style: ModalStyle?
    @Option(help: help("handles", valueName: "action"))
    var handles: [String] = []
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object {
        stack.params([
            "screen": .string(screen), "args": arguments.value, "style": style.map { .string($0.rawValue) },
            "handles": handles.json,
        ])
    }

    func text(_ result: JSON) -> String { ResultText.entry(result) }
}

struct Next: ChangingCommand {
    static let method = "nav.next"
    static let configuration = configured("next")

    @Argument(help: help("target"), completion: Completions.targets)
    var target: String
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object { stack.params(["target": .string(target)]) }
    func text(_ result: JSON) -> String { ResultText.entry(result) }
}

enum Pop: LeavingCall {
    static let method = "nav.pop"
    static let command = "pop"
}

struct PopTo: ChangingCommand {
    static let method = "nav.popTo"
    static let configuration = configured("pop-to")

    @Argument(help: help("screen"), completion: Completions.screens)
    var screen: String?
    @Option(help: help("entry"), completion: Completions.entries)
    var entry: String?
    @Option(help: help("index"))
    var index: Int?
    @Flag(help: "The same as --index 0.")
    var root = false
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        let given = [screen != nil, entry != nil, index != nil, root].count { $0 }
        guard given == 1 else {
            throw ValidationError("say where to go back to: a screen, or one of --entry, --index and --root")
        }
    }

    func changeParams() -> JSON.Object {
        stack.params([
            "screen": screen.map { .string($0) }, "entry": entry.map { .string($0) },
            "index": (root ? 0 : index).map { .int($0) },
        ])
    }

    func text(_ result: JSON) -> String { ResultText.removed(result) }
}

enum Close: LeavingCall {
    static let method = "nav.close"
    static let command = "close"
}

/// What is different between the subcommands that leave an entry.
protocol LeavingCall {
    static var method: String { get }
    static var command: String { get }
}

/// Leaves the entry on top, or the one that is named.
struct Leave<Of: LeavingCall>: ChangingCommand {
    static var method: String { Of.method }
    static var configuration: CommandConfiguration { configured(Of.command) }

    @Option(help: help("entry"), completion: Completions.entries)
    var entry: String?
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object { stack.params(["entry": entry.map { .string($0) }]) }
    func text(_ result: JSON) -> String { ResultText.removed(result) }
}

extension [String] {
    /// `nil` where there are none.
    fileprivate var json: JSON? { isEmpty ? nil : .array(map { .string($0) }) }
}
