import ArgumentParser
import FasciaDocument
import FasciaProcess

/// `NAME=COMMAND`: what runs when an action of this name is sent, or a thing with this id is changed.
struct ShellCommand: Hashable, Sendable {
    let name: String
    /// A line for sh. Values of the panel are only in its environment and its input.
    let line: String

    @Sendable static func parse(_ argument: String) throws -> ShellCommand {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else {
            throw ValidationError("\"\(argument)\" is not of the form NAME=COMMAND, such as \"Free space=df -h /\"")
        }
        let line = String(argument[argument.index(after: equals)...])
        guard line.contains(where: { !$0.isWhitespace }) else {
            throw ValidationError("\"\(argument)\" has no command after the =")
        }
        return ShellCommand(name: String(argument[..<equals]), line: line)
    }

    /// - Parameter request: becomes the command's input, as a line of JSON.
    func command(environment: [String: String], request: JSON) -> Command {
        Command(["/bin/sh", "-c", line], environment: environment, input: Array((request.line + "\n").utf8))
    }
}

extension JSON {
    /// For a variable of a command: strings without quotes, switches as on and off, nothing for null.
    var variable: String {
        switch self {
        case .null: ""
        case .bool(let isOn): isOn ? "on" : "off"
        default: plain
        }
    }
}
