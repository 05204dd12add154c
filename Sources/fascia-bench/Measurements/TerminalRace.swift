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

extension LineClient {
    /// A screen of switches, on top of the stack.
    ///
    /// - Parameter kind: of the node that they are in.
    func pushSwitches(_ count: Int, _ id: String, in kind: String) throws {
        let options = (0..<count).map { ["id": .string("o\($0)"), "title": .string("Option \($0)")] as JSON }
        try call("toggle.declare", ["group": ["id": .string(id), "options": .array(options)]])
        let rows = (0..<count).map { ["kind": "toggle", "bind": .string("\(id)/o\($0)")] as JSON }
        try call(
            "screen.put", ["screen": ["id": .string(id), "body": ["kind": .string(kind), "children": .array(rows)]]])
        try call("nav.push", ["screen": .string(id)])
    }
}
