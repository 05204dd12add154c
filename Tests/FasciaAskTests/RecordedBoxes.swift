import FasciaAsk
import FasciaDocument
import FasciaRender
import Foundation
import TestSupport

/// What whiptail 0.52.23 and dialog 1.3-20230209 write and return for boxes and keys, as recorded in a terminal of 80 columns.
struct RecordedBox: Sendable {
    let program: DialogBox.Program
    let arguments: [String]
    /// By the names of `keyBytes`, or single letters.
    let keys: [String]
    /// What it writes to standard error; `nil` for a message about its arguments.
    let output: String?
    /// `nil` if it still waits for keys.
    let status: Int32?

    static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Recorded/boxes.jsonl"

    static func all() throws -> [RecordedBox] {
        try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map { line in
            let json = try JSONParser.parse(String(line))
            guard let program = json["program"]?.stringValue.flatMap(DialogBox.Program.init(rawValue:)),
                let arguments = json["arguments"]?.arrayValue, let keys = json["keys"]?.arrayValue
            else { throw TestFailure("not a recorded box: \(line)") }
            return RecordedBox(
                program: program, arguments: arguments.compactMap(\.stringValue), keys: keys.compactMap(\.stringValue),
                output: json["output"]?.stringValue, status: json["status"]?.intValue.map { Int32($0) })
        }
    }

    var description: String {
        ([program.rawValue] + arguments.map(\.debugDescription) + ["@"] + keys).joined(separator: " ")
    }

    /// What terminals send for a key. A program asks the terminal to send its arrows one way or the other.
    static func bytes(of key: String, for program: DialogBox.Program) -> String {
        let arrow = program == .dialog ? "\u{1B}O" : "\u{1B}["
        return switch key {
        case "up": arrow + "A"
        case "down": arrow + "B"
        case "right": arrow + "C"
        case "left": arrow + "D"
        case "home": arrow + "H"
        case "end": arrow + "F"
        case "tab": "\t"
        case "backtab": "\u{1B}[Z"
        case "enter": "\r"
        case "esc": "\u{1B}"
        case "space": " "
        case "pgup": "\u{1B}[5~"
        case "pgdn": "\u{1B}[6~"
        case "bs": "\u{7F}"
        case "del": "\u{1B}[3~"
        case "f1": "\u{1B}OP"
        case "f12": "\u{1B}[24~"
        case _ where key.hasPrefix("ctrl-"): String(UnicodeScalar(UInt8(key.utf8.last ?? 0) & 0x1F))
        default: key
        }
    }

    /// The name of a key in `QuestionSession`.
    private static func name(of key: String) -> String {
        let names = ["esc": "escape", "pgup": "pageup", "pgdn": "pagedown", "bs": "backspace", "del": "delete"]
        return names[key] ?? key.replacingOccurrences(of: "ctrl-", with: "ctrl+")
    }

    /// What ours writes and returns for the same, without a terminal.
    func ours() -> (output: String?, status: Int32?) {
        do throws(DialogExit) {
            let box = try DialogBox.parse(program, arguments, version: "1") { path throws(DialogExit) in
                guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                    throw .fails("\(path): No such file or directory\n", status: 255)
                }
                return text
            }
            if box.isInfo { return ("", 0) }
            var session = QuestionSession(box.question, size: CellSize(columns: 80, rows: 24))
            _ = session.picture()
            for key in keys {
                session.handle(.key(Self.name(of: key)))
                _ = session.picture()
            }
            guard let outcome = session.outcome else { return ("", nil) }
            let (status, output) = box.result(outcome)
            return (box.output.descriptor == 2 ? output : "", status)
        } catch {
            switch error {
            case .prints: return ("", 0)
            case .fails(let text, let status):
                let isUsage = text.contains("Box options") || text.contains("Use --help")
                return (isUsage ? nil : text, status)
            }
        }
    }
}
