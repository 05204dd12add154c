/// A page of the documentation: headings, paragraphs, lists, tables and blocks of code, with code, links and emphasis in texts.
struct ManualMarkdown {
    private let lines: [Substring]

    init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// Without the title, and without the chapters of these names.
    func write(to page: inout ManualPage, skipping skipped: Set<String> = []) {
        var (paragraph, isItem, isSkipped) = ("", false, false)
        func end() {
            defer { (paragraph, isItem) = ("", false) }
            guard !paragraph.isEmpty else { return }
            if isItem { page.item(ManualMarkdown.inline(paragraph)) } else { page.paragraph(ManualMarkdown.inline(paragraph)) }
        }
        var rest = lines[...]
        while let line = rest.popFirst() {
            if let title = line.heading(2) {
                end()
                isSkipped = skipped.contains(title)
                if !isSkipped { page.heading(ManualMarkdown.inline(title.uppercased())) }
            } else if isSkipped {
                continue
            } else if let title = line.heading(3) ?? line.heading(4) {
                end()
                page.subheading(ManualMarkdown.inline(title))
            } else if line.hasPrefix("```") {
                end()
                page.example(rest.prefix { !$0.hasPrefix("```") })
                rest = rest.drop { !$0.hasPrefix("```") }.dropFirst()
            } else if line.hasPrefix("|") {
                end()
                let rows = [line] + rest.prefix { $0.hasPrefix("|") }
                rest = rest.dropFirst(rows.count - 1)
                ManualMarkdown.write(table: rows.map(ManualMarkdown.cells), to: &page)
            } else if line.hasPrefix("# ") || line.hasPrefix("![") || line.hasPrefix("<!--") || line.isEmpty {
                end()
            } else if line.hasPrefix("- ") {
                end()
                (paragraph, isItem) = (String(line.dropFirst(2)), true)
            } else {
                paragraph += (paragraph.isEmpty ? "" : " ") + line
            }
        }
        end()
    }

    // MARK: - Tables

    /// A term for each row, with the type in brackets if the second column has that; in brackets after the text what else there is.
    private static func write(table rows: [[String]], to page: inout ManualPage) {
        let isTyped = rows[0].count > 2 && ["type", "is", "code"].contains(rows[0][1])
        for row in rows.dropFirst(2) {
            var cells = row.map(inline)
            let term = cells.removeFirst() + (isTyped && !cells[0].isEmpty ? " (\(cells[0]))" : "")
            let texts = cells.dropFirst(isTyped ? 1 : 0)
            let more = texts.dropFirst().filter { !$0.isEmpty }.map { " (\($0))" }
            page.term(term, (texts.first ?? "") + more.joined())
        }
    }

    /// `| a | b \| c |`
    private static func cells(_ line: Substring) -> [String] {
        var (cells, isEscaped) = ([""], false)
        for character in line.dropFirst() {
            if character == "|", !isEscaped {
                cells.append("")
            } else {
                if character == "|" { cells[cells.count - 1].removeLast() }
                cells[cells.count - 1].append(character)
            }
            isEscaped = character == "\\"
        }
        return cells.dropLast().map(\.trimmed)
    }

    // MARK: - Texts

    static func inline(_ text: String) -> String {
        var (result, rest) = ("", text[...])
        while let character = rest.first {
            if character == "`", let code = rest.dropFirst().upTo("`") {
                result += Roff.bold(code)
                rest = rest.dropFirst(code.count + 2)
            } else if rest.hasPrefix("**"), let strong = rest.dropFirst(2).upTo("**") {
                result += Roff.bold(strong)
                rest = rest.dropFirst(strong.count + 4)
            } else if character == "*", let word = rest.dropFirst().upTo("*"), word.first?.isLetter == true {
                result += Roff.italic(word)
                rest = rest.dropFirst(word.count + 2)
            } else if character == "[", let label = rest.dropFirst().upTo("]("),
                let place = rest.dropFirst(label.count + 3).upTo(")")
            {
                result += link(String(label), String(place))
                rest = rest.dropFirst(label.count + place.count + 4)
            } else {
                result += Roff.escaped(String(character))
                rest.removeFirst()
            }
        }
        return result
    }

    /// Places that have no page of the manual mean nothing here.
    private static func link(_ label: String, _ place: String) -> String {
        if place.hasPrefix("http") { return inline(label) + " <" + Roff.escaped(place) + ">" }
        guard let (name, section) = pages[String(place.prefix { $0 != "#" })] else { return inline(label) }
        let page = Roff.bold(name) + "(\(section))"
        return label.hasSuffix(".md") ? page : inline(label) + ", see " + page
    }

    private static let pages = [
        "access.md": ("fascia-access", 5), "panel-file.md": ("fascia-panel", 5), "protocol.md": ("fascia-protocol", 7),
        "plugins.md": ("fascia-plugin", 7), "systemd.md": ("fasciad", 8),
    ]
}

extension Substring {
    fileprivate func heading(_ level: Int) -> String? {
        let mark = String(repeating: "#", count: level) + " "
        return hasPrefix(mark) ? String(dropFirst(mark.count)) : nil
    }

    /// What stands before the first of these, if there is one.
    fileprivate func upTo(_ end: String) -> Substring? { firstRange(of: end).map { self[..<$0.lowerBound] } }
}
