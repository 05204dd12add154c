import FasciaModel
import FasciaRender
import FasciaWire
import Glibc

/// Dispatches each call to its implementation. The compiler reports a catalogue method that is missing here.
extension Core {
    func execute(_ call: Call, _ request: Request) throws(WireError) -> Reply {
        switch call {
        case .apply(let command, let options): return try apply(command, options, request)
        case .batch(let commands, let options): return try applyBatch(commands, options, request)

        case .hello(let hello): return try greet(hello, request.client)
        case .status: return .result(.object(status))
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
        case .sync: return .result(["revision": .int(panel.revision)])

        case .navGet(let name):
            let stack = try refusing { () throws(Refusal) in try panel.requireStack(name) }
            return .written { [panel] in $0.writeStack(stack, of: panel) }
        case .toggleGet(let id): return try toggles(id)
        case .pickerGet(let id): return try pickers(id)
        case .valueGet(let selection): return try values(selection)
        case .screenGet(let id):
            let screen = try refusing { () throws(Refusal) in try panel.requireScreen(id) }
            return .written { $0.write(screen) }
        case .screenList: return .written { [panel] in $0.writeScreens(of: panel) }

        case .actionSend(let send): return try sendAction(send, request)
        case .actionBind(let scope, let names): return try bind(scope, names: names, request)
        case .actionUnbind(let scope, let names): return unbind(scope, names: names, request)

        case .issueReport(let report): return try announce(report, request)

        case .watchStart(let start): return try startWatch(start, request.client)
        case .watchStop(let watch): return try stopWatch(watch, request.client)
        case .historyGet(let get): return tellHistory(get, request)

        case .uiTree(let stack, let terminal, let details):
            guard let terminal else {
                let scene = try visible(stack)
                return .written { $0.writeTree(of: scene, details: details) }
            }
            return try tree(of: try looked(at: terminal, by: request.client), details: details)
        case .uiTap(let stack, let node): return try tap(node, stack: stack, request)
        case .uiSet(let stack, let node, let value): return try set(node, to: value, stack: stack, request)
        case .uiRender(let render): return .result(try picture(of: render, request.client))
        case .uiWait(let wait): return try startWaiting(wait, request)

        case .terminalAttach(let attach): return try attachTerminal(attach, request.client)
        case .terminalKey(let terminal, let key): return try press(key, on: terminal, request)
        case .terminalMouse(let mouse): return try point(mouse, request)
        case .terminalPaste(let terminal, let text): return try paste(text, on: terminal, request)
        case .terminalResize(let terminal, let columns, let rows):
            return try resize(terminal, columns: columns, rows: rows, request.client)
        case .terminalDetach(let terminal): return try detach(terminal, request.client)

        case .pluginList: return .result(["plugins": plugins.list])
        case .pluginLoad(let id): return try changePlugins { () throws(WireError) in try plugins.load(id) }
        case .pluginUnload(let id): return try changePlugins { () throws(WireError) in try plugins.unload(id) }
        case .pluginReload(let id): return try changePlugins { () throws(WireError) in try plugins.reload(id) }
        }
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
            "protocol": .int(Description.protocolVersion), "server": .string(Version.server), "epoch": .string(epoch),
            "revision": .int(panel.revision),
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
            "panelBytes": .int(budget.bytes), "panelShareBytes": .int(budget.shareBytes),
            "depth": .int(panel.limits.depth), "stacks": .int(panel.limits.stacks),
            "groups": .int(panel.limits.groups), "options": .int(panel.limits.options),
            "pickers": .int(panel.limits.pickers), "components": .int(panel.limits.components),
            "elements": .int(panel.limits.elements),
            "values": .int(panel.limits.values), "valueBytes": .int(panel.limits.valueBytes),
            "screens": .int(panel.limits.screens), "nodes": .int(panel.limits.nodes),
            "layers": .int(panel.limits.layers), "overdraw": .int(panel.limits.overdraw),
            "valueNesting": .int(panel.limits.valueNesting),
            "onceKeys": .int(IdempotencyCache.maximumKeys), "onceBytes": .int(IdempotencyCache.maximumBytes),
            "undoSteps": .int(panel.limits.undoSteps), "undoBytes": .int(panel.limits.undoBytes),
            "idBytes": .int(RequestID.maximumBytes), "commands": .int(Core.maximumCommands),
            "declared": .int(panel.limits.declared),
        ]
        for member in settings.connection.json.members { limits[member.key] = member.value }
        return limits
    }
}
