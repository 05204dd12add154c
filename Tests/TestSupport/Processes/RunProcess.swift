import CTestSupport
import Foundation

/// The status and the output of a finished process.
public struct ProcessResult: Sendable {
    public let status: ExitStatus
    public let output: String
    public let error: String

    /// - Throws: `TestFailure` with the output, unless the process exited with 0.
    public func checked() throws -> ProcessResult {
        guard status == .exited(0) else { throw TestFailure("\(status): \(error)\(output)") }
        return self
    }
}

/// Runs a program to its end.
///
/// - Parameters:
///   - input: its standard input.
///   - environment: changes to this process's environment.
public func runProcess(
    _ path: String, _ arguments: [String] = [], input: String = "", environment: [String: String] = [:],
    directory: String? = nil, before deadline: Deadline = .standard
) throws -> ProcessResult {
    // The input is a file in memory, so that timing does not matter.
    let inputFile = try Descriptor(ts_memory_file(), from: "memfd_create")
    try inputFile.write(Array(input.utf8))
    lseek(inputFile.number, 0, SEEK_SET)
    let (output, error, process): (Output, Output, ChildProcess) = try {
        let out = try Descriptor.pipe()
        let err = try Descriptor.pipe()
        let process = try ChildProcess(
            path, arguments, environment: ChildProcess.environment(environment), directory: directory,
            streams: .inherited(input: inputFile.number, output: out.writer.number, error: err.writer.number))
        return (Output(reading: out.reader), Output(reading: err.reader), process)
    }()
    let status = try process.waitForExit(before: deadline)
    return ProcessResult(
        status: status, output: try output.waitForEnd(before: deadline), error: try error.waitForEnd(before: deadline))
}
