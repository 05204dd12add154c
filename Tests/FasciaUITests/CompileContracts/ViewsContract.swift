// Everything above the tests also compiles with SwiftUI, except a `for` loop in a view builder; only the import
// differs.
import FasciaTesting
import FasciaUI
import Testing

struct Pair: View {
    var isSwapped: Bool

    @ViewBuilder private var words: TupleView<(Text, Text)> {
        Text("one")
        Text("two")
    }

    @ViewBuilder private var either: _ConditionalContent<Text, Image> {
        if isSwapped { Text("swapped") } else { Image(systemName: "star") }
    }

    private var perhaps: Text? { isSwapped ? Text("perhaps") : nil }

    private func erased() -> AnyView { isSwapped ? AnyView(Divider()) : AnyView(erasing: Text("erased")) }

    var body: some View {
        VStack {
            Group { words }
            either
            perhaps
            erased()
            EmptyView()
        }
    }
}

struct Words: View {
    let name: String
    let count: Int
    let rate: Double

    var body: some View {
        VStack(alignment: .leading) {
            Text("\(name) has \(count), at \(rate, specifier: "%.1f")")
            Text("plain ") + Text("bold ").bold() + Text("slanted ").italic() + Text("light").fontWeight(.light)
            Text("under").underline()
            Text("struck").strikethrough(true, color: .red)
            Divider()
            HStack {
                Image(systemName: "star.fill")
                Spacer()
                Label("Trash", systemImage: "trash")
                Label {
                    Text("Own")
                } icon: {
                    Image(systemName: "plus")
                }
            }
        }
    }
}

@MainActor @Suite struct ViewsContractTests {
    @Test func builderTypesAreNamed_absentViewsAreEmpty() {
        #expect(Snapshot(Pair(isSwapped: false)).texts == ["one", "two", "star", "erased"])
        #expect(Snapshot(Pair(isSwapped: true)).texts == ["one", "two", "swapped", "perhaps"])
    }

    @Test func wordsAndPictures() throws {
        let snapshot = Snapshot(Words(name: "Ada", count: 3, rate: 0.25), columns: 40, rows: 10)
        let lines = snapshot.lines
        #expect(lines.contains { $0.contains("Ada has 3, at 0.2") })
        #expect(lines.contains { $0.contains("plain bold slanted light") })
        #expect(lines.contains { $0 == String(repeating: "─", count: 40) })
        // The spacer takes the space between the symbol and the labels.
        let row = try #require(lines.first { $0.contains("★") })
        #expect(row.hasPrefix("★") && row.hasSuffix("Own") && row.count == 40)
        let picture = snapshot.picture
        /// The text attributes of the first letter of a word.
        func look(_ word: String) -> String? {
            guard let (row, line) = lines.enumerated().first(where: { $0.element.contains(word) }) else { return nil }
            guard let column = line.column(of: word) else { return nil }
            let attributes = picture[column: column, row: row].style.attributes
            let all: [(String, Bool)] = [
                ("bold", attributes.contains(.bold)),
                ("italic", attributes.contains(.italic)), ("underline", attributes.contains(.underline)),
                ("strikethrough", attributes.contains(.strikethrough)),
            ]
            return all.filter(\.1).map(\.0).joined(separator: " ")
        }
        let expected = ["", "bold", "italic", "", "underline", "strikethrough"]
        #expect(["plain", "bold", "slanted", "light", "under", "struck"].map(look) == expected)
        let light = try #require(lines.enumerated().first { $0.element.contains("light") })
        let column = try #require(light.element.column(of: "light"))
        #expect(picture[column: column, row: light.offset].style.foreground != nil, "the secondary colour")
    }

    @Test func symbolsHaveASignInASCII() {
        let snapshot = Snapshot(Words(name: "Ada", count: 3, rate: 0.25), columns: 40, rows: 10)
        snapshot.unicode = false
        #expect(snapshot.text.utf8.allSatisfy { $0 < 128 })
        #expect(snapshot.lines.contains { $0.hasPrefix("*") && $0.contains("Trash") })
    }
}
