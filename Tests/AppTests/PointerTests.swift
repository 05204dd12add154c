import FasciaDocument
import TestSupport
import Testing

@testable import FasciaUI

/// Mouse gestures with a real daemon.
@MainActor @Suite(.mustEnd) struct PointerTests {
    private struct Pressed: View {
        @State private var held = 0
        @State private var tapped = 0
        @State private var place = "nowhere"
        let seconds: Double

        var body: some View {
            VStack(alignment: .leading, spacing: 0) {
                Button("held \(held) tapped \(tapped)") { tapped += 1 }
                    .onLongPressGesture(minimumDuration: seconds) { held += 1 }
                Text("drag me")
                    .gesture(DragGesture().onEnded { place = "\(Int($0.translation.width)) \(Int($0.translation.height))" })
                Text("moved by \(place)")
            }
            .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
        }
    }

    private func attach(_ app: HostedApp) async throws -> JSON {
        let params: JSON = ["columns": 40, "rows": 10, "colors": "none"]
        return try #require(try await app.call("terminal.attach", params)["terminal"])
    }

    private func mouse(_ app: HostedApp, _ terminal: JSON, _ kind: String, _ column: Int, _ row: Int) async throws {
        try await app.call(
            "terminal.mouse",
            ["terminal": terminal, "kind": .string(kind), "column": .int(column), "row": .int(row)])
    }

    @Test func aLongPressHappensWhileTheButtonIsDown() async throws {
        let app = try await HostedApp { Pressed(seconds: 0.01) }
        let terminal = try await attach(app)
        try await mouse(app, terminal, "press", 3, 2)
        try await app.wait(node: "held 1 tapped 0")
        try await mouse(app, terminal, "release", 3, 2)
        // The release causes no further action.
        try await app.tap("held 1 tapped 0")
        try await app.wait(node: "held 1 tapped 1")
    }

    @Test func shortPressIsATap() async throws {
        let app = try await HostedApp { Pressed(seconds: 3_600) }
        let terminal = try await attach(app)
        try await mouse(app, terminal, "press", 3, 2)
        try await mouse(app, terminal, "release", 3, 2)
        try await app.wait(node: "held 0 tapped 1")
    }

    @Test func dragEndIsAlwaysReported() async throws {
        let app = try await HostedApp { Pressed(seconds: 3_600) }
        let terminal = try await attach(app)
        try await mouse(app, terminal, "press", 3, 3)
        for column in 4...12 { try await mouse(app, terminal, "move", column, 4) }
        try await mouse(app, terminal, "release", 12, 4)
        try await app.wait(node: "moved by 72 16")
    }
}
