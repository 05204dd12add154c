import Foundation
import Observation
import SwiftUI

struct Note: Identifiable, Hashable, Codable {
    var id = UUID()
    var title: String
    var body: String
    var modified = Date.now
}

extension Notification.Name {
    static let noteSaved = Notification.Name("noteSaved")
}

@Observable
final class NotebookModel {
    var notes: [Note]
    @ObservationIgnored private let key = "notes"
    init(notes: [Note] = [Note(title: "First", body: "Hello"), Note(title: "Second", body: "World")]) { self.notes = notes }

    func add() -> Note.ID {
        let note = Note(title: "Untitled", body: "")
        notes.insert(note, at: 0)
        return note.id
    }
    func save() { NotificationCenter.default.post(name: .noteSaved, object: nil) }
}

struct SelectedNoteKey: FocusedValueKey {
    typealias Value = Binding<Note>
}

extension FocusedValues {
    var selectedNote: Binding<Note>? {
        get { self[SelectedNoteKey.self] }
        set { self[SelectedNoteKey.self] = newValue }
    }
}

private struct FontSizeKey: EnvironmentKey {
    static let defaultValue: Double = 12
}

extension EnvironmentValues {
    var noteFontSize: Double {
        get { self[FontSizeKey.self] }
        set { self[FontSizeKey.self] = newValue }
    }
}

struct NotesView: View {
    @State private var model = NotebookModel()
    @State private var selection: Note.ID?
    @State private var saves = 0
    @State private var contentWidth: CGFloat = 0
    @Environment(\.horizontalSizeClass) private var sizeClass

    var body: some View {
        NavigationSplitView {
            List($model.notes, selection: $selection) { $note in
                VStack(alignment: .leading) {
                    Text(note.title).font(.headline)
                    Text(note.modified, format: .dateTime.day().month()).font(.caption)
                }
                .badge(note.body.count)
            }
            .listStyle(.sidebar)
            .navigationTitle("Notes")
            .toolbar {
                ToolbarItemGroup(placement: .primaryAction) {
                    Button(action: { selection = model.add() }) { Label("New note", systemImage: "square.and.pencil") }
                    Button("Save") { model.save() }.keyboardShortcut("s", modifiers: .command)
                }
                ToolbarItem(placement: .bottomBar) { Text("Saved \(saves) times") }
            }
        } detail: {
            NavigationStack {
                if let $note = $model.notes.first(where: { $0.wrappedValue.id == selection }) {
                    NoteEditor(note: $note)
                        .id(selection)
                        .focusedSceneValue(\.selectedNote, $note)
                } else {
                    Text("No note").foregroundStyle(.tertiary)
                }
            }
        }
        .onReceive(NotificationCenter.default.publisher(for: .noteSaved)) { _ in saves += 1 }
        .onGeometryChange(for: CGFloat.self) { proxy in
            proxy.size.width
        } action: { width in
            contentWidth = width
        }
        .environment(\.noteFontSize, 14)
        .frame(minWidth: 500, idealWidth: 700, maxWidth: .infinity, minHeight: 300)
    }
}

struct NoteEditor: View {
    @Binding var note: Note
    @Environment(\.noteFontSize) private var size
    @State private var isDeleting = false

    var body: some View {
        VStack {
            TextField("Title", text: $note.title)
                .textFieldStyle(.plain)
                .font(.title)
            TextEditor(text: $note.body)
                .font(.system(size: size))
                .scrollContentBackground(.hidden)
                .onChange(of: note.body) { note.modified = .now }
        }
        .padding()
        .onKeyPress(.escape) {
            isDeleting = false
            return .handled
        }
        .navigationTitle($note.title)
        .navigationSubtitle("\(note.body.count) characters")
    }
}

struct NoteCommands: Commands {
    @FocusedValue(\.selectedNote) private var note: Binding<Note>?
    @Environment(\.openWindow) private var openWindow

    var body: some Commands {
        CommandGroup(after: .newItem) {
            Button("Clear note") { note?.wrappedValue.body = "" }
                .disabled(note == nil)
            Button("Statistics") { openWindow(id: "statistics") }
        }
        CommandGroup(replacing: .help) { EmptyView() }
    }
}

struct NotesProgram: App {
    @State private var model = NotebookModel()

    var body: some Scene {
        WindowGroup { NotesView() }
            .commands { NoteCommands() }
        Window("Statistics", id: "statistics") {
            Text("\(model.notes.count) notes")
        }
        .defaultPosition(.topTrailing)
        .keyboardShortcut("0", modifiers: [.command])
        Settings { Text("No settings") }
        #if os(macOS)
            MenuBarExtra("Notes", systemImage: "note") { Text("x") }
        #endif
    }
}

#Preview(traits: .landscapeLeft) {
    NotesView()
}
