import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaProcess
import Glibc

struct LogCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "log", abstract: CatalogueHelp.summary("log.append"),
            discussion: """
                Appends the lines of standard input as they arrive, such as \"journalctl -f | fascia log web\", or the given \
                words as one line. Colours are kept. While the daemon is restarted, it waits for it.
                """)
    }

    @Argument(help: CatalogueHelp.help("log.append", "id"))
    var id: String
    @Argument(help: ArgumentHelp("The words of one line, instead of standard input.", valueName: "words"))
    var words: [String] = []
    @OptionGroup var common: CommonOptions

    func run() async throws {
        var connection = try await common.connect()
        func append(_ lines: [String]) async throws {
            let params: JSON.Object = ["id": .string(id), "lines": .array(lines.map { .string($0) })]
            var backOff = BackOff()
            var isLost = false
            while true {
                do {
                    if isLost { connection = try await common.connect() }
                    _ = try await connection.call("log.append", params, timeout: common.timeLimit)
                    if isLost { Output.error("fascia: reconnected") }
                    return
                } catch let error as ConnectionError where error.isTransient {
                    if !isLost { Output.connectionLost(error) }
                    isLost = true
                    try await Task.sleep(for: backOff.next())
                }
            }
        }
        if !words.isEmpty { return try await append([words.joined(separator: " ")]) }
        var input = LineInput(descriptor: STDIN_FILENO)
        while let lines = try input.next() {
            var rest = lines[...]
            while !rest.isEmpty {
                try await append(Array(rest.prefix(Self.mostLines)))
                rest = rest.dropFirst(Self.mostLines)
            }
        }
    }

    /// How many lines are appended at once. A read may consist of 65,536 empty ones, more than a request may have.
    private static let mostLines = 10_000
}

/// Reads lines as they arrive.
private struct LineInput {
    let descriptor: Int32
    private var splitter = LineSplitter(longest: maximumBytes, isRaw: true)
    private var isAtEnd = false

    /// Escaped in JSON, a read of this size is shorter than the daemon's longest line.
    private static let maximumBytes = 64 * 1024

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// The lines that have arrived, maybe none; `nil` at the end.
    mutating func next() throws -> [String]? {
        guard !isAtEnd else { return nil }
        var buffer = [UInt8](repeating: 0, count: LineInput.maximumBytes)
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 { return splitter.lines(buffer[..<count]) }
        if count < 0 {
            if errno == EINTR { return [] }
            throw UsageError("cannot read standard input: \(String(cString: strerror(errno)))")
        }
        isAtEnd = true
        return splitter.finish()
    }
}
