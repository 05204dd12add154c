import ArgumentParser
import FasciaModel
import FasciaWire

struct Render: MethodCommand {
    static let method = "ui.render"
    static let configuration = configured("render")

    @Option(help: help("columns"))
    var columns: Int?
    @Option(help: help("rows"))
    var rows: Int?
    @Option(
        help: help("colors"), completion: .list(ColorDepth.allCases.map(\.rawValue)), transform: ColorDepth.parse)
    var colors: ColorDepth?
    @Option(help: help("renderer"))
    var renderer: String?
    @Option(help: help("terminal"))
    var terminal: Int?
    @OptionGroup var stack: StackOption
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object {
        // Colours are ANSI sequences: asking for them asks for the renderer that makes them.
        let renderer = renderer ?? (colors == nil || colors == ColorDepth.none ? "text" : "ansi")
        var params: JSON.Object = ["renderer": .string(renderer)]
        params.set("columns", columns)
        params.set("rows", rows)
        params.set("colors", colors?.rawValue)
        params.set("terminal", terminal)
        params.set("stack", stack.stack)
        return params
    }

    /// The picture is the daemon's own: it paints nothing of what does not print.
    var isRaw: Bool { true }

    func text(_ result: JSON) -> String {
        var picture = (result["data"]?.stringValue ?? "")[...]
        if picture.last == "\n" { picture.removeLast() }
        return String(picture)
    }
}

extension ColorDepth {
    @Sendable
    static func parse(_ argument: String) throws -> ColorDepth {
        guard let depth = ColorDepth(rawValue: argument) else {
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("\"\(argument)\" is no depth of colour: it is one of \(names)")
        }
        return depth
    }
}

struct Tree: MethodCommand {
    static let method = "ui.tree"
    static let configuration = configured("tree")

    @Option(help: help("terminal"))
    var terminal: Int?
    @OptionGroup var stack: StackOption
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object {
        var params: JSON.Object = [:]
        params.set("stack", stack.stack)
        params.set("terminal", terminal)
        return params
    }

    func text(_ result: JSON) -> String { TreeText.tree(result) }
}

struct Tap: MethodCommand {
    static let method = "ui.tap"
    static let configuration = configured("tap")

    @Argument(help: help("node"), completion: Completions.nodes)
    var node: String
    @OptionGroup var stack: StackOption
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object {
        var params: JSON.Object = ["node": .string(node)]
        params.set("stack", stack.stack)
        return params
    }

    func text(_ result: JSON) -> String { ResultText.change(result) }
}

struct SetNode: MethodCommand {
    static let method = "ui.set"
    static let configuration = configured("set")

    @Argument(help: help("node"), completion: Completions.nodes)
    var node: String
    @Argument(
        parsing: .allUnrecognized, help: help("value", valueName: "value"))
    var values: [String]
    @OptionGroup var stack: StackOption
    @OptionGroup var common: CommonOptions

    func validate() throws { try ValueArgument.check(values) }

    func params() -> JSON.Object {
        var params: JSON.Object = ["node": .string(node), "value": LooseJSON.parse(values.joined())]
        params.set("stack", stack.stack)
        return params
    }

    func text(_ result: JSON) -> String { ResultText.change(result) }
}
