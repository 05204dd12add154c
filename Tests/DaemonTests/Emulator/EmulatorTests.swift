import Foundation
import TestSupport
import Testing

/// What is sent to terminals, as a terminal emulator of somebody else (pyte) shows it.
@Suite(.mustEnd) struct EmulatorTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    /// From `Tests/DaemonTests/Emulator`.
    private static let project = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// 10,000 random operations in all, on one daemon for each seed. To go on with what failed:
    /// `emulator.py SOCKET SEED OPERATIONS` at a daemon of its own does the same again.
    @Test(arguments: [1, 2, 3, 20_261_121])
    func itShowsTheSameCellsAsARenderedPicture(seed: Int) throws { try operate(seed: seed, operations: 2_500) }

    private func operate(seed: Int, operations: Int) throws {
        let python = try #require(Self.python, "\"make .build/pyte/bin/python3\" installs pyte, which this test needs")
        let daemon = try DaemonProcess()
        let script = Self.folder.appendingPathComponent("emulator.py").path
        let result = try runProcess(
            python, [script, daemon.socketPath, String(seed), String(operations)],
            before: Deadline(after: .seconds(240)))
        #expect(result.status == .exited(0), "\(result.error)\(daemon.log.text.suffix(2_000))")
        #expect(result.output.hasPrefix("seed \(seed): \(operations) operations, "))
        print(result.output, terminator: "")
    }

    /// The Python that has pyte; `make test` sees to it.
    private static let python: String? = {
        let path = project.appendingPathComponent(".build/pyte/bin/python3").path
        if !FileManager.default.isExecutableFile(atPath: path) {
            _ = try? runProcess(
                "/usr/bin/make", [".build/pyte/bin/python3"], directory: project.path, before: Deadline(after: .seconds(120)))
        }
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()
}
