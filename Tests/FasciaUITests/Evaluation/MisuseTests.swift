@testable import FasciaUI
import IssueReporting
import Synchronization
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

    struct Reader: View {
        @Environment(\.isEnabled) var isEnabled
        var body: some View { Text("\(isEnabled)") }
    }

    @Test func aViewWithoutABody_isSaidInItsPlace_andTheRestIsShown() {
        let snapshot = Snapshot(VStack { Text("before"); Bodiless(); Text("after") }, columns: 90, rows: 8)
        #expect(snapshot.text.contains("before"))
        #expect(snapshot.text.contains("after"))
        #expect(snapshot.text.contains("! Bodiless has no body: give it a `var body: some View`"))
        #expect(snapshot.issues == ["Bodiless has no body: give it a `var body: some View`, without `Body = Never`"])
    }

    @Test func aModifierWithoutABody_isReported_andChangesNothing() {
        let snapshot = Snapshot(Text("content").modifier(BodilessModifier()))
        #expect(snapshot.texts == ["content"])
        #expect(snapshot.issues.first?.hasPrefix("BodilessModifier has no body: give it a `func body(content:") == true)
    }

    @Test func environmentOutsideABody_isTheDefault_andReported() {
        let heard = Heard()
        withIssueReporters([heard]) { #expect(Reader().isEnabled == true) }
        #expect(heard.messages.count == 1)
        let message = heard.messages.first ?? ""
        #expect(message.hasSuffix("is read outside a view's body: it has its default value there"))
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
