import ArgumentParser
import FasciaModel

struct PickerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picker", abstract: "Choices of one among several, side by side.",
        subcommands: [PickerList.self, PickerDeclare.self, PickerElements.self, PickerRemove.self])
}

struct Pick: ChangingCommand {
    static let method = "picker.pick"
    static let configuration = configured("pick")

    @Argument(help: help("id"), completion: Completions.components)
    var id: String
    @Argument(help: "The id of the element.")
    var element: String?
    @Flag(help: "Select nothing, where the component is optional.")
    var none = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if (element == nil) != none { throw ValidationError("give either an element or --none") }
    }

    func changeParams() -> JSON.Object {
        ["id": .string(id), "element": element.map { .string($0) } ?? .null]
    }
}

struct PickerList: MethodCommand {
    static let method = "picker.get"
    static let configuration = configured("list")

    @Argument(help: help("id"), completion: Completions.pickers)
    var id: String?
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object {
        var params: JSON.Object = [:]
        params.set("id", id)
        return params
    }

    func text(_ result: JSON) -> String { PickerText.list(result) }
}

struct PickerDeclare: ChangingCommand {
    static let method = "picker.declare"
    static let configuration = configured("declare")

    @Argument(help: "A file with the picker as JSON; - for standard input.", completion: .file(extensions: ["json"]))
    var file: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() throws -> JSON.Object { ["picker": try Input.json(file)] }
}

struct PickerElements: ChangingCommand {
    static let method = "picker.elements"
    static let configuration = configured(
        "elements", discussion: "An element is id or id=label: fascia picker elements height/unit m=metres cm")

    @Argument(help: help("id"), completion: Completions.components)
    var id: String
    @Argument(help: ArgumentHelp("What there is to pick.", valueName: "id=label"))
    var elements: [String] = []
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object {
        ["id": .string(id), "elements": .array(elements.map(Self.element))]
    }

    private static func element(_ text: String) -> JSON {
        guard let equals = text.firstIndex(of: "=") else { return ["id": .string(text)] }
        return ["id": .string(String(text[..<equals])), "label": .string(String(text[text.index(after: equals)...]))]
    }
}

struct PickerRemove: ChangingCommand {
    static let method = "picker.remove"
    static let configuration = configured("remove")

    @Argument(help: help("id"), completion: Completions.pickers)
    var id: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object { ["id": .string(id)] }
}
