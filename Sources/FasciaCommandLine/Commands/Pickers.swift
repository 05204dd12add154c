import ArgumentParser
import FasciaDocument

struct PickerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picker", abstract: "List, declare and remove pickers, and set their elements; fascia pick selects one.",
        subcommands: [
            ListByName<PickerList>.self, ChangeFromWords<PickerDeclare>.self, PickerElements.self,
            ChangeByName<PickerRemove>.self,
        ])
}

struct Pick: CarriedOutCommand {
    static let method = "picker.pick"

    @Argument(help: help("id"), completion: Completions.components)
    var id: String
    @Argument(help: "The id of the element.", completion: Completions.elements)
    var element: String?
    @Flag(help: "Select nothing, if the component is optional.")
    var none = false
    @OptionGroup var carryOut: CarryOutOptions
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
    static var configuration: CommandConfiguration {
        configured(
            "elements", discussion: "An element is id or id=label: fascia picker elements height/unit m=metres cm")
    }

    @Argument(help: help("id"), completion: Completions.components)
    var id: String
    @Argument(help: ArgumentHelp("The elements to pick from.", valueName: "id=label"))
    var elements: [String] = []
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object {
        ["id": .string(id), "elements": .array(elements.map { Self.element(TitledID($0)) })]
    }

    static func element(_ word: TitledID) -> JSON {
        .object(JSON.Object(given: ["id": word.id, "label": word.title]))
    }
}

enum PickerList: NamedSubcommand {
    static let method = "picker.get"
    static let command = "list"
    static let completion = Completions.pickers
    static func text(_ result: JSON) -> String { PickerText.list(result) }
}

enum PickerDeclare: WordsSubcommand {
    static let method = "picker.declare"
    static let parameter = "picker"
    static let part = "element"

    /// - Parameter id: Of a picker with one component: `music/source`.
    static func json(_ id: TitledID, _ parts: [TitledID]) -> JSON {
        let names = id.id.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let component: JSON = ["id": .string(names.last ?? id.id), "elements": .array(parts.map(PickerElements.element))]
        return .object(JSON.Object(given: ["id": names[0], "title": id.title]).merging(["components": [component]]))
    }
}

enum PickerRemove: NamedSubcommand {
    static let method = "picker.remove"
    static let completion = Completions.pickers
}
