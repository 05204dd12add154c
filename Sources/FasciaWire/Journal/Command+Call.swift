import FasciaModel

/// A command as the call that would ask for it: how it stands in the journal, to be read by people and to be applied
/// again. `Command(method:params:)` makes an equal command of it.
///
/// What the daemon does of its own accord is no method of the protocol; it has names here that no method has.
extension Command {
    /// `toggle.set`
    public var method: String {
        switch self {
        case .push: "nav.push"
        case .pop: "nav.pop"
        case .popTo: "nav.popTo"
        case .replace: "nav.replace"
        case .modal: "nav.modal"
        case .close: "nav.close"
        case .next: "nav.next"
        case .setPath: "nav.set"
        case .declareTarget, .removeTarget: "nav.target"
        case .removeStack: "nav.remove"
        case .declareGroup: "toggle.declare"
        case .removeGroup: "toggle.remove"
        case .setToggle: "toggle.set"
        case .flipToggle: "toggle.flip"
        case .enableToggle: "toggle.enable"
        case .declarePicker: "picker.declare"
        case .removePicker: "picker.remove"
        case .pick: "picker.pick"
        case .setElements: "picker.elements"
        case .declareValue: "value.declare"
        case .setValue: "value.set"
        case .removeValue: "value.remove"
        case .putScreen: "screen.put"
        case .putRows: "screen.rows"
        case .removeScreen: "screen.remove"
        case .setEnvironment: "environment.set"
        case .setOrphaned: OwnCommand.orphaned
        case .report: OwnCommand.action
        case .reportIssue: OwnCommand.issue
        case .undo: "history.undo"
        case .restore: OwnCommand.restore
        case .batch: "batch"
        }
    }

    /// What the method takes.
    public var params: JSON.Object {
        switch self {
        case .push(let stack, let route, let handles):
            return Self.object(
                ("stack", .string(stack)), ("screen", .string(route.screen)), ("args", route.args == .null ? nil : route.args),
                ("handles", handles.isEmpty ? nil : .array(handles.map { .string($0) })))
        case .pop(let stack, let entry), .close(let stack, let entry):
            return Self.object(("stack", .string(stack)), ("entry", entry.map { .string($0.rawValue) }))
        case .popTo(let stack, let place):
            return switch place {
            case .entry(let entry): ["stack": .string(stack), "entry": .string(entry.rawValue)]
            case .screen(let screen): ["stack": .string(stack), "screen": .string(screen)]
            case .index(let index): ["stack": .string(stack), "index": .int(index)]
            }
        case .replace(let stack, let entry, let route):
            return Self.object(
                ("stack", .string(stack)), ("entry", entry.map { .string($0.rawValue) }),
                ("screen", .string(route.screen)), ("args", route.args == .null ? nil : route.args))
        case .modal(let stack, let route, let style, let handles):
            return Self.object(
                ("stack", .string(stack)), ("screen", .string(route.screen)), ("args", route.args == .null ? nil : route.args),
                ("style", .string(style.rawValue)),
                ("handles", handles.isEmpty ? nil : .array(handles.map { .string($0) })))
        case .next(let stack, let target): return ["stack": .string(stack), "target": .string(target)]
        case .setPath(let stack, let path):
            return ["stack": .string(stack), "path": PathStep.pathSchema.write(path)]
        case .declareTarget(let target):
            // The path is there even if it is empty, for the method to be told from its opposite.
            return [
                "name": .string(target.name), "path": PathStep.pathSchema.write(target.path),
                "mode": .string(target.mode.rawValue),
            ]
        case .removeTarget(let name): return ["name": .string(name), "remove": true]
        case .removeStack(let name): return ["stack": .string(name)]
        case .declareGroup(let group): return ["group": OptionDeclaration.schema.write(group)]
        case .removeGroup(let id), .removePicker(let id), .removeScreen(let id): return ["id": .string(id)]
        case .setToggle(let id, let on): return ["id": .string(id), "on": .bool(on)]
        case .flipToggle(let id, let expect):
            return Self.object(("id", .string(id)), ("expect", expect.map { .string($0.rawValue) }))
        case .enableToggle(let id, let enabled): return ["id": .string(id), "enabled": .bool(enabled)]
        case .declarePicker(let picker): return ["picker": PickerDeclaration.schema.write(picker)]
        case .pick(let id, let element):
            return ["id": .string(id), "element": element.map { .string($0) } ?? .null]
        case .setElements(let id, let elements, let elementsFor):
            return Self.object(
                ("id", .string(id)), ("elements", PickerElement.listSchema.write(elements)),
                (
                    "elementsFor",
                    elementsFor.map { Schema<[String: [PickerElement]]>.dictionary(of: PickerElement.listSchema).write($0) }
                ))
        case .declareValue(let declaration):
            return ValueDeclaration.schema.write(declaration).objectValue ?? [:]
        case .setValue(let key, let value): return ["key": .string(key), "value": value]
        case .removeValue(let key): return ["key": .string(key)]
        case .putScreen(let screen): return ["screen": Screen.schema.write(screen)]
        case .putRows(let screen, let rows): return ["screen": .string(screen), "rows": RowsUpdate.schema.write(rows)]
        case .setEnvironment(let scope, let values):
            return ["scope": EnvironmentScope.schema.write(scope), "values": .object(values)]
        case .setOrphaned(let screens, let isOrphaned):
            return OwnCommand.Orphaned.schema.write(.init(screens: screens, isOrphaned: isOrphaned)).objectValue ?? [:]
        case .report(let report): return ActionReport.schema.write(report).objectValue ?? [:]
        case .reportIssue(let issue): return Issue.schema.write(issue).objectValue ?? [:]
        case .undo(let goal):
            return switch goal {
            case .steps(let steps): ["steps": .int(steps)]
            case .revision(let revision): ["to": .int(revision)]
            }
        case .restore(let state): return ["to": .int(state.revision), "state": .string(Hexadecimal.text(state.archive))]
        case .batch(let commands):
            return [
                "commands": .array(
                    commands.map { ["method": .string($0.method), "params": .object($0.params)] })
            ]
        }
    }

    /// Nothing stands there for a member without a value.
    private static func object(_ members: (String, JSON?)...) -> JSON.Object {
        JSON.Object(uniqueMembers: members.compactMap { name, value in value.map { (name, $0) } })
    }

    /// The command of a call that stands in the journal.
    ///
    /// - Throws: `methodNotFound` for one that is unknown, `invalidParams` for what it does not take.
    public init(method: String, params: JSON) throws(WireError) {
        do throws(Mismatch) {
            switch method {
            case OwnCommand.orphaned:
                let orphaned = try OwnCommand.Orphaned.schema.read(params)
                self = .setOrphaned(screens: orphaned.screens, orphaned.isOrphaned)
                return
            case OwnCommand.action:
                self = .report(try ActionReport.schema.read(params))
                return
            case OwnCommand.issue:
                self = .reportIssue(try Issue.schema.read(params))
                return
            case OwnCommand.restore:
                self = .restore(try OwnCommand.restoredState(params))
                return
            case "batch":
                self = .batch(try Self.commands(params))
                return
            default: break
            }
        } catch { throw .invalidParams(error) }
        // What the method checks of a screen's buttons, it has checked when the screen came.
        guard case .apply(let command, _) = try Catalogue.call(method, params) else {
            throw .invalidRequest("\(method) does not change the panel: it cannot stand in the journal")
        }
        self = command
    }

    /// Those of a batch may be the daemon's own.
    private static func commands(_ params: JSON) throws(Mismatch) -> [Command] {
        var commands: [Command] = []
        for (index, call) in (params["commands"]?.arrayValue ?? []).enumerated() {
            do throws(WireError) {
                commands.append(try Command(method: call["method"]?.stringValue ?? "", params: call["params"] ?? [:]))
            } catch {
                throw Mismatch(expected: "a command", found: error.message).below(index).below("commands")
            }
        }
        return commands
    }
}

extension JSONParser {
    /// The command of a call whose parameters begin here, straight from the text; `nil` where it is unusual, and
    /// `Command(method:params:)` is to be asked.
    package mutating func directCommand(method name: PlainText) -> Command? {
        guard let method = Catalogue.method(named: name),
            case .apply(let command, _)? = method._withUnsafeGuaranteedRef({ $0.parse(directly: &self) })
        else { return nil }
        return command
    }
}

extension JSONWriter {
    /// `{"id":"extras/ham","on":true}`
    public mutating func writeParams(of command: Command) {
        // The frequent ones without the JSON in between.
        switch command {
        case .pick(let id, let element):
            writeString(id, between: "{\"id\":", and: ",\"element\":")
            if let element { writeString(element) } else { raw("null") }
            raw("}")
        case .setValue(let key, let value):
            writeString(key, between: "{\"key\":", and: ",\"value\":")
            write(value)
            raw("}")
        default: write(command.params)
        }
    }
}
