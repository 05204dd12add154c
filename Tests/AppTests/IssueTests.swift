import FasciaDocument
import TestSupport
import Testing

@testable import FasciaUI

/// Each problem in an app's views is reported to the panel once.
@MainActor @Suite(.mustEnd) struct IssueTests {
    private final class Model: ObservableObject {
        @Published var count = 0
        var onStart: () -> Void = unimplemented("Model.onStart")
    }

    private struct NeedsModel: View {
        @EnvironmentObject private var model: Model
        var body: some View { Text("\(model.count)") }
    }

    private struct Row: Identifiable { var id = 1 }

    /// All issues so far. Issues are sent before the app's answer to a later tap, on the same connection.
    private func issues(of app: HostedApp) async throws -> [JSON] {
        try await app.tap("Go on")
        return try await app.call("daemon.status")["issues"]?.arrayValue ?? []
    }

    @Test func aMissingObjectIsAnErrorOnItsScreen() async throws {
        let app = try await HostedApp {
            VStack {
                NeedsModel()
                Button("Go on") {}
            }
        }
        let found = try await issues(of: app)
        #expect(found.count == 1)
        #expect(found[0]["severity"] == "error" && found[0]["reason"] == "reported")
        #expect(found[0]["message"]?.stringValue?.contains("Model") == true)
        #expect(found[0][at: "breadcrumbs/screen"] == "app")
        #expect(found[0][at: "cause/method"] == "issue.report")
    }

    @Test func duplicateIdsAreReportedOnce() async throws {
        struct Rows: View {
            @State private var taps = 0
            var body: some View {
                ForEach([Row(), Row()]) { _ in Text("\(taps)") }
                Button("More") { taps += 1 }
                Button("Go on") {}
            }
        }
        let app = try await HostedApp { Rows() }
        for _ in 1...3 { try await app.tap("More") }
        let found = try await issues(of: app)
        #expect(found.count == 1)
        #expect(found[0]["severity"] == "warning")
        #expect(found[0]["message"]?.stringValue?.contains("elements 0 and 1 have the same id 1") == true)
    }

    /// Outside an action there is no caller to refuse, so only the issue is reported.
    @Test func unimplementedClosureOutsideAnAction_isReported() async throws {
        let model = Model()
        let app = try await HostedApp { Button("Go on") {}.onAppear { model.onStart() } }
        let found = try await issues(of: app)
        #expect(found.count == 1 && found[0]["severity"] == "error")
        #expect(found[0]["message"]?.stringValue?.hasPrefix("Unimplemented: Model.onStart") == true)
        #expect(found[0][at: "breadcrumbs/closure"] == "Model.onStart")
        #expect(found[0][at: "breadcrumbs/at"]?.stringValue?.hasPrefix("AppTests/IssueTests.swift:") == true)
    }
}
