import FasciaModel

/// Programs, each in a terminal of its own, that get the same keys in turn.
struct TerminalRace {
    /// What is measured of one program: microseconds to the last byte, and bytes.
    struct Figures {
        var times: [Double] = []
        var bytes: [Double] = []
    }

    private let programs: [(name: String, program: TerminalProgram)]
    var names: [String] { programs.map(\.name) }

    /// - Parameter commands: what each is called, and how it is started.
    init(_ commands: [(name: String, command: [String])]) throws {
        programs = try commands.map { ($0.name, try TerminalProgram(name: $0.name, arguments: $0.command)) }
    }

    /// Presses a key so many times in each of them in turn.
    ///
    /// - Parameter key: which one in which round.
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
