import ArgumentParser
import FasciaClient
import FasciaDocument
import Glibc

struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: CatalogueHelp.summary("log.append"),
        discussion: """
            Appends the lines of standard input as they arrive, such as \"journalctl -f | fascia log web\", or the given \
            words as one line. Colours are kept. While the daemon is restarted, it waits for it.
            """)

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
            if !lines.isEmpty { try await append(lines) }
        }
    }
}

/// Reads lines as they arrive.
struct LineInput {
    let descriptor: Int32
    /// The beginning of a line whose end has not arrived.
    private var rest: [UInt8] = []
    private var isAtEnd = false

    /// The length at which a line is split. Escaped in JSON, a read of this size is shorter than the daemon's longest line.
    private static let maximumBytes = 64 * 1024

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// The lines that have arrived, maybe none; `nil` at the end.
    mutating func next() throws -> [String]? {
        guard !isAtEnd else { return nil }
        var buffer = [UInt8](repeating: 0, count: LineInput.maximumBytes)
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 {
            if errno == EINTR { return [] }
            throw UsageError("cannot read standard input: \(String(cString: strerror(errno)))")
        }
        isAtEnd = count == 0
        rest += buffer[..<max(0, count)]
        var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let last = lines.removeLast()
        if isAtEnd ? !last.isEmpty : last.count >= LineInput.maximumBytes {
            lines.append(last)
            rest = []
        } else {
            rest = Array(last)
        }
        return lines.map { String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self) }
    }
}
