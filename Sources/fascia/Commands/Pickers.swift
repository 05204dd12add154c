import ArgumentParser
import FasciaDocument

struct PickerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picker", abstract: "List, declare and remove pickers, and set their elements.",
        subcommands: [
            ListByName<PickerList>.self, ChangeFromFile<PickerDeclare>.self, PickerElements.self,
            ChangeByName<PickerRemove>.self,
        ])
}

struct Pick: ChangingCommand {
    static let method = "picker.pick"

    @Argument(help: help("id"), completion: Completions.components)
    var id: String
    @Argument(help: "The id of the element.", completion: Completions.elements)
    var element: String?
    @Flag(help: "Select nothing, if the component is optional.")
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

struct PickerElements: ChangingCommand {
    static let method = "picker.elements"
    static let configuration = configured(
        "elements", discussion: "An element is id or id=label: fascia picker elements height/unit m=metres cm")

    @Argument(help: help("id"), completion: Completions.components)
    var id: String
    @Argument(help: ArgumentHelp("The elements to pick from.", valueName: "id=label"))
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

enum PickerList: NamedSubcommand {
    static let method = "picker.get"
    static let command = "list"
    static let completion = Completions.pickers
    static func text(_ result: JSON) -> String { PickerText.list(result) }
}

enum PickerDeclare: FileSubcommand {
    static let method = "picker.declare"
    static let parameter = "picker"
}

enum PickerRemove: NamedSubcommand {
    static let method = "picker.remove"
    static let completion = Completions.pickers
}
