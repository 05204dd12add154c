import FasciaDocument

/// Bytes that a command adds to the panel: an upper bound.
enum Addition {
    case new(Int)
    /// Replaces the whole part.
    case replacing(PanelBudget.Part, Int)
    /// Adds to the part, which keeps its content.
    case extending(PanelBudget.Part, Int)
}

extension Panel {
    /// All counted parts except the entries. O(parts).
    var declaredParts: [PanelBudget.Part] {
        var parts: [PanelBudget.Part] = navigation.targets.keys.map { .target($0) }
        parts += toggles.ids.map { .group($0) }
        parts += pickers.all.keys.map { .picker($0) }
        parts += values.all.keys.map { .value($0) }
        parts += screens.keys.map { .screen($0) }
        parts += environments.keys.map { .environment($0) }
        parts += questions.all.keys.map { .question($0) }
        return parts
    }

    /// Bytes of a part; 0 if it does not exist. O(part), for an entry O(entries).
    func retainedBytes(of part: PanelBudget.Part) -> Int {
        switch part {
        case .entry(let id): find(id)?.entry.retainedBytes ?? 0
        case .target(let name): navigation.targets[name]?.retainedBytes ?? 0
        case .group(let id): toggles[id]?.retainedBytes ?? 0
        case .picker(let id): pickers.all[id]?.retainedBytes ?? 0
        case .value(let key): values.all[key]?.retainedBytes(key: key) ?? 0
        case .screen(let id): screens[id]?.retainedBytes ?? 0
        case .environment(let scope): environments[scope].map { JSON.object($0).retainedBytes } ?? 0
        case .question(let id): questions[id]?.retainedBytes ?? 0
        }
    }

    func additions(of command: Command, _ add: (Addition) -> Void) {
        func path(_ path: [PathStep]) {
            for step in path { add(.new(Entry.retainedBytes(step.route, []))) }
        }
        switch command {
        case .push(_, let route, let handles), .modal(_, let route, _, let handles):
            add(.new(Entry.retainedBytes(route, handles)))
        case .replace(_, _, let route): add(.new(Entry.retainedBytes(route, [])))
        case .setPath(_, let steps): path(steps)
        case .next(_, let target): path(navigation.targets[target]?.path ?? [])
        case .declareTarget(let target): add(.replacing(.target(target.name), target.retainedBytes))
        case .declareGroup(let group): add(.replacing(.group(group.id), group.retainedBytes))
        case .declarePicker(let picker): add(.replacing(.picker(picker.id), picker.retainedBytes))
        case .setElements(let id, let elements, let elementsFor):
            let bytes = PickerElement.retainedBytes(elements, elementsFor ?? [:])
            add(.extending(.picker(Pickers.picker(of: id)), bytes))
        case .declareValue(let declaration):
            let stored = Values.Stored(declaration: declaration, value: declaration.initial ?? .null)
            add(.extending(.value(declaration.key), stored.retainedBytes(key: declaration.key)))
        case .setValue(let key, let value):
            let stored = Values.Stored(declaration: values.all[key]?.declaration, value: value)
            add(.replacing(.value(key), stored.retainedBytes(key: key)))
        case .putScreen(let screen): add(.replacing(.screen(screen.id), screen.retainedBytes))
        case .putRows(let screen, let rows): add(.extending(.screen(screen), rows.retainedBytes))
        case .setEnvironment(let scope, let values):
            add(.extending(.environment(scope), JSON.object(values).retainedBytes))
        case .question(let command): if let addition = command.addition { add(addition) }
        case .restore(let state): for item in state.items { add(item.addition) }
        case .batch(let commands): for command in commands { additions(of: command, add) }
        case .pop, .popTo, .close, .removeTarget, .removeStack, .removeGroup, .setToggle, .flipToggle, .enableToggle,
            .removePicker, .pick, .removeValue, .resetTransientValues, .removeScreen, .setOrphaned, .report, .reportIssue, .undo,
            .claim, .release, .reportThing, .confirm, .settle, .revertUnconfirmed, .leave, .silence:
            break
        }
    }
}

extension Command {
    /// Whether the command can change the size of the panel. Toggles and selections cannot.
    public var changesContent: Bool {
        switch self {
        case .setToggle, .flipToggle, .enableToggle, .pick, .setOrphaned, .report, .reportIssue, .claim, .release, .confirm,
            .revertUnconfirmed, .leave, .silence:
            false
        default: true
        }
    }
}

extension QuestionCommand {
    fileprivate var addition: Addition? {
        switch self {
        case .open(let request):
            .replacing(.question(request.id), AskedQuestion(request: request, asker: .nobody).retainedBytes)
        case .answer(let id, .value(let answer)), .expire(let id, let answer?): .extending(.question(id), answer.retainedBytes)
        case .answer, .expire, .cancel, .withdraw: nil
        }
    }
}

extension Effect {
    fileprivate var addition: Addition {
        switch self {
        case .option, .enabled, .transient, .selection, .orphaned, .minted, .shown, .bound, .claims, .question: .new(0)
        case .content(let key, let value): .extending(.value(key), value.retainedBytes)
        case .group(let id, let group, _): .replacing(.group(id), group?.retainedBytes ?? 0)
        case .picker(let id, let picker, _): .replacing(.picker(id), picker?.retainedBytes ?? 0)
        case .value(let key, let stored, _): .replacing(.value(key), stored?.retainedBytes(key: key) ?? 0)
        case .environment(let scope, let values): .replacing(.environment(scope), JSON.object(values).retainedBytes)
        case .stack(let stack):
            .new(
                stack.above.reduce(0) { $0 + $1.entry.retainedBytes }
                    + stack.environments.values.reduce(0) { $0 + JSON.object($1).retainedBytes })
        case .screen(let id, let screen): .replacing(.screen(id), screen?.retainedBytes ?? 0)
        case .rows(let screen, let rows): .extending(.screen(screen), rows.retainedBytes)
        case .target(let name, let target): .replacing(.target(name), target?.retainedBytes ?? 0)
        }
    }
}
