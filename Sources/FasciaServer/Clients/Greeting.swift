import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaWire

/// Executes `daemon.hello`: agrees on the protocol and reports the limits.
struct Greeting {
    let live: LivePanel
    let settings: Settings
    let users: UserLimits

    func reply(to hello: Hello, _ client: Client) throws(WireError) -> Reply {
        guard hello.minimum <= Description.protocolVersion, hello.maximum >= Description.protocolVersion else {
            throw WireError(
                .version,
                "this daemon speaks protocol \(Description.protocolVersion), and the client speaks "
                    + "\(hello.minimum) to \(hello.maximum): update the older one",
                details: [
                    "server": ["min": .int(Description.protocolVersion), "max": .int(Description.protocolVersion)],
                    "client": ["min": .int(hello.minimum), "max": .int(hello.maximum)],
                ])
        }
        if let name = hello.name { client.introduce(as: name) }
        if let reason = hello.reason { client.reason = reason }
        return .result([
            "protocol": .int(Description.protocolVersion), "server": .string(Version.server), "epoch": .string(live.epoch),
            "revision": .int(live.revision),
            "peer": .object(peer(client)),
            "limits": .object(limits(for: client)),
        ])
    }

    private func peer(_ client: Client) -> JSON.Object {
        var peer: JSON.Object = [
            "uid": .int(Int(client.peer.uid)), "gid": .int(Int(client.peer.gid)),
            "pid": .int(Int(client.peer.pid)), "role": .string(client.role.rawValue),
            "groups": .array(client.peer.groups.sorted().map { .int(Int($0)) }),
        ]
        peer["unit"] = client.peer.unit.map { .string($0) }
        peer["actsFor"] = client.peer.actsFor.map { .int(Int($0.uid)) }
        peer["access"] = client.permit.file.map { .string($0) }
        return peer
    }

    private func limits(for client: Client) -> JSON.Object {
        var limits: JSON.Object = [
            "lineBytes": .int(settings.lineLimit), "clients": .int(settings.clientLimit),
            "clientsOfOneUser": .int(settings.clientsOfOneUser),
            "cells": .int(CellSize.maximumCells), "cellsOfOneUser": .int(CellSize.maximumCellsOfOneUser),
            "filterBytesOfOneUser": .int(Watches.filterBytesOfOneUser),
            "panelBytes": .int(live.budget.bytes), "panelShareBytes": .int(live.budget.shareBytes),
            "depth": .int(live.panel.limits.depth), "stacks": .int(live.panel.limits.stacks),
            "groups": .int(live.panel.limits.groups), "options": .int(live.panel.limits.options),
            "pickers": .int(live.panel.limits.pickers), "components": .int(live.panel.limits.components),
            "elements": .int(live.panel.limits.elements),
            "values": .int(live.panel.limits.values), "valueBytes": .int(live.panel.limits.valueBytes),
            "screens": .int(live.panel.limits.screens), "nodes": .int(live.panel.limits.nodes),
            "layers": .int(live.panel.limits.layers), "overdraw": .int(PaintBudget.layers),
            "valueNesting": .int(live.panel.limits.valueNesting),
            "onceKeys": .int(IdempotencyCache.maximumKeysPerUser), "onceBytes": .int(IdempotencyCache.maximumBytesPerUser),
            "undoSteps": .int(live.panel.limits.undoSteps), "undoBytes": .int(live.panel.limits.undoBytes),
            "idBytes": .int(RequestID.maximumBytes), "commands": .int(CommandExecutor.maximumCommands),
            "declared": .int(live.panel.limits.declared),
            "actionsOfAllClients": .int(ActionRouter.maximumPending),
        ]
        for (limit, value) in users.values where !client.permit.isAdmin {
            limits[limit.name] = .int(min(value.number, limits[limit.name]?.intValue ?? .max))
        }
        for member in settings.connection.json.members { limits[member.key] = member.value }
        return limits
    }
}
