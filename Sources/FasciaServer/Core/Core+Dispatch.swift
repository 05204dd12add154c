import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaWire
import Glibc

/// Dispatches each call to its implementation. The compiler reports a case of `Call` that is missing here.
extension Core {
    func check(_ call: Call, _ request: Request) throws(WireError) {
        if let refusal = request.client.refusal { throw refusal }
        try AccessCheck(live: live).require(call, request)
    }

    func execute(_ call: Call, _ request: Request) throws(WireError) -> Reply {
        switch call {
        case .apply(.modal(let stack, let route, _, _), let options)
        where OwnSheets(live: live, terminals: terminals).isOnTop(route.screen, of: stack):
            return try executor.reopenSheet(on: stack, options, request)
        case .apply(let command, let options): return try executor.apply(command, options, request)
        case .batch(let commands, let options): return try executor.applyBatch(commands, options, request)

        case .hello(let hello):
            if let user = hello.actFor { try access.act(for: user, request.client) }
            return try Greeting(live: live, settings: settings, users: clients.users).reply(to: hello, request.client)
        case .status: return .result(.object(StatusReport(core: self).members(for: request.client)))
        case .describe(let method): return .result(try Description.json(method: method))
        case .reload:
            try request.requireAlone()
            let reply = try clients.answerLater(request)
            reload { errors in
                let failures = errors.map { error in
                    JSON.object(["plugin": error.data["plugin"] ?? .null, "message": .string(error.message)])
                }
                reply(.result(["reloaded": true, "failed": .array(failures)]))
            }
            return .later
        case .shutdown:
            // Ends the loop, whose last turn sends the reply.
            loop.perform { [self] in announcer.manager?.stop() }
            return .result(["stopping": true])
        case .sync: return .result(["revision": .int(live.revision)])

        case .navGet(let name): return try queries(request).stack(name)
        case .toggleGet(let id): return try queries(request).toggles(id)
        case .pickerGet(let id): return try queries(request).pickers(id)
        case .valueGet(let selection): return try queries(request).values(selection, for: request.client.permit)
        case .screenGet(let id): return try queries(request).screen(id)
        case .screenList: return queries(request).screens { [apps] in apps.publisher(of: $0)?.origin }

        case .actionSend(let send): return try actions.send(send, request)
        case .actionBind(let scope, let names):
            let reply = try apps.bind(scope, names: names, request)
            issues.bound(request.client.id)
            return reply
        case .actionUnbind(let scope, let names): return apps.unbind(scope, names: names, request)

        case .bindPoll(let thing): return try polls.poll(thing, request)

        case .askList(let id): return try questions.list(id, request.client)
        case .askProgress(let progress):
            let reply = try questions.note(progress, request.client)
            questionSheets.progressed()
            return reply

        case .issueReport(let report): return try issues.report(report, request)
        case .issueClear(let id): return try issues.clear(id)

        case .logAppend(let append):
            let reply = logs.append(append)
            logChanged(append.id)
            return reply

        case .watchStart(let start): return try watches.start(start, request.client)
        case .watchStop(let watch): return try watches.stop(watch, request.client)
        case .historyGet(let get): return try history.get(get, request)

        case .uiTree(let stack, let terminal, let details):
            return try screens.tree(stack, terminal: terminal, details: details, request.client)
        case .uiTap(let stack, let node): return try gestures.tap(node, stack: stack, request)
        case .uiSet(let stack, let node, let value): return try gestures.set(node, to: value, stack: stack, request)
        case .uiRender(let render): return try screens.render(render, request)
        case .uiFind(let find): return .result(try finder.find(find, request.client))
        case .uiOpen(let stack, let address): return try finder.open(address, stack: stack, request)
        case .uiWait(let wait): return try waits.start(wait, request)

        case .terminalAttach(let attach): return try input.attach(attach, request)
        case .terminalKey(let terminal, let key, let frame):
            return try input.press(key, on: terminal, at: frame, request)
        case .terminalMouse(let mouse): return try input.point(mouse, request)
        case .terminalPaste(let terminal, let text, let frame):
            return try input.paste(text, on: terminal, at: frame, request)
        case .terminalResize(let terminal, let columns, let rows):
            return try input.resize(terminal, columns: columns, rows: rows, request.client)
        case .terminalDetach(let terminal): return try input.detach(terminal, request.client)

        case .accessTry(let trial): return try access.try(trial, request)

        case .pluginList: return .result(["plugins": plugins.list])
        case .pluginLog(let id): return .result(["text": .string(try plugins.log(id))])
        case .pluginLoad(let id): return try changePlugins(request) { plugins.load(id, end: $0) }
        case .pluginUnload(let id): return pluginsChanged(try plugins.unload(id))
        case .pluginReload(let id): return try changePlugins(request) { plugins.reload(id, end: $0) }
        }
    }

    private func queries(_ request: Request) -> PanelQueries { PanelQueries(panel: request.client.permit.panel(live)) }

    /// Answers when the plugin has.
    private func changePlugins(
        _ request: Request, _ change: (@escaping (Result<Bool, WireError>) -> Void) -> Void
    ) throws(WireError) -> Reply {
        try request.requireAlone()
        let reply = try clients.answerLater(request)
        change { [unowned self] result in
            switch result {
            case .success(let changed): reply(pluginsChanged(changed))
            case .failure(let error): reply(.error(error))
            }
        }
        return .later
    }

    private func pluginsChanged(_ changed: Bool) -> Reply {
        if changed { stylesChanged() }
        return .result(["changed": .bool(changed), "plugins": plugins.list])
    }
}
