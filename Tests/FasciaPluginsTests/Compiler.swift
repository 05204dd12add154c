import Foundation

/// Runs the C and C++ compilers as a plugin's author would.
enum Compiler {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    static let headers = "\(root)/Sources/CFasciaPlugin/include"

    static let strict = ["-Wall", "-Wextra", "-pedantic", "-Werror"]

    /// Runs a tool and waits for its end.
    ///
    /// - Throws: `Failure` with the tool's output if it fails.
    static func run(_ tool: String, _ arguments: [String]) throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [tool] + arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let command = ([tool] + arguments).joined(separator: " ")
            throw Failure(description: "\(command): \(String(decoding: said, as: UTF8.self))")
        }
    }
}
