import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaWire
import Glibc

/// Dispatches each call to its implementation. The compiler reports a catalogue method that is missing here.
extension Core {
    func execute(_ call: Call, _ request: Request) throws(WireError) -> Reply {
        switch call {
        case .apply(let command, let options): return try executor.apply(command, options, request)
        case .batch(let commands, let options): return try executor.applyBatch(commands, options, request)

        case .hello(let hello): return try greet(hello, request.client)
        case .status: return .result(.object(StatusReport(core: self).members))
        case .describe(let method): return .result(try Description.json(method: method))
        case .reload:
            let failures = (reload?() ?? []).map { error in
                JSON.object(["plugin": error.data["plugin"] ?? .null, "message": .string(error.message)])
            }
            return .result(["reloaded": true, "failed": .array(failures)])
        case .shutdown:
            // Runs after the reply has been sent.
            loop.perform { [self] in shutdown?() }
            return .result(["stopping": true])
        case .sync: return .result(["revision": .int(live.revision)])

        case .navGet(let name): return try PanelQueries(live: live).stack(name)
        case .toggleGet(let id): return try PanelQueries(live: live).toggles(id)
        case .pickerGet(let id): return try PanelQueries(live: live).pickers(id)
        case .valueGet(let selection): return try PanelQueries(live: live).values(selection)
        case .screenGet(let id): return try PanelQueries(live: live).screen(id)
        case .screenList: return PanelQueries(live: live).screens()

        case .actionSend(let send): return try actions.send(send, request)
        case .actionBind(let scope, let names): return try apps.bind(scope, names: names, request)
        case .actionUnbind(let scope, let names): return apps.unbind(scope, names: names, request)

        case .issueReport(let report): return try issues.report(report, request)

        case .watchStart(let start): return try watches.start(start, request.client)
        case .watchStop(let watch): return try watches.stop(watch, request.client)
        case .historyGet(let get): return history.get(get, request)

        case .uiTree(let stack, let terminal, let details):
            return try screens.tree(stack, terminal: terminal, details: details, request.client)
        case .uiTap(let stack, let node): return try gestures.tap(node, stack: stack, request)
        case .uiSet(let stack, let node, let value): return try gestures.set(node, to: value, stack: stack, request)
        case .uiRender(let render): return .result(try screens.picture(of: render, request.client))
        case .uiWait(let wait): return try waits.start(wait, request)

        case .terminalAttach(let attach): return try input.attach(attach, request.client)
        case .terminalKey(let terminal, let key): return try input.press(key, on: terminal, request)
        case .terminalMouse(let mouse): return try input.point(mouse, request)
        case .terminalPaste(let terminal, let text): return try input.paste(text, on: terminal, request)
        case .terminalResize(let terminal, let columns, let rows):
            return try input.resize(terminal, columns: columns, rows: rows, request.client)
        case .terminalDetach(let terminal): return try input.detach(terminal, request.client)

        case .pluginList: return .result(["plugins": plugins.list])
        case .pluginLoad(let id): return try changePlugins { () throws(WireError) in try plugins.load(id) }
        case .pluginUnload(let id): return try changePlugins { () throws(WireError) in try plugins.unload(id) }
        case .pluginReload(let id): return try changePlugins { () throws(WireError) in try plugins.reload(id) }
        }
    }

    private func changePlugins(_ change: () throws(WireError) -> Bool) throws(WireError) -> Reply {
        let changed = try change()
        if changed { stylesChanged() }
        return .result(["changed": .bool(changed), "plugins": plugins.list])
    }

    private func greet(_ hello: Hello, _ client: Client) throws(WireError) -> Reply {
        guard hello.minimum <= Description.protocolVersion, hello.maximum >= Description.protocolVersion else {
            throw WireError(
                Refusal(
                    .version,
                    "this daemon speaks protocol \(Description.protocolVersion), and the client speaks "
                        + "\(hello.minimum) to \(hello.maximum): bring the older one up to date",
                    details: [
                        "server": ["min": .int(Description.protocolVersion), "max": .int(Description.protocolVersion)],
                        "client": ["min": .int(hello.minimum), "max": .int(hello.maximum)],
                    ]))
        }
        if let name = hello.name { client.call(itself: name) }
        return .result([
            "protocol": .int(Description.protocolVersion), "server": .string(Version.server), "epoch": .string(live.epoch),
            "revision": .int(live.revision),
            "peer": [
                "uid": .int(Int(client.peer.uid)), "gid": .int(Int(client.peer.gid)),
                "pid": .int(Int(client.peer.pid)), "role": .string(client.role.rawValue),
            ],
            "limits": .object(limits),
        ])
    }

    private var limits: JSON.Object {
        var limits: JSON.Object = [
            "lineBytes": .int(settings.lineLimit), "clients": .int(settings.clientLimit),
            "clientsOfOneUser": .int(settings.clientsOfOneUser),
            "cells": .int(CellSize.maximumCells), "cellsOfOneUser": .int(CellSize.maximumCellsOfOneUser),
            "panelBytes": .int(live.budget.bytes), "panelShareBytes": .int(live.budget.shareBytes),
            "depth": .int(live.panel.limits.depth), "stacks": .int(live.panel.limits.stacks),
            "groups": .int(live.panel.limits.groups), "options": .int(live.panel.limits.options),
            "pickers": .int(live.panel.limits.pickers), "components": .int(live.panel.limits.components),
            "elements": .int(live.panel.limits.elements),
            "values": .int(live.panel.limits.values), "valueBytes": .int(live.panel.limits.valueBytes),
            "screens": .int(live.panel.limits.screens), "nodes": .int(live.panel.limits.nodes),
            "layers": .int(live.panel.limits.layers), "overdraw": .int(live.panel.limits.overdraw),
            "valueNesting": .int(live.panel.limits.valueNesting),
            "onceKeys": .int(IdempotencyCache.maximumKeys), "onceBytes": .int(IdempotencyCache.maximumBytes),
            "undoSteps": .int(live.panel.limits.undoSteps), "undoBytes": .int(live.panel.limits.undoBytes),
            "idBytes": .int(RequestID.maximumBytes), "commands": .int(CommandExecutor.maximumCommands),
            "declared": .int(live.panel.limits.declared),
        ]
        for member in settings.connection.json.members { limits[member.key] = member.value }
        return limits
    }
}
