import Foundation
import TestSupport

/// A daemon with the sample panel.
enum SamplePanel {
    static let directory =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path + "/Sources/Examples/Scripts"

    /// Keys that open the pizza from the first screen: from its end up to the button.
    static let openPizza = "\u{1B}[F\u{1B}[A\u{1B}[A\r"

    static func start() throws -> DaemonProcess {
        let daemon = try DaemonProcess()
        _ = try daemon.fascia(["batch", directory + "/panel.jsonl"]).checked()
        return daemon
    }
}

extension DaemonProcess {
    /// The output of a command that must succeed, without its last line feed.
    func output(_ arguments: String...) throws -> String {
        let output = try fascia(arguments).checked().output
        return String(output.last == "\n" ? output.dropLast() : output[...])
    }
}
