import FasciaModel
import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct MenuTests {
    struct Sample: View {
        let log: Log
        @State private var isOn = false
        @State private var size = "s"
        var body: some View {
            Form {
                Menu("More") {
                    Button("Copy") { log.add("copy") }
                    Button("Delete", role: .destructive) { log.add("delete") }.disabled(true)
                    Toggle("Light", isOn: $isOn)
                    Section("Look") {
                        Picker("Size", selection: $size) {
                            Text("Small").tag("s")
                            Text("Large").tag("l")
                        }
                    }
                }
                Text("\(isOn ? "on" : "off") \(size)")
            }
        }
    }

    @Test func menuOpensOnTop_andRunsTheChosenItem() throws {
        let log = Log()
        let snapshot = Snapshot(Sample(log: log), columns: 23, rows: 14)
        #expect(snapshot.lines[2] == "›More               ▾")
        try snapshot.press("enter")
        #expect(
            snapshot.lines[3...11].map { String($0.dropFirst(7)) } == [
                "╭─────────────╮", "│›  Copy      │", "│   Delete    │", "│   Light     │", "│   Look      │",
                "│     Size    │", "│ ✓     Small │", "│       Large │", "╰─────────────╯",
            ])
        try snapshot.press("enter")
        #expect(log.entries == ["copy"])
        #expect(snapshot.lines[3] == " off s")
        try snapshot.press("space")
        try snapshot.press("down")
        try snapshot.press("enter")
        #expect(snapshot.texts == ["on s"])
    }

    @Test func escapeClosesIt_andNothingElse() throws {
        let snapshot = Snapshot(Sample(log: Log()), columns: 23, rows: 14)
        try snapshot.press("enter")
        #expect(snapshot.lines[3].contains("╭"))
        try snapshot.press("escape")
        #expect(snapshot.lines[3] == " off s")
        try snapshot.press("enter")
        // A click outside also closes it.
        try snapshot.click(column: 22, row: 13)
        #expect(snapshot.lines[3] == " off s")
    }

    @Test func theMouseChooses() throws {
        let log = Log()
        let snapshot = Snapshot(Sample(log: log), columns: 23, rows: 14)
        try snapshot.click(column: 4, row: 2)
        try snapshot.click(column: 12, row: 5)
        #expect(log.entries == [])
        try snapshot.click(column: 12, row: 4)
        #expect(log.entries == ["copy"])
    }

    @Test func scriptsTapMenuItems() throws {
        let log = Log()
        let snapshot = Snapshot(Sample(log: log))
        try snapshot.tap("Copy")
        try snapshot.tap("Large")
        #expect(log.entries == ["copy"])
        #expect(snapshot.texts == ["off l"])
        #expect(snapshot.refusal { try $0.tap("Delete") }?.hasSuffix("(Delete) is disabled") == true)
        #expect(
            snapshot.refusal { try $0.tap("More") }
                == "node \"v.0\" (More) is a menu: it cannot be operated as a whole: tap Copy, Light, Small, Large")
    }

    private struct Shouting: MenuStyle {
        func makeBody(configuration: Configuration) -> some View {
            HStack {
                Text("Menu:")
                Menu(configuration)
            }
        }
    }

    @Test func aStyleDrawsTheMenu_andItsItemsStay() throws {
        let log = Log()
        let snapshot = Snapshot(Sample(log: log).menuStyle(Shouting()), columns: 30, rows: 14)
        #expect(snapshot.text.contains(/Menu: +›.*More/), "\(snapshot.text)")
        try snapshot.press("enter")
        try snapshot.press("enter")
        #expect(log.entries == ["copy"])
        let plain = Snapshot(Sample(log: log).menuStyle(.borderlessButton), columns: 23, rows: 14)
        #expect(plain.lines[2] == "›More               ▾")
    }
}
