import FasciaTesting
import Testing

@testable import FasciaUI

@MainActor @Suite struct SceneModifierTests {
    private struct Level: View {
        @Environment(\.lineLimit) private var limit
        @Environment(\.locale) private var locale
        var body: some View { Text(locale.identifier) }
    }

    private struct TestApp: App {
        var body: some Scene {
            WindowGroup { Level() }.environment(\.locale, Locale(identifier: "de_DE"))
            Window("Statistics", id: "statistics") { Text("numbers") }
            FasciaUI.Settings { Text("options") }
        }
    }

    @Test func windowsAndSettingsAreScreens_inTheEnvironmentOfTheScene() throws {
        let scenes = SceneList(TestApp().body)
        #expect(scenes.windows.map(\.id) == [nil, "statistics", "settings"])
        #expect(scenes.windows.map(\.title) == [nil, "Statistics", "Settings"])
        let view = try #require(scenes.windows.first).content()
        #expect(Snapshot(AnyView(erased: view)).texts == ["de_DE"])
    }

    @Test func onChangeOfAScene_isEvaluatedWithTheScenes() {
        var changes: [Int] = []
        @MainActor final class Number: ObservableObject { @Published var value = 1 }
        let number = Number()
        struct Watching: View {
            @ObservedObject var number: Number
            let heard: (Int) -> Void
            var body: some View {
                let scenes = SceneList(WindowGroup { Text("a") }.onChange(of: number.value) { _, new in heard(new) })
                ForEach(scenes.watchers.indices, id: \.self) { AnyView(erased: scenes.watchers[$0]) }
            }
        }
        let snapshot = Snapshot(Watching(number: number) { changes.append($0) })
        number.value = 2
        _ = snapshot.text
        #expect(changes == [2])
    }
}
