import Foundation
import TestSupport

/// A daemon with the sample panel in it.
enum Box {
    static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path + "/Sources/Examples/Box"

    static func start() throws -> DaemonProcess {
        let daemon = try DaemonProcess()
        _ = try daemon.fascia(["batch", directory + "/box.jsonl"]).checked()
        return daemon
    }
}

extension DaemonProcess {
    /// What a command that must be done prints, without the last line feed.
    func output(_ arguments: String...) throws -> String {
        let output = try fascia(arguments).checked().output
        return String(output.last == "\n" ? output.dropLast() : output[...])
    }
}
