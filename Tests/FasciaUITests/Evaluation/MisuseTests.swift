@testable import FasciaUI
import FasciaTesting
import IssueReporting
import Synchronization
import TestSupport
import Testing

@MainActor @Suite struct MisuseTests {
    struct Bodiless: View {
        var body: Never { fatalError("never asked for") }
    }

    struct BodilessModifier: ViewModifier {
        func body(content: Content) -> Never { fatalError("never asked for") }
    }

    struct BodilessScene: Scene {
        var body: Never { return fatalError("never asked for") }
    }

    @Test func aSceneWithoutABody_isReported_andTheOthersAreThere() {
        struct Whole: Scene {
            var body: some Scene {
                BodilessScene()
                WindowGroup("Window") { Text("content") }
            }
        }
        let heard = Heard()
        withIssueReporters([heard]) { #expect(SceneList(Whole()).windows.map(\.title) == ["Window"]) }
        #expect(heard.messages.count == 1)
        let message = heard.messages.first ?? ""
        #expect(message == "BodilessScene has no body: give it a `var body: some Scene`, without `Body = Never`")
    }

    struct EnabledReader: View {
        @Environment(\.isEnabled) var isEnabled
        var body: some View { Text("\(isEnabled)") }
    }

    @Test func viewWithoutBody_showsError_restIsShown() {
        let snapshot = Snapshot(
            VStack {
                Text("before"); Bodiless(); Text("after")
            }, columns: 90, rows: 8)
        #expect(snapshot.text.contains("before"))
        #expect(snapshot.text.contains("after"))
        #expect(snapshot.text.contains("! Bodiless has no body: give it a `var body: some View`"))
        #expect(snapshot.issues == ["Bodiless has no body: give it a `var body: some View`, without `Body = Never`"])
    }

    private struct Endless: View {
        var body: AnyView { AnyView(Endless()) }
    }

    private struct Mirrored: View {
        let depth: Int
        var body: some View {
            if depth > 0 { AnyView(Mirrored(depth: depth - 1)) } else { AnyView(Text("the end")) }
        }
    }

    @Test func recursiveView_isSkipped_restIsShown() {
        let snapshot = Snapshot(
            VStack {
                Text("before"); Endless(); Text("after")
            }, columns: 120, rows: 8)
        #expect(snapshot.texts.first == "before")
        #expect(snapshot.texts.last == "after")
        #expect(
            snapshot.issues == [
                "Endless is nested more than 1000 levels deep and is not shown: check whether its body contains itself"
            ])
        let deep = Snapshot(Mirrored(depth: 200))
        #expect(deep.texts == ["the end"])
        #expect(deep.issues == [])
    }

    @Test func issuesOutsideCustomViewsHaveNoPath() {
        let snapshot = Snapshot(VStack { ForEach(["x", "x"], id: \.self) { Text($0) } })
        #expect(
            snapshot.issues == [
                "ForEach: elements 0 and 1 have the same id x. Use unique ids; otherwise state may move between "
                    + "elements"
            ])
    }

    @Test func aModifierWithoutABody_isReported_andChangesNothing() {
        let snapshot = Snapshot(Text("content").modifier(BodilessModifier()))
        #expect(snapshot.texts == ["content"])
        #expect(snapshot.issues.first?.hasPrefix("BodilessModifier has no body: give it a `func body(content:") == true)
    }

    @Test func environmentOutsideABody_isTheDefault_andReported() {
        let heard = Heard()
        withIssueReporters([heard]) { #expect(EnabledReader().isEnabled == true) }
        #expect(heard.messages.count == 1)
        let message = heard.messages.first ?? ""
        #expect(message.hasSuffix("is read outside a view's body: it has its default value there"))
    }

    private final class Game: ObservableObject {
        let name: String
        init(_ name: String) { self.name = name }
    }

    @Observable final class Level {
        let name: String
        init(_ name: String) { self.name = name }
    }

    /// A view whose `init` reads environment objects, which only its body may read.
    private struct Early: View {
        @EnvironmentObject private var game: Game
        @Environment(Level.self) private var level
        private var names: [String] = []

        init() { names = [game.name, level.name] }
        var body: some View { Text(names.joined(separator: " ")) }
    }

    private struct Maker: View {
        var body: some View { VStack { Early() } }
    }

    @Test func objectsReadInAnInit_comeFromTheCurrentView_andAreReported() {
        let heard = Heard()
        withIssueReporters([heard]) {
            let view = Maker().environmentObject(Game("chess")).environment(Level("one"))
            #expect(Snapshot(view).texts == ["chess one"])
        }
        #expect(
            heard.messages == [
                "@EnvironmentObject Game is read outside a view's body, while Maker is evaluated: read it in the body, "
                    + "below a view that has .environmentObject(…) with a Game, or pass the object as an argument",
                "@Environment(Level.self) is read outside a view's body, while Maker is evaluated: read it in the body, "
                    + "below a view that has .environment(…) with a Level, or pass the object as an argument",
            ])
    }

    private struct Optionally: View {
        @Environment(Level.self) var level: Level?
        var body: some View { Text(level?.name ?? "none") }
    }

    @Test func optionalObjectOutsideABody_isNil_andReported() {
        let heard = Heard()
        withIssueReporters([heard]) { #expect(Optionally().level == nil) }
        #expect(heard.messages.count == 1)
    }

    private struct Demanding: View {
        @EnvironmentObject var game: Game
        var body: some View { Text(game.name) }
    }

    @Test(.mustEnd)
    func missingObjectOutsideBody_trapsWithAdvice() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Demanding().game }
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            said.contains(
                "@EnvironmentObject Game is read outside a view's body: read it in the body, below a view that has "
                    + ".environmentObject(…) with a Game"))
    }

    private final class Heard: IssueReporter {
        private let all = Mutex<[String]>([])
        var messages: [String] { all.withLock { $0 } }

        func reportIssue(
            _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
            filePath: StaticString, line: UInt, column: UInt
        ) {
            let text = message() ?? ""
            all.withLock { $0.append(text) }
        }
    }
}
