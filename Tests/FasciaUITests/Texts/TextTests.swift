import FasciaTesting
import Testing
@testable import FasciaUI

@MainActor @Suite struct TextTests {
    /// The runs of a text with their styles, as `bold:word`.
    func looks(_ text: Text) -> [String] {
        let node = Snapshot(text).node
        guard case .text(let content) = node.content else { return [] }
        guard !content.runs.isEmpty else {
            let names = node.modifiers.map { String("\($0)".prefix { $0 != "(" }) }
            return [(names + [content.text]).joined(separator: ":")]
        }
        return content.runs.map { run in
            var names: [String] = []
            if run.bold == true { names.append("bold") }
            if run.italic == true { names.append("italic") }
            if run.underline == true { names.append("underline") }
            if run.strikethrough == true { names.append("strikethrough") }
            if let color = run.foreground { names.append(color.name) }
            return (names + [run.text]).joined(separator: ":")
        }
    }

    @Test func text_partsKeepTheirLook() {
        #expect(looks(Text("a").bold() + Text("b").foregroundColor(.red)) == ["bold:a", "red:b"])
        #expect(looks((Text("a") + Text("b").italic()).bold()) == ["bold:a", "bold:italic:b"])
        #expect(looks(Text("say \(Text("this").bold()) now")) == ["say ", "bold:this", " now"])
    }

    @Test func text_pictures_ofItsParts() throws {
        let picture = Snapshot(Text("a").bold() + Text("b").underline(), columns: 10, rows: 4).picture
        let a = try #require(picture.cells.first { $0.text == "a" })
        let b = try #require(picture.cells.first { $0.text == "b" })
        #expect(a.style.attributes == .bold)
        #expect(b.style.attributes == .underline)
    }

    @Test(arguments: [
        ("plain", ["plain"]),
        ("**bold**", ["bold:bold"]),
        ("*italic* and _also_", ["italic:italic", " and ", "italic:also"]),
        ("~~struck~~ out", ["strikethrough:struck", " out"]),
        ("***both***", ["bold:italic:both"]),
        ("**a *b* c**", ["bold:a ", "bold:italic:b", "bold: c"]),
        ("`*code*` stays", ["*code* stays"]),
        ("[words](https://example.org) here", ["underline:words", " here"]),
        ("2 * 3 * 4", ["2 * 3 * 4"]),
        ("snake_case_name", ["snake_case_name"]),
        ("a ** b", ["a ** b"]),
        ("*unclosed", ["*unclosed"]),
        ("**unclosed*", ["*", "italic:unclosed"]),
        ("[not a link]", ["[not a link]"]),
        ("a~b~c", ["a~b~c"]),
    ])
    func text_markdownOfLiterals(_ words: String, _ expected: [String]) {
        #expect(looks(Text(LocalizedStringKey(words))).map(sorted) == expected.map(sorted))
    }

    /// A run with its parts sorted, for comparisons.
    private func sorted(_ look: String) -> [String] { look.split(separator: ":").map(String.init).sorted() }

    @Test func text_valuesAreNoMarkdown() {
        let value = "*not*"
        #expect(looks(Text("**\(value)** \(value)")) == ["bold:*not*", " *not*"])
        #expect(looks(Text(value)) == ["*not*"])
        #expect(looks(Text(verbatim: "*not*")) == ["*not*"])
    }

    @Test func text_caseIsInherited() {
        #expect(Snapshot(VStack { Text("Straße").textCase(.uppercase) }).texts == ["STRASSE"])
        #expect(
            Snapshot(
                VStack {
                    Text("ABC"); Text("D").textCase(nil)
                }.textCase(.lowercase)
            ).texts == ["abc", "D"])
    }

    // MARK: - Inflection

    @Test(arguments: [
        (0, "item", "0 items"), (1, "item", "1 item"), (2, "item", "2 items"), (2, "box", "2 boxes"),
        (2, "bus", "2 buses"), (3, "city", "3 cities"), (2, "day", "2 days"), (2, "items", "2 items"),
        (5, "Person", "5 People"), (2, "sheep", "2 sheep"), (1, "match", "1 match"), (2, "match", "2 matches"),
    ])
    func text_inflection(_ count: Int, _ noun: String, _ words: String) {
        #expect(Text("^[\(count) \(noun)](inflect: true)").string == words)
    }

    @Test func text_inflection_inLiterals_andAmongOtherWords() {
        #expect(Text("^[2 item](inflect: true)").string == "2 items")
        #expect(
            Text("You have ^[\(3) new letter](inflect: true), ^[\(1) new card](inflect: true).").string
                == "You have 3 new letters, 1 new card.")
        #expect(Text("^[**2** item](inflect: true)").string == "2 items")
        #expect(Text("^[none](inflect: true)").string == "none")
        #expect(Text("^[2 item](language: 'en')").string == "2 item")
        #expect(Text("2^3, ^[x").string == "2^3, ^[x")
    }
}
