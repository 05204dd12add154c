import FasciaModel
import FasciaWire

extension Role {
    /// The role that a call needs.
    static func needed(for call: Call) -> Role {
        switch call {
        case .apply(let command, _): needed(for: command)
        case .batch(let commands, _): commands.map(needed(for:)).max() ?? .operator
        case .hello, .status, .describe, .sync, .navGet, .toggleGet, .pickerGet, .valueGet, .screenGet, .screenList, .askList,
            .watchStart, .watchStop, .historyGet, .uiTree, .uiRender, .uiFind, .uiWait,
            .terminalAttach, .terminalResize, .terminalDetach,
            .pluginList:
            .viewer
        case .actionBind, .actionUnbind, .issueReport, .logAppend: .author
        case .actionSend, .bindPoll, .issueClear, .uiTap, .uiSet, .uiOpen, .terminalKey, .terminalMouse, .terminalPaste: .operator
        case .reload, .shutdown, .pluginLoad, .pluginUnload, .pluginReload, .pluginLog: .admin
        }
    }

    private static func needed(for command: Command) -> Role {
        switch command {
        case .push, .pop, .popTo, .replace, .modal, .close, .next, .setPath, .setToggle, .flipToggle, .setValue, .pick,
            .confirm, .question,
            // The changes of an undo may need a higher role (`CommandExecutor.resolved`).
            .undo:
            .operator
        case .declareTarget, .removeTarget, .removeStack, .declareGroup, .removeGroup, .enableToggle, .declareValue,
            .removeValue, .declarePicker, .removePicker, .setElements, .putScreen, .putRows, .removeScreen,
            .setEnvironment, .claim, .release, .reportThing:
            .author
        // Internal commands: no method executes one of them directly.
        case .resetTransientValues, .setOrphaned, .report, .reportIssue, .restore, .settle, .revertUnconfirmed, .leave, .silence:
            .admin
        case .batch(let commands): commands.map(needed(for:)).max() ?? .operator
        }
    }
}
