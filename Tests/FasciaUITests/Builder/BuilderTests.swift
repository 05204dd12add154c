import FasciaDocument
import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct BuilderTests {
    @Test func optionalIfElseSwitchForAndAvailability() {
        enum Kind { case a, b, c }
        struct Sample: View {
            var flag: Bool
            var kind: Kind
            var name: String?
            var body: some View {
                VStack {
                    if flag { Text("flag") }
                    if flag { Text("yes") } else { Text("no") }
                    switch kind {
                    case .a: Text("a")
                    case .b:
                        Text("b1")
                        Text("b2")
                    case .c: EmptyView()
                    }
                    if let name { Text(name) }
                    for number in 1...3 { Text("\(number)") }
                    if #available(macOS 99, *) { Text("new") }
                }
            }
        }
        #expect(
            Snapshot(Sample(flag: true, kind: .b, name: "Ada")).texts
                == ["flag", "yes", "b1", "b2", "Ada", "1", "2", "3", "new"])
        #expect(Snapshot(Sample(flag: false, kind: .c)).texts == ["no", "1", "2", "3", "new"])
    }

    @Test func moreThanTenViews() {
        let stack = VStack {
            Text("1"); Text("2"); Text("3"); Text("4"); Text("5"); Text("6")
            Text("7"); Text("8"); Text("9"); Text("10"); Text("11"); Text("12")
        }
        #expect(Snapshot(stack).texts == (1...12).map(String.init))
    }

    @Test func groupModifiersApplyToEachChild() {
        let group = Group {
            Text("a")
            Text("b")
        }.bold()
        let nodes = Snapshot(group).node.children
        #expect(nodes.map(\.modifiers) == [[.bold(true)], [.bold(true)]])
    }

    @Test func modifiersAreAppliedInTheOrderTheyAreWritten() {
        let first = Snapshot(Text("x").padding().border(.red)).node
        let second = Snapshot(Text("x").border(.red).padding()).node
        #expect(first.modifiers.reversed() == second.modifiers)
        // The modifier written first is the inner one.
        let inside = Snapshot(Text("x").padding().border(.red), columns: 20, rows: 8)
        #expect(inside.lines.contains { $0.contains("│ x │") })
        let outside = Snapshot(Text("x").border(.red).padding(), columns: 20, rows: 8)
        #expect(outside.lines.contains { $0.contains("│x│") })
    }

    @Test func customModifiersHaveStateAndContent() throws {
        struct Counting: ViewModifier {
            @State private var count = 0
            func body(content: Content) -> some View {
                VStack {
                    content
                    Button("Count \(count)") { count += 1 }
                }
            }
        }
        let snapshot = Snapshot(Text("inside").modifier(Counting()))
        try snapshot.tap("Count 0")
        try snapshot.tap("Count 1")
        #expect(snapshot.text.contains("inside"))
        #expect(snapshot.text.contains("Count 2"))
    }

    @Test func modifiersCanBePutTogether() {
        struct Bold: ViewModifier { func body(content: Content) -> some View { content.bold() } }
        struct Boxed: ViewModifier { func body(content: Content) -> some View { content.border(.red) } }
        let node = Snapshot(Text("x").modifier(Bold().concat(Boxed()))).node
        #expect(node.modifiers.count == 2)
        #expect(node.modifiers.first == .bold(true))
    }

    @Test func concatenatedTextsKeepTheirStyles() {
        let text = Text("a").bold() + Text("b").bold().italic() + Text("c").foregroundColor(.red).bold(false).bold()
        #expect(Snapshot(text).texts == ["abc"])
        let runs = [
            TextRun("a", bold: true), TextRun("b", bold: true, italic: true),
            TextRun("c", bold: false, foreground: NamedColor("red")),
        ]
        #expect(Snapshot(text).node.content == .text(TextContent(runs: runs)))
        let alike = Text("a").bold() + Text("b").bold()
        #expect(Snapshot(alike).node.content == .text(TextContent("ab")))
        #expect(Snapshot(alike).node.modifiers == [.bold(true)])
    }

    @Test func interpolationFormats() {
        #expect(Snapshot(Text("\(3.14159, specifier: "%.2f") and \(7) and \(Text("t"))")).texts == ["3.14 and 7 and t"])
        let words = "verbatim \\(x)"
        #expect(Snapshot(Text(words)).texts == [words])
    }
}
