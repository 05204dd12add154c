import FasciaUI

/// Three ways to start it:
///
/// - `swift run Standups`: everything in one process. With `edit` behind it, it starts with a standup being edited.
/// - `swift run Standups editor` and `swift run Standups list`: two processes. The list opens the editor's screen by
///   its name, and hears by name what the user does there.
@main enum Main {
    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "editor": EditorApp.main()
        case "list": ListApp.main()
        default: StandupsApp.main()
        }
    }
}

struct StandupsApp: App {
    @StateObject private var model = StandupsModel(
        editing: CommandLine.arguments.contains("edit") ? Standup.samples.first : nil)

    var body: some Scene {
        WindowGroup("Standups") { StandupsView(model: model) }
    }
}

/// The list, in a process of its own: it opens the editor's screen and does what its user wants.
struct ListApp: App {
    @StateObject private var model = StandupsModel()

    var body: some Scene {
        WindowGroup("Standups") { RemoteStandupsView(model: model) }
    }
}

/// The editor, in a process of its own.
struct EditorApp: App {
    static var panelName: String { "standups-editor" }

    var body: some Scene {
        PublishedScreen(
            "edit", title: "Edit",
            emits: ["onSaveButtonTapped", "onDuplicateButtonTapped", "onDeleteButtonTapped"]
        ) { (standup: Standup) in
            RemoteEditView(standup: standup)
        }
    }
}
