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
        var params: JSON.Object = ["screen": .string(screen)]
        params.set("args", arguments.value)
        if !handles.isEmpty { params["handles"] = .array(handles.map { .string($0) }) }
        params.set("stack", stack.stack)
        return params
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
        var params: JSON.Object = ["screen": .string(screen)]
        params.set("args", arguments.value)
        params.set("entry", entry)
        params.set("stack", stack.stack)
        return params
    }

    func text(_ result: JSON) -> String { ResultText.entry(result) }
}

struct Modal: ChangingCommand {
    static let method = "nav.modal"
    static let configuration = configured("modal")

    @Argument(help: help("screen"), completion: Completions.screens)
    var screen: String
    @OptionGroup var arguments: RouteArguments
    @Option(help: help("style"), completion: .list(ModalStyle.allCases.map(\.rawValue)), transform: ModalStyle.parse)
    var style: ModalStyle?
    @Option(help: help("handles", valueName: "action"))
    var handles: [String] = []
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object {
        var params: JSON.Object = ["screen": .string(screen)]
        params.set("args", arguments.value)
        params.set("style", style?.rawValue)
        if !handles.isEmpty { params["handles"] = .array(handles.map { .string($0) }) }
        params.set("stack", stack.stack)
        return params
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

    func changeParams() -> JSON.Object {
        var params: JSON.Object = ["target": .string(target)]
        params.set("stack", stack.stack)
        return params
    }

    func text(_ result: JSON) -> String { ResultText.entry(result) }
}

struct Pop: ChangingCommand {
    static let method = "nav.pop"
    static let configuration = configured("pop")

    @Option(help: help("entry"), completion: Completions.entries)
    var entry: String?
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object {
        var params: JSON.Object = [:]
        params.set("entry", entry)
        params.set("stack", stack.stack)
        return params
    }

    func text(_ result: JSON) -> String { ResultText.removed(result) }
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
        var params: JSON.Object = [:]
        params.set("screen", screen)
        params.set("entry", entry)
        params.set("index", root ? 0 : index)
        params.set("stack", stack.stack)
        return params
    }

    func text(_ result: JSON) -> String { ResultText.removed(result) }
}

struct Close: ChangingCommand {
    static let method = "nav.close"
    static let configuration = configured("close")

    @Option(help: help("entry"), completion: Completions.entries)
    var entry: String?
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object {
        var params: JSON.Object = [:]
        params.set("entry", entry)
        params.set("stack", stack.stack)
        return params
    }

    func text(_ result: JSON) -> String { ResultText.removed(result) }
}

extension ModalStyle {
    @Sendable
    static func parse(_ argument: String) throws -> ModalStyle {
        guard let style = ModalStyle(rawValue: argument) else {
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("\"\(argument)\" is no style of a modal: it is one of \(names)")
        }
        return style
    }
}
