import FasciaTesting
import FasciaUI
import Testing

/// A screen without a title shows none, as in SwiftUI: never its internal id.
@MainActor @Suite struct UntitledScreenTests {
    struct Sample: View {
        @State private var isSheet = false
        @State private var isCover = false
        @State private var isAlert = false
        @State private var isDialog = false
        var body: some View {
            NavigationStack {
                VStack {
                    NavigationLink("Detail") { NavigationLink("Further") { Text("deep") } }
                    Button("Sheet") { isSheet = true }
                    Button("Cover") { isCover = true }
                    Button("Alert") { isAlert = true }
                    Button("Dialog") { isDialog = true }
                }
                .navigationTitle("Root")
                .sheet(isPresented: $isSheet) { Text("sheet") }
                .fullScreenCover(isPresented: $isCover) { Text("cover") }
                .alert("Delete it?", isPresented: $isAlert) {
                    Button("Delete", role: .destructive) {}
                    Button("Keep", role: .cancel) {}
                }
                .confirmationDialog("Which?", isPresented: $isDialog) { Button("One") {} }
            }
        }
    }

    @Test(arguments: ["Detail", "Sheet", "Cover", "Alert", "Dialog"])
    func noIdIsShown(_ button: String) throws {
        let snapshot = Snapshot(Sample(), columns: 60, rows: 16)
        try snapshot.tap(button)
        #expect(!snapshot.text.contains("view/"))
        #expect(!snapshot.text.contains("app"))
    }

    @Test func theWayBackHasAWord() throws {
        let snapshot = Snapshot(Sample(), columns: 60, rows: 16)
        try snapshot.tap("Detail")
        #expect(snapshot.lines[0].contains("‹ Root"))
        try snapshot.tap("Further")
        #expect(snapshot.lines[0].contains("‹ Back"))
        #expect(!snapshot.lines[0].contains("view/"))
    }

    @Test func theTitleOfAnAlertIsThatOfItsScreen_andShownOnce() throws {
        let snapshot = Snapshot(Sample(), columns: 60, rows: 16)
        try snapshot.tap("Alert")
        #expect(snapshot.scene.layers.last?.title == "Delete it?")
        #expect(snapshot.text.components(separatedBy: "Delete it?").count == 2)
        try snapshot.tap("Keep")
        try snapshot.tap("Dialog")
        #expect(snapshot.scene.layers.last?.title == "Which?")
        #expect(snapshot.text.components(separatedBy: "Which?").count == 2)
    }

    @Test func aLongTitleOfAnAlertIsShownWhole() throws {
        struct Long: View {
            @State private var isShown = true
            var body: some View {
                Text("below").alert(
                    "Do you want to delete all of the pictures that you have ever taken?", isPresented: $isShown
                ) {}
            }
        }
        let snapshot = Snapshot(Long(), columns: 40, rows: 16)
        let words = snapshot.text.split { !$0.isLetter }.joined(separator: " ")
        #expect(words.contains("Do you want to delete"))
        #expect(words.contains("ever taken"))
    }
}
