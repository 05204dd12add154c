/// Texts of whiptail's and dialog's arguments.
enum DialogText {
    /// A backslash with `n` begins a line.
    static func lines(_ text: String) -> String { text.replacing("\\n", with: "\n") }

    /// Without dialog's sequences for colours: `\Z1`, `\Zb`, `\Zn`.
    static func withoutColors(_ text: String) -> String {
        var plain = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "\\Z") {
            plain += rest[..<start.lowerBound]
            rest = rest[start.upperBound...].dropFirst()
        }
        return plain + rest
    }

    /// A whole number, as `strtol` reads all of it.
    static func number(_ text: String) -> Int? { Int(text) }

    /// Whether the status of a row means that it is on.
    static func isOn(_ status: String, _ program: DialogBox.Program) -> Bool {
        let word = status.lowercased()
        return word == "on" || program == .whiptail && (word == "1" || word == "yes")
    }
}
