import FasciaTesting
import FasciaUI
import Foundation
import TestSupport
import Testing

/// What docs/swift-apps.md shows beside the examples.
@MainActor @Suite(.mustEnd) struct GuideViewTests {
    @Test func aButtonRunsACommand() async throws {
        let pilot = Pilot(KernelView(), columns: 60, rows: 6)
        try await pilot.tap("Look")
        try await pilot.wait(for: .text("Kernel: " + output(of: "uname", "-r")))
    }
}

struct KernelView: View {
    @State private var release = "unknown"

    var body: some View {
        Form {
            Text("Kernel: \(release)")
            Button("Look") {
                Task { release = await Task.detached { (try? output(of: "uname", "-r")) ?? "unknown" }.value }
            }
        }
    }
}

/// Runs a program, and returns what it prints.
func output(of command: String...) throws -> String {
    let pipe = Pipe()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}
