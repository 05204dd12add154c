import FasciaModel

extension Command {
    /// The name of the method for this command, such as `toggle.set`. Commands that only the daemon itself issues have
    /// names that no method has.
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
        case .setOrphaned: "daemon.orphaned"
        case .report: "daemon.action"
        case .reportIssue: "daemon.issue"
        case .undo: "history.undo"
        case .restore: "daemon.restore"
        case .batch: "batch"
        }
    }
}
