import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct NavigationViewTests {
    struct Two: View {
        @State private var text = ""
        var body: some View {
            NavigationView {
                List { NavigationLink("One") { Text("one!") } }
                Form { TextField("Placeholder", text: $text) }
            }
        }
    }

    @Test func ofTwoViews_isAListAndItsDetail() throws {
        let snapshot = Snapshot(Two(), columns: 50, rows: 12)
        #expect(snapshot.text.contains("One"))
        #expect(!snapshot.text.contains("Placeholder"))
        try snapshot.tap("One")
        #expect(snapshot.text.contains("one!"))
        #expect(!snapshot.text.contains("Placeholder"))
    }

    @Test func ofOneView_isAStack() throws {
        let snapshot = Snapshot(NavigationView { VStack { NavigationLink("One") { Text("one!") } } }, columns: 50, rows: 12)
        try snapshot.tap("One")
        #expect(snapshot.text.contains("one!"))
    }

    @Test func aKeyboardToolbarIsNotShown_becauseNoKeyboardIsOnTheScreen() {
        let view = TextField("Text", text: .constant("")).toolbar {
            ToolbarItem { Button("Save") {} }
            ToolbarItemGroup(placement: .keyboard) { Button("Done") {} }
        }
        let snapshot = Snapshot(view, columns: 50, rows: 12)
        #expect(snapshot.text.contains("Save"))
        #expect(!snapshot.text.contains("Done"))
    }
}
