/// Programs in a terminal of their own each, which get the same keys in turn.
struct TerminalRace {
    /// The measurements of one program: microseconds to the last byte, and number of bytes.
    struct Figures {
        var times: [Double] = []
        var bytes: [Double] = []
    }

    private let programs: [(name: String, program: TerminalProgram)]
    var names: [String] { programs.map(\.name) }

    /// - Parameter commands: the name and the command line of each program.
    init(_ commands: [(name: String, command: [String])]) throws {
        programs = try commands.map { ($0.name, try TerminalProgram(name: $0.name, arguments: $0.command)) }
    }

    /// Presses keys in all programs, one round after the other.
    ///
    /// - Parameter key: returns the key of a round.
    func press(_ rounds: Int, _ key: (Int) -> String) throws -> [String: Figures] {
        var figures: [String: Figures] = [:]
        for round in 0..<rounds {
            for (name, program) in programs {
                let (time, bytes) = try program.press(key(round))
                figures[name, default: Figures()].times.append(time)
                figures[name, default: Figures()].bytes.append(Double(bytes))
            }
        }
        return figures
    }
}
