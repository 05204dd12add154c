import FasciaModel
import FasciaWire

extension Role {
    /// What it takes to be allowed a call.
    static func needed(for call: Call) -> Role {
        switch call {
        case .apply(let command, _): needed(for: command)
        case .batch(let commands, _): commands.map(needed(for:)).max() ?? .operator
        case .hello, .status, .describe, .sync, .navGet, .toggleGet, .valueGet, .screenGet, .screenList, .watchStart,
            .watchStop, .historyGet, .uiTree, .uiRender, .uiWait, .terminalAttach, .terminalResize, .terminalDetach,
            .pluginList:
            .viewer
        case .uiTap, .uiSet, .terminalKey, .terminalMouse, .terminalPaste: .operator
        case .reload, .shutdown, .pluginLoad, .pluginUnload, .pluginReload: .admin
        }
    }

    private static func needed(for command: Command) -> Role {
        switch command {
        case .push, .pop, .popTo, .replace, .modal, .close, .next, .setPath, .setToggle, .flipToggle, .setValue:
            .operator
        case .declareTarget, .removeTarget, .declareGroup, .removeGroup, .enableToggle, .declareValue, .removeValue,
            .putScreen, .removeScreen, .setEnvironment:
            .author
        case .batch(let commands): commands.map(needed(for:)).max() ?? .operator
        }
    }
}
