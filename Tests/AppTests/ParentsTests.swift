import FasciaModel
import FasciaTesting
import TestSupport
import Testing

@testable import FasciaUI

/// Actions from screens to their parents, and calls of unimplemented closures.
@MainActor @Suite struct ParentsTests {
    private final class Model {
        var onDelete: (Int) -> Void = unimplemented("Model.onDelete")
    }

    @Test func unimplementedClosureIsNamed_appContinues() async throws {
        let model = Model()
        let app = try await HostedApp { Button("Delete") { model.onDelete(7) } }
        let error = try await app.failure("ui.tap", ["node": "Delete"])
        #expect(error[at: "data/reason"] == "unimplemented")
        let message = try #require(error["message"]?.stringValue)
        #expect(
            message.hasPrefix("Model.onDelete is unimplemented: assign the closure where its model is created (AppTests/Parents"))
        let crumbs = try #require(error[at: "data/breadcrumbs"])
        #expect(crumbs["closure"] == "Model.onDelete" && crumbs["screen"] == "app" && crumbs["node"] == "v")
        #expect(crumbs[at: "path/0/screen"] == "app")
        #expect(try await app.call("daemon.status")[at: "counts/unimplemented"] == 1)
        let log = app.daemon.log
        _ = try await app.run { _ in try log.wait(for: "Model.onDelete is unimplemented") }
        model.onDelete = { _ in }
        #expect(try await app.tap("Delete")["outcome"] == "handled")
    }

    private struct Child: View {
        @Environment(\.emit) private var emit
        var body: some View {
            Button("Delete") { emit("onDeleteButtonTapped", 7) }
            EmitButton("Ask", emits: "onAskButtonTapped", payload: "really?")
        }
    }

    private struct Calling: View {
        @Environment(\.emit) private var emit
        var body: some View { Text("calling").onAppear { emit("onAppear") } }
    }

    private struct Busy: Error, CustomStringConvertible { var description: String { "it is running" } }

    @Test func throwingHandlerRejects() async throws {
        struct Parent: View {
            @Environment(\.coordinator) private var coordinator
            @State private var asked = ""
            var body: some View {
                Button("Open \(asked)") { coordinator?.push(view: Child()) }
                    .onAction("onDeleteButtonTapped") { (_: Int) in throw Busy() }
                    .onAction("onAskButtonTapped") { (question: String) in asked = question }
            }
        }
        let app = try await HostedApp { Parent() }
        try await app.tap("Open ")
        let answer = try await app.tap("Delete")
        #expect(answer["outcome"] == "rejected" && answer["reason"] == "it is running")
        // The button sends the action itself. A payload that the handler cannot decode is rejected, too.
        #expect(try await app.tap("Ask")["outcome"] == "handled")
        let entry = try #require(try await app.call("nav.get")["top"])
        let wrong = try await app.call(
            "action.send", ["entry": entry, "name": "onDeleteButtonTapped", "payload": "seven"])
        #expect(wrong["outcome"] == "rejected" && wrong["reason"] == "expected Int")
        try await app.call("nav.pop")
        try await app.wait(node: "Open really?")
    }

    @Test func unhandledEmitsAreReportedAtPush() async throws {
        struct Parent: View {
            @Environment(\.coordinator) private var coordinator
            var body: some View {
                Button("Open") { coordinator?.push(view: Child().emits("onDeleteButtonTapped")) }
            }
        }
        let app = try await HostedApp { Parent() }
        let before = try await app.revision
        try await app.tap("Open")
        let events = try await app.events(since: before)
        #expect(events.contains { $0.contains("issue") })
        let issue = try await app.call("daemon.status")[at: "issues/0"]
        #expect(issue?["breadcrumbs"]?["emits"] == ["onAskButtonTapped", "onDeleteButtonTapped"])
        #expect(try await app.failure("ui.tap", ["node": "Ask"])[at: "data/reason"] == "unimplemented")
    }

    /// Plain action names that must stay available to apps.
    private static let plainNames = ["onTap", "onToggle", "onChange", "onSubmit", "onFocus", "onGesture"]

    private struct Telling: View {
        @Environment(\.emit) private var emit
        var body: some View {
            ForEach(plainNames, id: \.self) { name in
                Button("Emit \(name)") { emit(name, 7) }
                EmitButton("Button \(name)", emits: name, payload: 7)
            }
        }
    }

    private struct Hearing: View {
        @Environment(\.coordinator) private var coordinator
        @State private var heard = ""
        var body: some View {
            plainNames.reduce(AnyView(Button("Open\(heard)") { coordinator?.push(view: Telling()) })) { view, name in
                AnyView(view.onAction(name) { (number: Int) in heard += " \(name)\(number)" })
            }
        }
    }

    private static let allHeard = "Open" + plainNames.map { " \($0)7 \($0)7" }.joined()

    @Test func plainNamesAreNotReserved() throws {
        let snapshot = Snapshot(Hearing(), columns: 200)
        try snapshot.tap("Open")
        for name in Self.plainNames {
            try snapshot.tap("Emit \(name)")
            try snapshot.tap("Button \(name)")
        }
        snapshot.coordinator.pop()
        #expect(snapshot.text.contains(Self.allHeard))
    }

    @Test func reservedNamesAreReported() throws {
        struct Telling: View {
            @Environment(\.emit) private var emit
            var body: some View { Button("Emit") { emit("view.tap") } }
        }
        let issue = "view.tap is ignored: names that start with \"view.\" are reserved for controls"
        let snapshot = Snapshot(Telling())
        try withKnownIssue {
            try snapshot.tap("Emit")
        } matching: {
            "\($0)".contains(issue)
        }
        withKnownIssue {
            _ = Snapshot(EmitButton("Ask", emits: "view.tap")).text
        } matching: {
            "\($0)".contains(issue)
        }
        withKnownIssue {
            _ = Snapshot(Text("heard").onAction("view.tap") {}).text
        } matching: {
            "\($0)".contains(issue)
        }
    }

    @Test func unhandledActionFailsTheTest() throws {
        let snapshot = Snapshot(Child())
        try withKnownIssue {
            try snapshot.tap("Delete")
        } matching: {
            "\($0)".contains("no app handles onDeleteButtonTapped")
        }
        #expect(throws: Refusal.self) { try snapshot.tap("Ask") }
        #expect(throws: Refusal.self) { try snapshot.press("enter") }
        withKnownIssue {
            _ = Snapshot(Calling())
        } matching: {
            "\($0)".contains("no app handles onAppear")
        }
        var asked: [String] = []
        snapshot.onAction("onAskButtonTapped") { asked.append($0) }
        try snapshot.tap("Ask")
        #expect(asked == ["really?"])
    }

    @Test(arguments: [
        ("Unimplemented: A.b …\n\n  Defined in", "A.b"), ("Unimplemented …\n", "a closure"), ("Something else", nil),
    ])
    func theNameOfAClosureIsReadFromTheIssue(_ message: String, _ name: String?) {
        #expect(HostIssueReporter.closure(in: message) == name)
    }
}
