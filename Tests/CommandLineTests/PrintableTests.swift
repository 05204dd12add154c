import FasciaDocument
import FasciaWire
import TestSupport
import Testing

@testable import FasciaCommandLine

/// Text from other clients cannot control a terminal.
@Suite struct PrintableTests {
    private static let attack = "a\u{1B}]0;x\u{07}\n\t\r\u{7F}\u{9B}31m\u{2028}\u{2029}\u{202E}\u{2066}z"
    private static let harmless = #"a\x1b]0;x\x07\n\t\r\x7f\x9b31m\u{2028}\u{2029}\u{202e}\u{2066}z"#

    @Test func nonprintableCharactersAreEscaped() {
        #expect(Printable.text(Self.attack) == Self.harmless)
        #expect(Printable.text("a\n\u{1B}b", keepsLines: true) == "a\n\\x1bb")
        #expect(Printable.text("Käse 漢 🙂 \\x1b") == "Käse 漢 🙂 \\x1b")
    }

    @Test func jsonMeansTheSame() throws {
        let value: JSON = ["k\u{9B}": .string(Self.attack)]
        #expect(value.line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
        #expect(try JSON(parsing: value.line) == value)
    }

    @Test func errorsAreEscaped() {
        let refusal = CommandLineRun.outcome(of: WireError(code: 1, message: Self.attack, reason: "r"))
        #expect(refusal.1 == "fascia: r: " + Self.harmless)
        #expect(CommandLineRun.outcome(of: UsageError(Self.attack)).1 == "fascia: " + Self.harmless)
    }

    @Test func escapesDoNotReachTheTerminal() throws {
        let daemon = try DaemonProcess()
        try daemon.client().call("value.set", ["key": "v", "value": .string(Self.attack)])
        // A program gets a value unchanged, a terminal gets it escaped.
        #expect(try daemon.output("value", "get", "v") == Self.attack)
        #expect(try daemon.output("get", "v") == Self.attack)
        for arguments in [["value", "get", "v"], ["get", "v"]] {
            let terminal = try PseudoTerminal(
                Products.executable("fascia"), arguments, environment: ["FASCIA_SOCKET": daemon.socketPath])
            #expect(try terminal.output.waitForEnd() == Self.harmless + "\r\n")
        }
    }
}
