import FasciaModel

/// A command as the call that would ask for it: how it stands in the journal, to be read by people and to be applied
/// again. `Command(method:params:)` makes an equal command of it and of what `JSONWriter.writeParams` writes.
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
