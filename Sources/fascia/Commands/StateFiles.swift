import ArgumentParser
import Glibc

/// `fascia state`: replaces this process with `fasciad state`, which contains the code for the files.
struct StateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state", abstract: "Check, export or import a daemon's state, or list its events.",
        usage: "fascia state <check | events | export | import> [--state <directory>]",
        discussion: "\"fascia state --help\" describes each of them.")

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp(visibility: .hidden))
    var arguments: [String] = []

    func run() throws {
        let program = Self.directory + "/fasciad"
        var words: [UnsafeMutablePointer<CChar>?] = (["fasciad", "state"] + arguments).map { strdup($0) }
        words.append(nil)
        execv(program, &words)
        throw UsageError("cannot start \(program): \(String(cString: strerror(errno)))")
    }

    /// The directory of this program.
    private static var directory: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        let text = String(decoding: path.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.lastIndex(of: "/").map { String(text[..<$0]) } ?? "."
    }
}
