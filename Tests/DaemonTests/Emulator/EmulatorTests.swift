import Foundation
import TestSupport
import Testing

/// Frames, displayed by an independent terminal emulator (pyte).
@Suite(.mustEnd) struct EmulatorTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    /// From `Tests/DaemonTests/Emulator`.
    private static let project = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// 10,000 random operations in total, or 2,000, with one daemon for each seed. To repeat a failure, run `emulator.py SOCKET
    /// SEED OPERATIONS` against a new daemon.
    @Test(arguments: [1, 2, 3, 20_261_121])
    func itShowsTheSameCellsAsARenderedPicture(seed: Int) throws {
        try operate(seed: seed, operations: Torture.isOn ? 2_500 : 500)
    }

    private func operate(seed: Int, operations: Int) throws {
        let python = try #require(Self.python, "\"make .build/pyte/bin/python3\" installs pyte, which this test needs")
        let daemon = try DaemonProcess()
        let script = Self.folder.appendingPathComponent("emulator.py").path
        let result = try runProcess(python, [script, daemon.socketPath, String(seed), String(operations)])
        #expect(result.status == .exited(0), "\(result.error)\(daemon.log.text.suffix(2_000))")
        #expect(result.output.hasPrefix("seed \(seed): \(operations) operations, "))
        print(result.output, terminator: "")
    }

    /// A Python interpreter with pyte, which `make test` installs.
    private static let python: String? = {
        let path = project.appendingPathComponent(".build/pyte/bin/python3").path
        if !FileManager.default.isExecutableFile(atPath: path) {
            _ = try? runProcess("/usr/bin/make", [".build/pyte/bin/python3"], directory: project.path)
        }
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()
}
