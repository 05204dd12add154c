@testable import FasciaUI
import FasciaTesting
import Testing

@MainActor @Suite struct SceneTests {
    @Test func anAppsWindowsAreInTheOrderTheyAreWritten() {
        let list = SceneList(NotesApp().body)
        #expect(list.windows.map(\.title) == ["Notes", nil])
        #expect(list.windows.map(\.id) == [nil, "about"])
        #expect(Snapshot(AnyView(list.windows[1].content())).texts == ["About notes"])
    }

    struct Some: Scene {
        var body: some Scene { WindowGroup("Inner") { Text("inside") } }
    }

    @Test func customSceneContainsOthers() {
        #expect(SceneList(Some()).windows.map(\.title) == ["Inner"])
    }
}
