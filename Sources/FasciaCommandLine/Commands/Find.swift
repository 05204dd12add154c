import ArgumentParser
import FasciaDocument
import FasciaWire

struct Find: MethodCommand {
    static let method = "ui.find"
    static var configuration: CommandConfiguration {
        configured(
            "find",
            discussion:
                "Prints the address, the state, the title and the place of each match, the best one first. \"fascia open\" "
                + "shows an address.")
    }

    @Argument(help: help("query", valueName: "words"))
    var words: [String]
    @Option(help: help("limit"))
    var limit: Int?
    @OptionGroup var stack: StackOption
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object { stack.params(["query": words.joined(separator: " "), "limit": limit]) }
    func text(_ result: JSON) -> String { FindText.list(result) }

    /// Without a match the status is 1, as that of grep.
    func check(_ result: JSON) throws {
        if result["complete"] == false { common.warn("there is too much to search all of it: give more letters") }
        guard result["found"]?.arrayValue?.isEmpty ?? true else { return }
        throw PartialFailure(messages: ["nothing matches \"\(words.joined(separator: " "))\""])
    }
}

struct Open: MethodCommand {
    static let method = "ui.open"

    @Argument(help: help("address"), completion: Completions.addresses)
    var address: String
    @OptionGroup var stack: StackOption
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object { stack.params(["address": address]) }
    func text(_ result: JSON) -> String { ResultText.entry(result) }
}

enum FindText {
    /// For example `switch/desk/lamp  on  Lamp  My desk › Power`; `on (stale)` and `unknown` as the state if it is in doubt.
    static func list(_ result: JSON) -> String {
        Columns.aligned(
            (result["found"]?.arrayValue ?? []).map { thing in
                let path = (thing["path"]?.arrayValue ?? []).compactMap(\.stringValue).joined(separator: " › ")
                func text(_ member: String) -> String { thing[member]?.stringValue ?? "" }
                return [text("address"), state(thing), text("title"), path]
            })
    }

    /// For example `on`, `on (stale)` or `unknown`.
    private static func state(_ thing: JSON) -> String {
        let state = thing["state"]?.stringValue ?? ""
        let words = (thing["conditions"]?.arrayValue ?? []).compactMap(\.stringValue)
        // The state says it already.
        let rest = state == ConditionWords.unknown ? words.filter { $0 != ConditionWords.unknown } : words
        return rest.isEmpty || state.isEmpty ? state : "\(state) (\(rest.joined(separator: ", ")))"
    }
}
