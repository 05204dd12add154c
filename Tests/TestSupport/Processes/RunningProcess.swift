/// A program that runs while the test goes on, with an open standard input, such as `fascia watch`.
public final class RunningProcess: Sendable {
    public let process: ChildProcess
    public let output: Output
    public let error: Output
    private let input: Descriptor

    /// - Parameters:
    ///   - environment: changes to this process's environment.
    ///   - descriptors: the descriptors that it gets from number 3 on.
    public init(
        _ path: String, _ arguments: [String] = [], environment: [String: String] = [:], directory: String? = nil,
        passing descriptors: [Int32] = []
    ) throws {
        let inward = try Descriptor.pipe()
        let outward = try Descriptor.pipe()
        let errors = try Descriptor.pipe()
        process = try ChildProcess(
            path, arguments, environment: ChildProcess.environment(environment), directory: directory,
            streams: .inherited(
                input: inward.reader.number, output: outward.writer.number, error: errors.writer.number),
            passing: descriptors)
        input = inward.writer
        output = Output(reading: outward.reader)
        error = Output(reading: errors.reader)
    }

    public func send(_ text: String) throws { try input.write(Array(text.utf8)) }
}
