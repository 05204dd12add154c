/// Text for the formatters of manual pages, in the macros of man(7).
enum Roff {
    /// A text whose characters stand for themselves.
    static func escaped(_ text: some StringProtocol) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            default: result.append(character)
            }
        }
    }

    static func bold(_ text: some StringProtocol) -> String { "\\fB" + escaped(text) + "\\fR" }
    static func italic(_ text: some StringProtocol) -> String { "\\fI" + escaped(text) + "\\fR" }

    /// A line that is no macro, whatever it begins with.
    static func line(_ text: String) -> String { text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text }

    /// Lines of source that are filled when the page is shown. Short ones: that is the style of such files.
    static func filled(_ text: String) -> String {
        var (lines, current) = ([String](), "")
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !current.isEmpty, current.count + word.count >= 76 {
                lines.append(line(current))
                current = ""
            }
            current += (current.isEmpty ? "" : " ") + word
        }
        if !current.isEmpty { lines.append(line(current)) }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// A manual page while it is written. Texts of its methods are escaped already.
struct ManualPage {
    /// For example `fascia-toggle`.
    let name: String
    let section: Int
    private(set) var source: String
    /// Whether a heading has begun a paragraph.
    private var isAfterHeading = false

    var fileName: String { "\(name).\(section)" }

    init(_ name: String, _ section: Int, _ summary: String, edition: Edition) {
        (self.name, self.section) = (name, section)
        let title = Roff.escaped(name.uppercased())
        source = ".TH \(title) \(section) \(edition.date) \"Fascia \(edition.version)\" \"Fascia\"\n"
        // Names of commands and options are copied: no hyphens in them.
        source += ".nh\n.ad l\n"
        heading("NAME")
        paragraph("\(Roff.escaped(name)) \\- \(Roff.escaped(summary))")
    }

    mutating func heading(_ text: String) {
        source += ".SH \(text)\n"
        isAfterHeading = true
    }

    mutating func subheading(_ text: String) {
        source += ".SS \(text)\n"
        isAfterHeading = true
    }

    mutating func paragraph(_ text: String) { add(Roff.filled(text), after: ".PP\n") }

    mutating func item(_ text: String) {
        source += ".IP \\(bu 2\n" + Roff.filled(text)
        isAfterHeading = false
    }

    /// A term and what is said about it.
    mutating func term(_ term: String, _ text: String) {
        source += ".TP\n" + Roff.line(term) + "\n" + (text.isEmpty ? "\\&\n" : Roff.filled(text))
        isAfterHeading = false
    }

    /// Lines that stay as they are.
    mutating func example(_ lines: some Sequence<some StringProtocol>) {
        var text = ".RS 4\n.EX\n"
        for line in lines { text += line.isEmpty ? "\\&\n" : Roff.line(Roff.escaped(line)) + "\n" }
        add(text + ".EE\n.RE\n", after: ".PP\n")
    }

    private mutating func add(_ text: String, after paragraph: String) {
        source += (isAfterHeading ? "" : paragraph) + text
        isAfterHeading = false
    }
}

/// The version that the pages are about, and its day.
struct Edition {
    var version: String
    var date: String

    /// - Parameter changes: the list of changes, whose first version is the current one: `## 0.1.0 (2026-11-27)`.
    init?(changes: String) {
        guard let heading = changes.split(separator: "\n").first(where: { $0.hasPrefix("## ") }) else { return nil }
        let words = heading.dropFirst(3).split(separator: " ")
        guard words.count == 2, words[1].hasPrefix("("), words[1].hasSuffix(")") else { return nil }
        (version, date) = (String(words[0]), String(words[1].dropFirst().dropLast()))
    }
}
