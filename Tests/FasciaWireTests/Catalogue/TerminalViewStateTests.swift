import FasciaModel
import FasciaScene
import TestSupport
import Testing

@testable import FasciaWire

struct TerminalViewStateTests {
    @Test func placesComeBackAsTheyWere() throws {
        var random = SeededGenerator(seed: 7)
        var places = (0..<400).map { _ in random.place() }
        places.append(TerminalViewState())
        for place in places {
            #expect(try TerminalViewState.schema.read(TerminalViewState.schema.write(place)) == place)
        }
        // The random places cover the presence and the absence of each member.
        for member in [
            "focus", "list", "row", "line", "role", "label", "scroll", "sideways", "lists", "granted", "hover", "open",
            "item", "option", "draft", "cursor", "base", "unsent", "receiver",
        ] {
            let count = places.count { place in written(TerminalViewState.schema.write(place)).contains("\"\(member)\":") }
            #expect(count > 0 && count < places.count, "\(member)")
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func place() -> TerminalViewState {
        TerminalViewState(entries: (0..<number(3)).map { _ in entry() })
    }

    private mutating func entry() -> TerminalViewState.Entry {
        var entry = TerminalViewState.Entry(entry: EntryID(text()), screen: text(), depth: number(12))
        if Bool.random(using: &self) {
            var focus = TerminalViewState.Focus(element: text(), index: number(3))
            if Bool.random(using: &self) { focus.list = text() }
            if Bool.random(using: &self) { focus.row = row() }
            if Bool.random(using: &self) { focus.role = text() }
            if Bool.random(using: &self) { focus.label = text() }
            entry.focus = focus
        }
        entry.scroll = members { $0.number(1_000_000) }
        entry.sideways = members { $0.number(3) }
        entry.lists = members { $0.row() }
        entry.granted = members { $0.number(100) }
        if Bool.random(using: &self) { entry.hover = .init(element: text(), option: text()) }
        if Bool.random(using: &self) {
            entry.open = .init(element: text(), item: number(2) == 0 ? nil : text(), option: number(2) == 0 ? nil : text())
        }
        if Bool.random(using: &self) {
            entry.draft = .init(
                element: text(), text: text(), cursor: number(3), base: text(), isUnsent: .random(using: &self),
                receiver: text())
        }
        return entry
    }

    private mutating func row() -> RowAnchor { .init(row: number(1_000), id: text(), line: number(2)) }

    private mutating func members<Value>(_ value: (inout SeededGenerator) -> Value) -> [String: Value] {
        var members: [String: Value] = [:]
        for _ in 0..<number(4) { members[text()] = value(&self) }
        return members
    }

    private mutating func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &self) }

    private mutating func text() -> String {
        let texts = ["", "a", "Option 41", "\"", "\\", "a\nb", "é", "日本", "\u{1}", "element/with/a/long/path", "b"]
        return texts[number(texts.count)]
    }
}
