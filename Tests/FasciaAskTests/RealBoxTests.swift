import FasciaAsk
import Foundation
import TestSupport
import Testing

/// whiptail and dialog themselves beside ours: at the same keys, all write the same and exit with the same status. What differs
/// is in a table of docs/whiptail.md.
@Suite(.mustEnd) struct RealBoxTests {
    /// Arguments as a shell has them, and the names of keys.
    private typealias Box = (arguments: String, keys: String)

    private static let letters = "a Apple b Berry c Cherry d Date e Elder f Fig"
    private static let marks = "a Apple off b Berry on c Cherry off d Date on e Elder off f Fig off"
    private static let radios = "a Apple off b Berry on c Cherry off d Date off"
    private static let long = "\"$(seq 1 300)\""

    private static let whiptail: [Box] = [
        // Sizes: none, far too small, far too large, odd.
        ("--yesno Sure 0 0", "enter"), ("--yesno Sure 7 20", "right enter"), ("--yesno Sure 24 80", "esc"),
        ("--msgbox Hello 5 9", "enter"), ("--msgbox Hello 23 79", "space"), ("--inputbox Name 0 0 x", "enter"),
        ("--menu Which 9 30 1 \(letters)", "down down enter"), ("--menu Which 0 0 0 \(letters)", "pgdn enter"),
        ("--checklist Which 0 0 0 \(marks)", "down space enter"), ("--textbox /etc/passwd 7 21", "enter"),
        // Long texts.
        ("--yesno \(long) 10 40", "enter"), ("--msgbox \(long) 10 40", "pgdn enter"),
        ("--scrolltext --msgbox \(long) 10 40", "down down tab enter"), ("--inputbox \(long) 20 40 abc", "tab enter"),
        ("--menu \(long) 20 60 4 a Apple b Berry", "down enter"), ("--inputbox Name 8 40 \(long)", "bs bs enter"),
        ("--menu Which 15 40 4 a \"$(seq -s ' ' 300)\" b Berry", "down enter"),
        // Defaults.
        ("--defaultno --yesno Sure 8 40", "enter"), ("--defaultno --yesno Sure 8 40", "left enter"),
        ("--default-item d --menu Which 15 40 4 \(letters)", "enter"),
        ("--default-item no --menu Which 15 40 4 \(letters)", "enter"),
        ("--inputbox Name 8 40 -- -x", "enter"), ("--passwordbox Word 8 40 secret", "x enter"),
        ("--checklist Which 15 40 4 \(marks)", "enter"), ("--radiolist Which 15 40 4 \(radios)", "enter"),
        ("--radiolist Which 15 40 4 \(radios)", "down down space enter"),
        // Empty ones.
        ("--checklist Which 15 40 4", "enter"), ("--msgbox '' 8 40", "enter"), ("--inputbox '' 8 40", "enter"),
        ("--menu '' 15 40 4 '' '' b ''", "down enter"), ("--menu Which 15 40 4", "enter"),
        ("--checklist Which 15 40 4 a '' off '' '' on", "enter"),
        // Cancel and Escape of each.
        ("--yesno Sure 8 40", "tab enter"), ("--inputbox Name 8 40 abc", "tab tab enter"), ("--inputbox Name 8 40 abc", "esc"),
        ("--passwordbox Word 8 40", "tab tab space"), ("--passwordbox Word 8 40", "esc"),
        ("--menu Which 15 40 4 \(letters)", "tab tab enter"), ("--menu Which 15 40 4 \(letters)", "esc"),
        ("--checklist Which 15 40 4 \(marks)", "tab tab enter"), ("--checklist Which 15 40 4 \(marks)", "esc"),
        ("--radiolist Which 15 40 4 \(radios)", "tab right enter"), ("--radiolist Which 15 40 4 \(radios)", "esc"),
        ("--textbox /etc/passwd 15 40", "esc"), ("--msgbox Hello 8 40", "esc"),
        ("--nocancel --inputbox Name 8 40 abc", "tab enter"), ("--nocancel --menu Which 15 40 4 \(letters)", "esc"),
        // Labels and output.
        ("--yes-button Now --no-button Later --yesno Sure 8 40", "right enter"),
        ("--ok-button Select --cancel-button Finish --menu Which 15 60 4 \(letters)", "c enter"),
        ("--separate-output --checklist Which 15 40 4 \(marks)", "space enter"),
        ("--output-fd 3 --inputbox Name 8 40 abc", "enter"), ("--notags --menu Which 15 40 4 \(letters)", "D enter"),
        ("--noitem --checklist Which 15 40 4 a '' on b '' off", "down space enter"),
        ("--title T --backtitle B --msgbox Hello 8 40", "f12"), ("--inputbox Name 8 40 äöü", "home x end ß enter"),
        ("--checklist Which 15 40 4 'a b' 'Two words' on '\"' Quote on", "enter"),
        // Refused, with no key.
        ("--yesno Sure 8", ""), ("--yesno Sure a b", ""), ("--foo", ""), ("--title", ""), ("", ""),
        ("--menu Which 15 40 4 a", ""),
        ("--textbox /nonexistent 8 40", ""), ("--infobox Wait 8 40", ""), ("--gauge Busy 8 40 0 </dev/null", ""),
    ]

    private static let dialog: [Box] = [
        ("--yesno Sure 0 0", "enter"), ("--yesno Sure 7 20", "right enter"), ("--yesno Sure 24 80", "esc"),
        ("--yesno Sure -1 -1", "enter"), ("--msgbox Hello 5 9", "enter"), ("--msgbox Hello 23 79", "space"),
        ("--inputbox Name 0 0 x", "enter"), ("--menu Which 9 30 1 \(letters)", "down down enter"),
        ("--menu Which 0 0 0 \(letters)", "end enter"), ("--checklist Which 0 0 0 \(marks)", "down space enter"),
        ("--textbox /etc/passwd 7 21", "enter"), ("--form Box 0 0 0 Host 1 1 attic 1 10 20 0", "enter"),
        ("--yesno \(long) 10 40", "enter"), ("--msgbox \(long) 10 40", "pgdn enter"),

        ("--menu Which 15 40 4 a \"$(seq -s ' ' 300)\" b Berry", "down enter"),
        ("--defaultno --yesno Sure 8 40", "enter"), ("--default-button no --yesno Sure 8 40", "enter"),
        ("--default-item d --menu Which 15 40 4 \(letters)", "enter"),
        ("--default-item no --menu Which 15 40 4 \(letters)", "enter"), ("--passwordbox Word 8 40 secret", "x enter"),
        ("--checklist Which 15 40 4 \(marks)", "enter"), ("--radiolist Which 15 40 4 \(radios)", "enter"),
        ("--radiolist Which 15 40 4 \(radios)", "down down space enter"),
        ("--msgbox '' 8 40", "enter"),
        ("--checklist Which 15 40 4", "enter"), ("--menu Which 15 40 4", ""), ("--radiolist Which 15 40 4", "enter"),
        ("--yesno Sure 8 40", "tab enter"), ("--inputbox Name 8 40 abc", "tab tab enter"), ("--inputbox Name 8 40 abc", "esc"),
        ("--passwordbox Word 8 40", "tab right enter"), ("--passwordbox Word 8 40", "esc"),
        ("--menu Which 15 40 4 \(letters)", "tab enter"), ("--menu Which 15 40 4 \(letters)", "esc"),
        ("--checklist Which 15 40 4 \(marks)", "right enter"), ("--checklist Which 15 40 4 \(marks)", "esc"),
        ("--radiolist Which 15 40 4 \(radios)", "right enter"), ("--radiolist Which 15 40 4 \(radios)", "esc"),
        ("--textbox /etc/passwd 15 40", "esc"), ("--msgbox Hello 8 40", "esc"),
        ("--form Box 12 50 3 Host 1 1 attic 1 10 20 0 Port 2 1 22 2 10 20 0", "x down y tab enter"),
        ("--form Box 12 50 3 Host 1 1 attic 1 10 20 0 Port 2 1 22 2 10 20 0", "tab tab enter"),
        ("--form Box 12 50 3 Host 1 1 attic 1 10 20 0", "esc"),
        ("--mixedform Box 12 50 3 Host 1 1 attic 1 10 20 0 0 Word 2 1 '' 2 10 20 0 1 Kind 3 1 fixed 3 10 20 0 2", "enter"),
        ("--passwordform Box 12 50 3 Word 1 1 x 1 10 20 0", "y enter"),
        ("--extra-button --yesno Sure 8 40", "tab enter"),
        ("--help-button --menu Which 15 40 4 \(letters)", "down tab tab enter"),
        ("--nocancel --inputbox Name 8 40 abc", "tab enter"), ("--nook --menu Which 15 40 4 \(letters)", "down enter"),
        ("--separate-output --checklist Which 15 40 4 \(marks)", "space enter"),
        ("--output-fd 3 --inputbox Name 8 40 abc", "enter"), ("--no-tags --menu Which 15 40 4 \(letters)", "down enter"),
        ("--no-items --menu Which 15 40 4 a b c", "down enter"), ("--quoted --radiolist Which 15 40 4 'a b' AB on", "enter"),
        ("--single-quoted --checklist Which 15 40 4 'a b' AB on \"it's\" Its on", "enter"),
        ("--separator , --checklist Which 15 40 4 \(marks)", "enter"), ("--max-input 2 --inputbox Name 8 40", "a b c enter"),
        ("--inputbox Name 8 40 äöü", "home x end ß enter"), ("--insecure --passwordbox Word 8 40", "a enter"),
        // Times that are over.
        ("--timeout 1 --yesno Sure 8 40", ""),
        ("--timeout 1 --menu Which 15 40 4 \(letters)", ""), ("--pause Wait 10 40 1", ""), ("--pause Wait 10 40 100", "enter"),
        ("--foo", ""), ("--title", ""), ("hello", ""), ("--foo x", ""), ("--title T --foo", ""), ("--yesno Sure 8", ""),
        ("--yesno Sure a b", ""), ("--menu Which 15 40 4 a", ""),
        ("--textbox /nonexistent 8 40", ""), ("--infobox Wait 8 40", ""), ("--gauge Busy 8 40 0 </dev/null", ""),
    ]

    /// What dialog itself has no room for.
    private static let undrawn: [Box] = [
        ("--inputbox \(long) 20 40 abc", "enter"), ("--menu \(long) 20 60 4 a Apple b Berry", "enter"),
        ("--inputbox '' 8 40", "enter"), ("--menu '' 15 40 4 '' '' b ''", "enter"),
    ]

    @Test func everyBoxOfWhiptailAnswersAsTheRealOne() throws { try compare(.whiptail, Self.whiptail) }

    @Test func everyBoxOfDialogAnswersAsTheRealOne() throws { try compare(.dialog, Self.dialog) }

    @Test func whatDialogHasNoRoomForIsAsked() throws {
        for box in Self.undrawn {
            let real = try run("/usr/bin/dialog", .dialog, box.arguments, [])
            #expect(real.output?.contains("Can't make sub-window") == true && real.status == .exited(255), "\(box.arguments)")
        }
        for (box, ours, _) in try compared(.dialog, Self.undrawn) { #expect(ours.status == .exited(0), "\(box.arguments)") }
    }

    /// The boxes that are recorded, too: all of them take long.
    @Test func whatIsRecordedIsWhatTheRealOnesDo() throws {
        let boxes = try RecordedBox.all().filter { $0.status != nil && $0.output != nil }
        for box in Torture.all(boxes, otherwiseEvery: 8) {
            let real = try run("/usr/bin/\(box.program.rawValue)", box.program, "\"$@\"", box.keys, words: box.arguments)
            #expect(real == Ended(output: box.output, status: .exited(box.status ?? -1)), "\(box.description)")
        }
    }

    private func compare(_ program: DialogBox.Program, _ boxes: [Box]) throws {
        for (box, ours, real) in try compared(program, boxes) {
            #expect(ours == real, "\(program.rawValue) \(box.arguments) @ \(box.keys)")
        }
    }

    private func compared(_ program: DialogBox.Program, _ boxes: [Box]) throws -> [(box: Box, ours: Ended, real: Ended)] {
        let directory = try TemporaryDirectory()
        let link = directory[program.rawValue]
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: try Products.executable("fascia"))
        return try boxes.map { box in
            let keys = box.keys.split(separator: " ").map(String.init)
            let real = try run("/usr/bin/\(program.rawValue)", program, box.arguments, keys)
            return (box, try run(link, program, box.arguments, keys), real)
        }
    }

    private struct Ended: Equatable {
        /// `nil` for a message about its arguments.
        var output: String?
        var status: TestSupport.ExitStatus
    }

    /// Runs a program, and types each key when it waits for one.
    private func run(
        _ path: String, _ program: DialogBox.Program, _ arguments: String, _ keys: [String], words: [String] = []
    ) throws -> Ended {
        let directory = try TemporaryDirectory()
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", "exec \"$program\" \(arguments) 2>\"$d/out\" 3>\"$d/other\"", "sh"] + words,
            environment: ["TERM": "xterm", "LC_ALL": "C.UTF-8", "d": directory.path, "program": path, "FASCIA_ASK_HERE": "1"])
        // One that is refused draws nothing, and ends.
        if !keys.isEmpty { _ = try? terminal.output.wait(for: "\u{1B}[?1049h") }
        for key in keys {
            terminal.waitUntilRead()
            try terminal.type(RecordedBox.bytes(of: key, for: program))
        }
        let status = try terminal.process.waitForExit()
        func file(_ name: String) throws -> String { try String(contentsOfFile: directory[name], encoding: .utf8) }
        let output = try file("out")
        let isUsage = output.contains("Box options") || output.contains("Use --help")
        return Ended(output: isUsage ? nil : output + (try file("other")), status: status)
    }
}
