import ArgumentParser
import FasciaDocument
import FasciaModel

/// A subcommand that shows a screen and prints the id of the new entry.
protocol ShowingCommand: ChangingCommand {
    var route: RouteArguments { get }
    var stack: StackOption { get }
    /// Parameters besides the screen, its arguments and the stack.
    var extraParams: JSON.Object { get }
}

extension ShowingCommand {
    func changeParams() -> JSON.Object {
        stack.params(["screen": route.screen, "args": route.value]).merging(extraParams)
    }

    func text(_ result: JSON) -> String { ResultText.entry(result) }

    func run() async throws {
        try await runChange()
        await common.warn(ofUnpublished: [route.screen])
    }
}

struct Push: ShowingCommand {
    static let method = "nav.push"

    @OptionGroup var route: RouteArguments
    @OptionGroup var handled: HandledActions
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    var extraParams: JSON.Object { [:] }
}

struct Replace: ShowingCommand {
    static let method = "nav.replace"

    @OptionGroup var route: RouteArguments
    @Option(help: help("entry"), completion: Completions.entries)
    var entry: String?
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    var extraParams: JSON.Object { JSON.Object(given: ["entry": entry]) }
}

struct Modal: ShowingCommand {
    static let method = "nav.modal"

    @OptionGroup var route: RouteArguments
    @Option(help: help("style"), completion: ModalStyle.completion, transform: ModalStyle.parse(as: "modal style"))
    var style: ModalStyle?
    @OptionGroup var handled: HandledActions
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    var extraParams: JSON.Object { JSON.Object(given: ["style": style?.rawValue]) }
}

/// `--handles` is refused, because this program disconnects at once.
struct HandledActions: ParsableArguments {
    @Option(help: .hidden)
    var handles: [String] = []

    func validate() throws {
        if !handles.isEmpty { throw ValidationError(Self.refusal("--handles")) }
    }

    static func refusal(_ what: String) -> String {
        "\(what) lasts as long as the connection, and this command disconnects at once: use fascia handle, which runs a "
            + "command for each action, or an app"
    }
}

struct Next: ChangingCommand {
    static let method = "nav.next"

    @Argument(help: help("target"), completion: Completions.targets)
    var target: String
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object { stack.params(["target": target]) }
    func text(_ result: JSON) -> String { ResultText.entry(result) }
}

enum Pop: LeavingSubcommand {
    static let method = "nav.pop"
}

struct PopTo: ChangingCommand {
    static let method = "nav.popTo"

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
            throw ValidationError("give exactly one of a screen, --entry, --index and --root")
        }
    }

    func changeParams() -> JSON.Object {
        stack.params(["screen": screen, "entry": entry, "index": root ? 0 : index])
    }

    func text(_ result: JSON) -> String { ResultText.removed(result) }
}

enum Close: LeavingSubcommand {
    static let method = "nav.close"
}

/// A subcommand that leaves an entry.
protocol LeavingSubcommand {
    static var method: String { get }
}

/// Leaves the top entry, or the given one.
struct Leave<Definition: LeavingSubcommand>: ChangingCommand {
    static var method: String { Definition.method }

    @Option(help: help("entry"), completion: Completions.entries)
    var entry: String?
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object { stack.params(["entry": entry]) }
    func text(_ result: JSON) -> String { ResultText.removed(result) }
}
