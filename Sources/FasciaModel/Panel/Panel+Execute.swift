/// Which part of the state a command is for. The rules are there.
extension Panel {
    /// Changes nothing if it throws.
    mutating func execute(
        _ command: Command, by sender: Sender, into record: inout Record
    ) throws(Refusal) {
        if try executeReport(command, by: sender, into: &record.changes) { return }
        switch command {
        case .push(let stack, let route, let handles):
            try change(stack, &record) { navigation throws(Refusal) in
                try navigation.push(stack: stack, route: route, handles: handles)
            }
        case .pop(let stack, let entry):
            try change(stack, &record) { navigation throws(Refusal) in try navigation.pop(stack: stack, entry: entry) }
        case .popTo(let stack, let place):
            try change(stack, &record) { navigation throws(Refusal) in try navigation.popTo(stack: stack, place) }
        case .replace(let stack, let entry, let route):
            try change(stack, &record) { navigation throws(Refusal) in
                try navigation.replace(stack: stack, entry: entry, route: route)
            }
        case .modal(let stack, let route, let style, let handles):
            try change(stack, &record) { navigation throws(Refusal) in
                try navigation.modal(stack: stack, route: route, style: style, handles: handles)
            }
        case .close(let stack, let entry):
            try change(stack, &record) { navigation throws(Refusal) in try navigation.close(stack: stack, entry: entry) }
        case .next(let stack, let target):
            try change(stack, &record) { navigation throws(Refusal) in try navigation.next(stack: stack, target: target) }
        case .setPath(let stack, let path):
            try change(stack, &record) { navigation throws(Refusal) in try navigation.set(stack: stack, path: path) }
        case .declareTarget(let target):
            if try navigation.declare(target) { record.changes.append(.declared(.target, id: target.name)) }
        case .removeTarget(let name):
            try navigation.removeTarget(name)
            record.changes.append(.removed(.target, id: name))
        case .removeStack(let name):
            let root = try navigation.removeStack(name)
            environments[.stack(name)] = nil
            environments[.entry(root)] = nil
            record.changes.append(.removed(.stack, id: name))
        case .declareGroup(let declaration):
            record.replaced = .state(group(declaration.id))
            try toggles.declare(declaration, limits: limits, into: &record.changes)
        case .removeGroup(let id):
            record.replaced = .state(group(id))
            try toggles.remove(id, into: &record.changes)
        case .setToggle(let id, let on):
            try checkEnabled(id, for: sender)
            try toggles.set(id, on: on, into: &record.changes)
        case .flipToggle(let id, let expect):
            try toggles.flip(id, expect: expect, into: &record.changes)
        case .enableToggle(let id, let enabled):
            try toggles.enable(id, enabled, into: &record.changes)
        case .declarePicker(let declaration):
            record.replaced = .state(picker(declaration.id))
            try pickers.declare(declaration, limits: limits, into: &record.changes)
        case .removePicker(let id):
            record.replaced = .state(picker(id))
            try pickers.remove(id, into: &record.changes)
        case .pick(let id, let element):
            try pickers.pick(id, element: element, into: &record.changes)
        case .setElements(let id, let elements, let elementsFor):
            record.replaced = .state(picker(Pickers.picker(of: id)))
            try pickers.setElements(id, elements, elementsFor: elementsFor, limits: limits, into: &record.changes)
        case .declareValue(let declaration):
            record.replaced = .state(value(declaration.key))
            try values.declare(declaration, limits: limits, into: &record.changes)
        case .setValue(let key, let value):
            if isTransient(.value(key)) { record.replaced = .state(transient(key)) }
            try values.set(key, value, limits: limits, into: &record.changes)
        case .removeValue(let key):
            record.replaced = .state(value(key))
            try values.remove(key, into: &record.changes)
        case .resetTransientValues:
            values.resetTransient(into: &record.changes)
            dropTransientStates()
        case .putScreen(let screen):
            try put(screen, into: &record.changes)
        case .removeScreen(let id):
            try removeScreen(id, into: &record.changes)
        case .putRows(let screen, let rows):
            record.rows = rows
            try put(rows, screen: screen, into: &record.changes)
        case .setEnvironment(let scope, let values):
            record.replaced = .state(.environment(scope, environments[scope] ?? [:]))
            try set(values, in: scope, into: &record.changes)
        case .setOrphaned(let screens, let isOrphaned):
            for screen in screens { setOrphaned(screen, isOrphaned, into: &record.changes) }
        case .claim(let request): try claim(request, by: sender, into: &record.changes)
        case .release(let ids): try release(ids, by: sender, into: &record.changes)
        case .reportThing(let thing, let report): try self.report(thing, report, by: sender, into: &record.changes)
        case .confirm(let thing): try confirm(thing, into: &record.changes)
        case .settle(let thing, let begun, let failure, let isOfValue, let isCancelled):
            let isLate = bound[thing]?.running?.revision != begun
            settle(thing, begun: begun, failure, isCancelled: isCancelled, by: sender, into: &record.changes)
            if isOfValue, !isLate { bound.forgetFailure(of: thing) }
        case .revertUnconfirmed(let thing): revertUnconfirmed(thing, by: sender, into: &record.changes)
        case .leave(let clients, let reason): leave(clients, reason, by: sender, into: &record.changes)
        case .silence(let client, let reason): silence(client, reason, by: sender, into: &record.changes)
        case .question(let command):
            let first = record.changes.count
            try questions.apply(command, by: sender, limits: limits, into: &record.changes)
            noteRefusedApprovals(since: first, by: sender, into: &record.changes)
        case .report(let report):
            record.changes.append(.action(report))
        case .reportIssue(let issue):
            record.changes.append(.issue(issue))
        case .undo, .restore:
            throw Refusal(
                .invalid,
                "a batch cannot contain an undo: send it separately")
        case .batch:
            throw Refusal(.invalid, "batches cannot be nested: list the commands directly")
        }
    }

    /// Changes one stack. Removing an entry removes its environment.
    private mutating func change(
        _ stack: String, _ record: inout Record, _ command: (inout Navigation) throws(Refusal) -> NavChange?
    ) throws(Refusal) {
        let before = wholeStack(stack)
        guard let change = try command(&navigation) else { return }
        record.replaced = before
        for removal in change.removed where !environments.isEmpty {
            environments[.entry(removal.entry.id)] = nil
        }
        record.changes.append(.nav(change))
    }
}
