import FasciaDocument

/// Recording the state that a command is about to change.
extension Panel {
    /// State from before a command that its changes do not contain.
    enum Memory {
        case thing(Effect)
        /// `nil` for a stack that the command creates.
        case stack(String, NavigationStack?, [EnvironmentScope: JSON.Object])
    }

    /// - Returns: `nil` if the changes themselves are enough to undo the command, as for the frequent commands, or if
    ///   undo does not apply to it.
    func memory(before command: Command) -> Memory? {
        switch command {
        case .push(let stack, _, _), .pop(let stack, _), .popTo(let stack, _), .replace(let stack, _, _),
            .modal(let stack, _, _, _), .close(let stack, _), .next(let stack, _), .setPath(let stack, _):
            .stack(stack, navigation.stacks[stack], environments)
        case .declareGroup(let declaration): .thing(group(declaration.id))
        case .removeGroup(let id): .thing(group(id))
        case .declarePicker(let declaration): .thing(picker(declaration.id))
        case .removePicker(let id), .pick(let id, _), .setElements(let id, _, _):
            .thing(picker(Pickers.picker(of: id)))
        case .declareValue(let declaration): .thing(value(declaration.key))
        case .removeValue(let key): .thing(value(key))
        case .setEnvironment(let scope, _): .thing(.environment(scope, environments[scope] ?? [:]))
        case .setToggle, .flipToggle, .enableToggle, .setValue, .resetTransientValues,
            // Undo does not apply to what programs publish, nor to reports.
            .declareTarget, .removeTarget, .removeStack, .putScreen, .putRows, .removeScreen, .setOrphaned, .report,
            .reportIssue, .claim, .release, .reportThing, .confirm, .settle, .revertUnconfirmed, .leave, .silence, .question,
            .undo, .restore, .batch:
            nil
        }
    }

    /// The effect that undoes the command, completed after the command ran.
    func effect(of memory: Memory) -> Effect {
        switch memory {
        case .thing(let effect): effect
        case .stack(let name, let before, let environments):
            .stack(.init(name: name, before: before, after: navigation.stacks[name], environments: environments))
        }
    }

    /// The value before a command that may change it, with the content that the journal lacks; `nil` if there is none.
    func storedValue(before command: Command) -> (key: String, value: Values.Stored?)? {
        let key: String
        switch command {
        case .setValue(let set, _): key = set
        case .declareValue(let declaration): key = declaration.key
        default: return nil
        }
        return (key: key, value: values.all[key])
    }

    /// Takes back a command that is refused after it was executed. A copy of the panel from before would make each command
    /// copy all that it changes.
    mutating func takeBack(_ changes: [Change], _ memory: Memory?, _ stored: (key: String, value: Values.Stored?)?) {
        if let stored { return values.restore(stored.value, stored.key) }
        if let memory { return put(effect(of: memory)) }
        for case .option(let option) in changes.reversed() { toggles.put(option.id, on: option.from) }
        for case .enabled(let id, let from, _) in changes.reversed() { toggles.put(id, enabled: from) }
    }

    func group(_ id: String) -> Effect { .group(id: id, toggles[id], at: toggles.position(of: id)) }

    func picker(_ id: String) -> Effect {
        .picker(id: id, pickers.all[id], at: pickers.position(of: id))
    }

    func value(_ key: String) -> Effect {
        .value(key: key, values.all[key], at: values.position(of: key))
    }
}
