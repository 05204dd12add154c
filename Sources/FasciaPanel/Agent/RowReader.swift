import FasciaDocument
import FasciaProcess

/// The rows that a command prints.
package enum RowReader {
    /// Rows of more than this are left out. One more is read, to know that there are.
    static let most = 10_000

    /// - Throws: a `CommandRefusal` that says why there are none.
    package static func rows(_ result: CommandResult) throws(CommandRefusal) -> [[String: String]] {
        if let reason = result.reason { throw CommandRefusal(message: reason) }
        // Some programs end names with NUL, which is no part of a text.
        let text = StatusReader.trimmed(PlainText.plain(result.output.bytes.map { $0 == 0 ? UInt8(ascii: "\n") : $0 }))
        // Its beginning is missing, and its first line may be the end of a name.
        guard !result.output.isShortened else { throw CommandRefusal(message: "the output is longer than 4 MiB") }
        guard text.first == "[" || text.first == "{" else { return lines(text) }
        guard let json = StatusReader.json(result.output.bytes) else {
            let first = text.split(whereSeparator: \.isNewline).prefix(2)
            let isEachLine =
                first.count == 2 && first.allSatisfy { (try? JSONParser.parse(String($0), keepsDigits: true)) != nil }
            guard isEachLine || beginsAsJSON(text) else { return lines(text) }
            throw CommandRefusal(
                message: isEachLine
                    ? "add \"| jq -s .\" in a shell: the output has one JSON value in each line, and one list is expected"
                    : "the output begins as JSON, but is not JSON")
        }
        // Such as {"blockdevices": […]}, and the items of {"warnings": [], "items": [{…}]}.
        let arrays = json.objectValue?.members.compactMap(\.value.arrayValue) ?? []
        let array = json.arrayValue ?? arrays.first { $0.first?.objectValue != nil } ?? arrays.first
        guard let array else { throw CommandRefusal(message: "expected an array of rows, found \(json.kindName)") }
        return array.prefix(most + 1).map { element in
            guard let members = element.objectValue?.members else {
                let text = element == .null ? "" : element.displayText
                return ["line": text, "id": text]
            }
            return Dictionary(members.map { ($0.key, $0.value == .null ? "" : $0.value.displayText) }) { first, _ in first }
        }
    }

    /// Whether it is an array or object as programs print them, and no line such as `[ + ]  ssh`, `[kthreadd]` or `{a}`.
    private static func beginsAsJSON(_ text: String) -> Bool {
        guard let next = text.dropFirst().first(where: { !$0.isWhitespace }) else { return true }
        return text.first == "{" ? "\"}".contains(next) : "{[\"]".contains(next)
    }

    /// The members of a line are `line`, and its words by their numbers.
    private static func lines(_ text: String) -> [[String: String]] {
        text.split(whereSeparator: \.isNewline).lazy.filter { !$0.allSatisfy(\.isWhitespace) }.prefix(most + 1).map { line in
            var row = ["line": StatusReader.trimmed(line)]
            for (index, word) in line.split(whereSeparator: \.isWhitespace).enumerated() { row["\(index + 1)"] = String(word) }
            return row
        }
    }
}
