import FasciaDocument
import FasciaProcess
import FasciaUnits
import FasciaYAML

/// Runs each command of a panel that only reads, once.
package enum StatusTable {
    /// What one of them tells.
    package struct Row: Hashable, Sendable {
        package var id: String
        package var state: String
        package var command: String
        package var isKnown: Bool
    }

    /// - Returns: what each tells, and what is wrong with the panel that they make.
    package static func rows(path: String, file: PanelFile) async -> (rows: [Row], problems: [Problem]) {
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) }
        var data = ExpandedPanel.Data()
        data.missing = Requirements(file).missing
        var result: [Row] = []
        for source in RowSources(file, missing: data.missing).sources {
            do throws(CommandRefusal) {
                var command = try source.command.command()
                (command.timeLimit, command.keptBytes, command.directory) = (source.timeout, 4 << 20, directory)
                let rows = try RowReader.rows(await CommandRun.run(command))
                data.rows[source.command] = rows
                let count = rows.count > RowReader.most ? "more than \(RowReader.most)" : "\(rows.count)"
                result.append(Row(id: source.owner, state: "\(count) rows", command: source.command.text, isKnown: true))
            } catch {
                result.append(
                    Row(id: source.owner, state: "unknown: \(error.message)", command: source.command.text, isKnown: false))
            }
        }
        data.missing = Requirements(file, rows: data.rows).missing
        let panel = ExpandedPanel(file, data)
        for thing in Thing.all(panel) {
            do throws(CommandRefusal) {
                if let unit = thing.binding.unit {
                    result.append(row(thing, await UnitCarrier.read(unit), "unit \(UnitName.full(unit.name))"))
                } else if var command = try thing.statusCommand() {
                    command.directory = directory
                    let text = command.arguments.map(ShellQuoting.quoted).joined(separator: " ")
                    result.append(row(thing, thing.held(thing.reading(await CommandRun.run(command))), text))
                }
            } catch {
                result.append(Row(id: thing.id, state: "unknown: \(error.message)", command: "", isKnown: false))
            }
        }
        let lists = panel.listProblems.keys.inOrder.compactMap { command in
            panel.listProblems[command].map { Problem(at: command.position, command.report($0)) }
        }
        return (result, panel.problems + lists + panel.warnings)
    }

    private static func row(_ thing: Thing, _ reading: StatusReading, _ command: String) -> Row {
        func text(_ value: JSON) -> String {
            thing.isSecret ? "(secret)" : value == true ? "on" : value == false ? "off" : value.displayText
        }
        let state =
            switch reading {
            case .value(let value): text(value)
            case .failed(let value, let reason), .doubtful(let value, let reason): "\(text(value)): \(reason)"
            case .unknown(let reason): "unknown: \(reason)"
            }
        return Row(id: thing.id, state: state, command: command, isKnown: reading.value != nil)
    }

    /// The arguments of the command that a change would run, without running it: `services/nginx` and `on`. `nil` if it
    /// would run none.
    ///
    /// - Throws: a `CommandRefusal` if the file or the daemon would refuse the change, or has no such thing. The choices of a picker
    ///   that a command lists are not known here.
    package static func arguments(of file: PanelFile, changing id: String, to text: String) throws(CommandRefusal)
        -> [String]?
    {
        let things = Thing.all(ExpandedPanel(file, ExpandedPanel.Data()))
        guard let thing = things.first(where: { $0.id == id || $0.name == id }) else {
            throw CommandRefusal(message: "nothing in the file that is carried out is called \"\(id)\"")
        }
        let kind: ValueItem.Kind =
            switch thing.kind {
            case .toggle: .bool
            case .picker: .text
            case .value(let item): item.kind ?? .text
            case .reading(let kind): kind
            }
        switch StatusReader.converted(text, kind) {
        case .value(let value), .failed(let value, _), .doubtful(let value, _):
            try thing.checkHeld(value)
            return try thing.command(for: ThingChange(from: .null, to: value))?.arguments
        case .unknown(let reason): throw CommandRefusal(message: reason)
        }
    }
}
