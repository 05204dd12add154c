import FasciaDocument
import FasciaProcess
import FasciaWire

/// `NAME=COMMAND`: what runs when an action of this name is sent, or a thing with this id is changed.
package struct ShellCommand: Hashable, Sendable {
    package let name: String
    /// A line for sh. Values of the panel are only in its environment and its input.
    private let line: String

    /// What is wrong with an argument.
    package struct Malformed: Error, Hashable {
        package let message: String
    }

    package init(_ argument: String) throws(Malformed) {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else {
            throw Malformed(message: "\"\(argument)\" is not of the form NAME=COMMAND, such as \"Free space=df -h /\"")
        }
        name = String(argument[..<equals])
        line = String(argument[argument.index(after: equals)...])
        guard line.contains(where: { !$0.isWhitespace }) else {
            throw Malformed(message: "\"\(argument)\" has no command after the =")
        }
    }

    /// - Parameter request: becomes the command's input, as a line of JSON.
    package func command(environment: [String: String], request: JSON) -> ProcessCommand {
        ProcessCommand(["/bin/sh", "-c", line], environment: environment, input: Array((request.line + "\n").utf8))
    }
}

extension JSON {
    /// For a variable of a command: strings without quotes, switches as on and off, nothing for null.
    package var variable: String {
        switch self {
        case .null: ""
        case .bool(let isOn): isOn ? "on" : "off"
        default: plain
        }
    }
}
