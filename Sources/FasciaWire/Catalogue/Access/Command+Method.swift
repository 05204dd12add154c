import FasciaModel

extension Command {
    /// The method that sends it; `nil` for the daemon's own commands and for a batch, whose commands have their own.
    public var method: String? {
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
        case .claim: "bind.claim"
        case .release: "bind.release"
        case .reportThing(_, .progress): "bind.progress"
        case .reportThing: "bind.report"
        case .confirm: "bind.confirm"
        case .question(.open): "ask.open"
        case .question(.answer): "ask.answer"
        case .question(.cancel): "ask.cancel"
        case .undo, .restore: "history.undo"
        case .question(.expire), .question(.withdraw), .resetTransientValues, .setOrphaned, .settle, .revertUnconfirmed, .leave,
            .silence, .report, .reportIssue, .batch:
            nil
        }
    }
}
