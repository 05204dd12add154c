import Testing
import TestSupport

@Suite struct PseudoTerminalTests {
    @Test func theProgramHasATerminalOfThatSize() throws {
        let terminal = try PseudoTerminal("/bin/sh", ["-c", "tty && stty size"], columns: 91, rows: 17)
        try terminal.output.wait(for: "/dev/pts/")
        try terminal.output.wait(for: "17 91")
        #expect(try terminal.process.waitForExit() == .exited(0))
    }

    @Test func typedTextReachesTheProgram() throws {
        let terminal = try PseudoTerminal("/bin/sh", ["-c", "read word; echo \"got $word\""])
        try terminal.type("this\n")
        try terminal.output.wait(for: "got this")
    }

    @Test func anotherSizeIsSignalled() throws {
        let script = "trap 'stty size; exit' WINCH; echo ready; while read line; do :; done"
        let terminal = try PseudoTerminal("/bin/sh", ["-c", script])
        try terminal.output.wait(for: "ready")
        try terminal.resize(columns: 100, rows: 33)
        try terminal.type("\n")
        try terminal.output.wait(for: "33 100")
    }

    @Test func theTerminalIsTheProgramsOwn() throws {
        let terminal = try PseudoTerminal("/bin/cat")
        #expect(terminal.isInCookedMode)
        try terminal.type("hello\n")
        try terminal.output.wait(for: "hello\r\nhello")
        try terminal.type("\u{3}")
        #expect(try terminal.process.waitForExit() == .signalled(2))
    }
}
