import FasciaUI

/// Runs in one of three ways:
///
/// - `swift run Standups`: everything in one process. `swift run Standups edit` starts with a standup open in the
///   editor.
/// - `swift run Standups editor` and `swift run Standups list`: two processes. The list opens the editor's screen by
///   name, and handles by name the actions that it sends.
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

/// The list in its own process. It opens the editor's screen and handles its actions.
struct ListApp: App {
    @StateObject private var model = StandupsModel()

    var body: some Scene {
        WindowGroup("Standups") { RemoteStandupsView(model: model) }
    }
}

/// The editor in its own process.
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
