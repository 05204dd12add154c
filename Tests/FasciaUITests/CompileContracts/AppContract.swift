// Everything above the tests also compiles with SwiftUI; only the import differs. `@main` is missing because the test
// program has its own.
import FasciaTesting
import FasciaUI
import Testing

struct NotesApp: App {
    @StateObject private var notes = Notes()

    var body: some Scene {
        WindowGroup("Notes") { NotesView().environmentObject(notes) }
        WindowGroup(id: "about") { Text("About notes") }
    }
}

final class Notes: ObservableObject {
    @Published var all = ["buy milk"]
}

struct NotesView: View {
    @EnvironmentObject private var notes: Notes
    @State private var isCovered = false
    @State private var open: Note?
    struct Note: Identifiable { var id: Int }

    var body: some View {
        List {
            ForEach(notes.all, id: \.self) { Text($0) }
            Button("Cover") { isCovered = true }
            Button("Open") { open = Note(id: 4) }
        }
        .fullScreenCover(isPresented: $isCovered) { Covering() }
        .fullScreenCover(item: $open) { Text("note \($0.id)") }
    }
}

struct Covering: View {
    @Environment(\.dismiss) private var dismiss
    var body: some View { Button("Uncover") { dismiss() } }
}

@MainActor @Suite struct AppContractTests {
    @Test func itsViewsArePreviewed() {
        #expect(Snapshot(NotesView().environmentObject(Notes())).text.contains("buy milk"))
    }

    @Test func aCoverTakesTheWholeScreen_untilItIsDismissed() throws {
        let snapshot = Snapshot(NotesView().environmentObject(Notes()), columns: 40, rows: 10)
        try snapshot.tap("Cover")
        #expect(snapshot.scene.layers.last?.modal == .cover)
        #expect(!snapshot.text.contains("buy milk"))
        try snapshot.tap("Uncover")
        #expect(snapshot.text.contains("buy milk"))
        try snapshot.tap("Open")
        #expect(snapshot.scene.layers.last?.modal == .cover)
        #expect(snapshot.text.contains("note 4"))
        snapshot.coordinator.close()
        #expect(snapshot.text.contains("buy milk"))
    }
}
