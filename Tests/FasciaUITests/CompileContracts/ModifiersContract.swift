// Everything above the tests also compiles with SwiftUI; only the import differs.
import FasciaTesting
import FasciaUI
import Testing

struct Highlight: ViewModifier {
    var color: Color
    func body(content: Content) -> some View { content.foregroundColor(color).background(Color.black) }
}

extension View {
    func highlight(_ color: Color = .yellow) -> some View { modifier(Highlight(color: color)) }
}

struct Boxed: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text("padded").padding(.leading, 16).padding([.top, .bottom], 16)
            Text("fixed").frame(width: 80, height: 16, alignment: .trailing).border(.red)
            Text("wide").frame(maxWidth: .infinity, alignment: .trailing)
            Text("a text that is longer than its frame").frame(minWidth: 40, idealWidth: 80, maxWidth: 80).lineLimit(1)
            Text("two\nlines").multilineTextAlignment(.trailing).font(.headline)
            Text("marked").highlight().opacity(0.9).offset(x: 8).tint(.blue)
            Text("placed").position(x: 80, y: 8).frame(height: 16)
            Text("gone").hidden()
            Text("over").overlay(alignment: .trailing) { Text("R") }.foregroundStyle(.green)
        }
    }
}

struct Reacting: View {
    enum Field { case name }
    let log: Log
    @State private var name = ""
    @State private var isShown = false
    @State private var version = 0
    @FocusState private var field: Field?
    @FocusState private var isFocused: Bool

    @available(*, deprecated)  // Avoids the warnings for names without effect.
    var body: some View {
        Form {
            Button("First") { log.add("first") }
            TextField("Name", text: $name).focused($field, equals: .name).onSubmit { log.add("submit \(name)") }
            Toggle("Shown", isOn: $isShown)
            if isShown {
                Text("here").onAppear { log.add("appear") }.onDisappear { log.add("disappear") }.transition(.opacity)
            }
            Text("tap me").onTapGesture { log.add("tap") }.accessibilityLabel("tapped")
            Text("touch me").gesture(TapGesture().onEnded { log.add("gesture") })
            Button("Save") { withAnimation { version += 1 } }.keyboardShortcut("s", modifiers: .command)
            Button("Off") { log.add("never") }.disabled(true).focused($isFocused)
            Text("version \(version)").id(version).badge(version).animation(.easeIn, value: version)
        }
        .onChange(of: isShown) { log.add("shown \(isShown)") }
    }
}

@MainActor @Suite struct ModifiersContractTests {
    @Test func everyVisualModifierIsVisible() throws {
        let snapshot = Snapshot(Boxed(), columns: 40, rows: 24)
        let lines = snapshot.lines
        func line(_ word: String) throws -> String { try #require(lines.first { $0.contains(word) }) }
        #expect(try line("padded").hasPrefix("  padded"))
        let padded = try #require(lines.firstIndex { $0.contains("padded") })
        let fixed = try #require(lines.firstIndex { $0.contains("fixed") })
        // The row of the padding and the row of the border lie between them.
        #expect(fixed - padded == 3)
        #expect(try line("fixed").contains("│     fixed│"))
        #expect(try line("wide").hasSuffix("wide") && line("wide").count == 40)
        #expect(try line("a text") == "a text th…")
        #expect(try line("lines").column(of: "lines") == line("two").column(of: "two").map { $0 - 2 })
        #expect(try line("marked").column(of: "marked") == 1)
        #expect(try line("placed").column(of: "placed") == 7)
        #expect(!snapshot.text.contains("gone"))
        #expect(try line("oveR").hasPrefix("oveR"))
        let marked = snapshot.node.flat.first { $0.children.isEmpty && "\($0.content)".contains("marked") }
        let modifiers = try #require(marked).modifiers.map { String("\($0)".prefix { $0 != "(" }) }
        #expect(modifiers == ["foreground", "background", "opacity", "offset", "environment"])
    }

    @Test func everyEventModifierIsCalled() throws {
        let log = Log()
        let snapshot = Snapshot(Reacting(log: log), columns: 40, rows: 24)
        try snapshot.set("Name", to: "Ada")
        try snapshot.press("tab")
        try snapshot.press("enter")
        #expect(log.entries == ["submit Ada"])
        try snapshot.tap("Shown")
        try snapshot.tap("Shown")
        #expect(log.entries.suffix(4).sorted() == ["appear", "disappear", "shown false", "shown true"])
        try snapshot.tap("tapped")
        try snapshot.tap("touch me")
        #expect(log.entries.suffix(2) == ["tap", "gesture"])
        try snapshot.press("ctrl+s")
        #expect(snapshot.lines.contains { $0.contains("version 1") && $0.contains(" 1 ") })
        #expect(throws: (any Error).self) { try snapshot.tap("Off") }
        #expect(snapshot.issues == [])
    }
}
