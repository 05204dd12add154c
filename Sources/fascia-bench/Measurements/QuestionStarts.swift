import CBench
import Glibc

/// A question in a script: from the start of the program to its picture, beside whiptail. Nobody else is asked.
struct QuestionStarts {
    private let programs: [(name: String, command: [String])]
    private let rounds: Int

    private static let text = "Sure"
    private static let patience: Int32 = 20_000

    init(rounds: Int) throws {
        self.rounds = rounds
        var programs = [
            ("fascia ask", [try Servers.besideThisProgram("fascia"), "ask", "confirm", "--here", Self.text])
        ]
        if let whiptail = Servers.find("whiptail") { programs.append(("whiptail", [whiptail, "--yesno", Self.text, "8", "40"])) }
        self.programs = programs
    }

    func run(into report: inout Report) throws {
        var times: [String: [Double]] = [:]
        for _ in 0..<rounds {
            for (name, command) in programs { times[name, default: []].append(try Self.start(name, command)) }
        }
        let what = "question: start to its picture"
        report.add("\(what), median", "µs", programs.map { ($0.name, times[$0.name]?.median ?? 0) })
        if let own = times["fascia ask"], let whiptail = times["whiptail"] {
            report.require(what, "times the median of whiptail:", own.median / whiptail.median, .atMost(2))
        }
    }

    /// Microseconds from the start of a program to the text that it asks.
    private static func start(_ name: String, _ command: [String]) throws(BenchFailure) -> Double {
        var pointers = command.map { UnsafePointer(strdup($0)) }
        pointers.append(nil)
        defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
        var terminal: Int32 = -1
        let start = ContinuousClock.now
        let process = cbench_spawn_in_terminal(pointers, 80, 24, &terminal)
        guard process > 0 else { throw BenchFailure("cannot start \(name): \(String(cString: strerror(errno)))") }
        defer {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
            close(terminal)
        }
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while output.firstRange(of: Array(text.utf8)) == nil {
            var ready = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, patience) > 0 else { throw BenchFailure("\(name) shows nothing within 20 s") }
            let count = read(terminal, &chunk, chunk.count)
            guard count > 0 else { throw BenchFailure("\(name) has ended") }
            output += chunk[..<count]
        }
        return (ContinuousClock.now - start) / .microseconds(1)
    }
}
