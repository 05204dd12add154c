import FasciaModel
import FasciaWire

/// A right that a request needs.
struct Demand {
    var right: Right
    /// `nil` if the right to anything is enough.
    var resource: Resource?
    /// Whether it is needed for everything that the id, which has wildcards, may name.
    var isForAll = false
    /// What a denial names instead, if the request does not name the thing, and whoever sent it may not see it.
    var instead: Resource?

    init(_ right: Right, _ resource: Resource?, isForAll: Bool = false, instead: Resource? = nil) {
        (self.right, self.resource, self.isForAll, self.instead) = (right, resource, isForAll, instead)
    }

    /// What it is about, in a denial.
    func named(to permit: Permit) -> Resource? {
        guard let instead, let resource, !permit.sees(resource) else { return resource }
        return instead
    }

    init(_ right: Right, _ kind: Resource.Kind, _ id: String) { self.init(right, Resource(kind, id)) }
}

/// Which things a request is about. Every call and every command says so here; the right is that of its method.
struct Demands {
    private let panel: Panel
    /// What the client sees of it.
    private let seen: Panel

    init(_ live: LivePanel, _ permit: Permit) { (panel, seen) = (live.panel, permit.panel(live)) }

    // MARK: - Commands

    func demands(of command: Command, _ right: Right) -> [Demand] {
        switch command {
        case .push(let stack, let route, _), .replace(let stack, _, let route), .modal(let stack, let route, _, _):
            [Demand(right, .nav, stack), Demand(.view, .screen, route.screen)]
        case .pop(let stack, _), .popTo(let stack, _), .close(let stack, _), .removeStack(let stack): [Demand(right, .nav, stack)]
        case .next(let stack, let target): [Demand(right, .nav, stack), Demand(.view, .target, target)]
        case .setPath(let stack, let path):
            [Demand(right, .nav, stack)] + path.map { Demand(.view, .screen, $0.route.screen) }
        case .declareTarget(let target): [Demand(right, .target, target.name)]
        case .removeTarget(let name): [Demand(right, .target, name)]
        // What it replaces, too.
        case .declareGroup(let group):
            switches(declaredBy: group, "").map { Demand(right, .option, $0) }
                + panel.switches(below: group.id).map {
                    Demand(right, Resource(.option, $0), instead: Resource(.option, group.id + "/**"))
                }
        case .removeGroup(let id), .setToggle(let id, _), .flipToggle(let id, _), .enableToggle(let id, _):
            switches(below: id, right)
        case .declarePicker(let picker):
            [Demand(right, .picker, picker.id)]
                + picker.components.map { Demand(right, .picker, picker.id + "/" + $0.id) }
                + (panel.picker(picker.id)?.components ?? []).map {
                    Demand(right, Resource(.picker, $0.id), instead: Resource(.picker, picker.id + "/**"))
                }
        case .removePicker(let id):
            [Demand(right, .picker, id)]
                + (panel.picker(id)?.components ?? []).map {
                    Demand(right, Resource(.picker, $0.id), instead: Resource(.picker, id))
                }
        case .pick(let id, _), .setElements(let id, _, _): [Demand(right, .picker, id)]
        case .declareValue(let value): [Demand(right, .value, value.key)]
        case .setValue(let key, _), .removeValue(let key): [Demand(right, .value, key)]
        case .putScreen(let screen): [Demand(right, .screen, screen.id)]
        case .putRows(let screen, _), .removeScreen(let screen): [Demand(right, .screen, screen)]
        case .setEnvironment(let scope, _): [Demand(right, Resource(.environment(scope)))]
        case .claim(let claim): ranges(claim.ids, right)
        case .release(let ids): ranges(ids, right)
        case .reportThing(let thing, _), .confirm(let thing): [Demand(right, Resource(thing))]
        // Without an id, it gets one.
        case .question(.open(let request, _)):
            [Demand(right, Resource(.question, request.id), instead: request.id.isEmpty ? Resource(.question, "**") : nil)]
        case .question(.answer(let id, _)), .question(.cancel(let id)): [Demand(right, .question, id)]
        // What an undo changes is checked when it is known.
        case .undo, .restore: [Demand(right, nil)]
        // A batch's commands are checked one by one; the others are the daemon's own.
        case .batch, .question(.expire), .question(.withdraw), .resetTransientValues, .setOrphaned, .settle, .revertUnconfirmed,
            .leave, .silence, .report, .reportIssue:
            [Demand(.admin, nil)]
        }
    }

    private func ranges(_ ids: [ThingPattern], _ right: Right) -> [Demand] {
        ids.isEmpty ? [Demand(right, nil)] : ids.map { Demand(right, Resource(ThingID($0.text)), isForAll: true) }
    }

    /// The switches that a command for this id is about: those of a group, or the id itself.
    private func switches(below id: String, _ right: Right) -> [Demand] {
        let found = panel.switches(below: id)
        // Whether there is such a group is not for those who see nothing of it.
        let all = Resource(.option, seen.toggle(id) == nil ? id : id + "/**")
        return found.isEmpty || found == [id]
            ? [Demand(right, .option, id)] : found.map { Demand(right, Resource(.option, $0), instead: all) }
    }

    private func switches(declaredBy option: OptionDeclaration, _ path: String) -> [String] {
        let id = path + option.id
        let inner = (option.options ?? []).flatMap { switches(declaredBy: $0, id + "/") }
        return inner.isEmpty ? [id] : inner
    }

    // MARK: - Calls

    func demands(of call: Call, _ right: Right) -> [Demand] {
        switch call {
        case .apply(let command, _): demands(of: command, right)
        case .batch(let commands, _): commands.flatMap { demands(of: $0, right) }
        case .hello, .status, .describe, .sync, .screenList, .askList(nil), .watchStart, .watchStop, .historyGet, .terminalResize,
            .terminalDetach, .terminalKey, .terminalMouse, .terminalPaste, .pluginList:
            [Demand(right, nil)]
        case .reload: [Demand(right, .daemon, "reload")]
        case .shutdown: [Demand(right, .daemon, "shutdown")]
        case .accessTry: [Demand(right, .daemon, "access")]
        case .navGet(let stack): [Demand(right, .nav, stack)]
        // Of a group, those of its switches that are seen.
        case .toggleGet(let id): [Demand(right, id.flatMap { seen.toggle($0) == nil ? Resource(.option, $0) : nil })]
        case .pickerGet(let id): [Demand(right, id.flatMap { seen.picker($0) == nil ? Resource(.picker, $0) : nil })]
        case .valueGet(.key(let key)): [Demand(right, .value, key)]
        case .valueGet: [Demand(right, nil)]
        // A document has everything, hidden or not. "ui.tree" has what is seen of it.
        case .screenGet(let id): [Demand(seen.isPartial ? .author : right, .screen, id)]
        case .actionSend(let send): [Demand(right, .action, send.name)] + place(of: send.entry)
        case .actionBind(.screen(let screen), _), .actionUnbind(.screen(let screen), _): [Demand(right, .screen, screen)]
        case .actionBind(.entry(let entry), _), .actionUnbind(.entry(let entry), _):
            [Demand(right, screen(of: entry), instead: Resource(.screen, "**"))]
        case .bindPoll(let thing): [Demand(right, Resource(thing))]
        case .askList(let id?): [Demand(right, .question, id)]
        case .askProgress(let progress): [Demand(right, .question, progress.id)]
        case .issueReport: [Demand(right, .issue, Issue.Reason.reported.rawValue)]
        case .issueClear: [Demand(right, Resource(.issue, "**"), isForAll: true)]
        case .logAppend(let append): [Demand(right, .log, append.id)]
        case .uiTree(let stack, nil, _): [Demand(right, .nav, stack)]
        case .uiRender(let render): [Demand(right, render.terminal == nil ? Resource(.nav, render.stack) : nil)]
        case .uiTree: [Demand(right, nil)]
        case .uiFind(let find): [Demand(right, .nav, find.stack)]
        case .uiTap(let stack, _), .uiSet(let stack, _, _), .uiOpen(let stack, _):
            [Demand(right, nil), Demand(.view, .nav, stack)]
        case .uiWait(let wait): demands(of: wait)
        // Making a stack is checked when it is made, and whom it follows when that is known.
        case .terminalAttach(let attach):
            [Demand(right, attach.isOwn || attach.createsStack || attach.follow != nil ? nil : Resource(.nav, attach.stack))]
        case .pluginLog(let id), .pluginLoad(let id), .pluginUnload(let id), .pluginReload(let id): [Demand(right, .plugin, id)]
        }
    }

    func demands(of wait: UIWait) -> [Demand] {
        switch wait.condition {
        case .toggle(let id, _): switches(below: id, .view)
        case .value(let key, _): [Demand(.view, .value, key)]
        case .question(let id, _): [Demand(.view, id.map { Resource(.question, $0) })]
        case .text(_, _, let render) where render.terminal != nil: [Demand(.view, nil)]
        case .screen, .node, .entry, .text: [Demand(.view, .nav, wait.stack)]
        }
    }

    /// What has to be seen of an entry, to send something from it.
    func place(of entry: EntryID) -> [Demand] {
        guard let found = panel.find(entry) else { return [] }
        return [Demand(.view, Resource(.nav, found.stack), instead: Resource(.nav, "**"))]
    }

    private func screen(of entry: EntryID) -> Resource? {
        panel.find(entry).map { Resource(.screen, $0.entry.route.screen) }
    }
}
