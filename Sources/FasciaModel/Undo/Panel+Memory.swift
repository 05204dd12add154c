/// Remembering what a command is about to change.
extension Panel {
    /// What is to be known of the panel before a command, where its changes will not tell. Behind a pointer, so that to
    /// have none costs nothing.
    indirect enum Memory {
        case thing(Restoration)
        /// `nil` for a stack that will be new.
        case stack(String, NavigationStack?, [EnvironmentScope: JSON.Object])
    }

    /// Changes nothing; but as a method that may not, it would be called with a copy of the panel's half a kilobyte.
    ///
    /// - Returns: `nil` for the commands whose changes tell all: the frequent ones, and those whose effect stays.
    mutating func memory(before command: Command) -> Memory? {
        switch command {
        case .push(let stack, _, _), .pop(let stack, _), .popTo(let stack, _), .replace(let stack, _, _),
            .modal(let stack, _, _, _), .close(let stack, _), .next(let stack, _), .setPath(let stack, _):
            .stack(stack, navigation.stacks[stack], environments)
        case .declareGroup(let declaration): .thing(group(declaration.id))
        case .removeGroup(let id): .thing(group(id))
        case .declarePicker(let declaration): .thing(picker(before: declaration.id))
        case .removePicker(let id), .pick(let id, _), .setElements(let id, _, _):
            .thing(picker(before: Pickers.picker(of: id)))
        case .declareValue(let declaration): .thing(value(before: declaration.key))
        case .removeValue(let key): .thing(value(before: key))
        case .setEnvironment(let scope, _): .thing(.environment(scope, environments[scope] ?? [:]))
        case .setToggle, .flipToggle, .enableToggle, .setValue,
            // What programs publish, and what has happened.
            .declareTarget, .removeTarget, .removeStack, .putScreen, .putRows, .removeScreen, .setOrphaned, .report,
            .reportIssue,
            .undo, .restore, .batch:
            nil
        }
    }

    /// The same once the command is carried out.
    func restoration(of memory: Memory) -> Restoration {
        switch memory {
        case .thing(let restoration): restoration
        case .stack(let name, let before, let environments):
            .stack(.init(name: name, before: before, after: navigation.stacks[name], environments: environments))
        }
    }

    private func group(_ id: String) -> Restoration { .group(id: id, toggles[id], at: toggles.position(of: id)) }

    private func picker(before id: String) -> Restoration {
        .picker(id: id, pickers.all[id], at: pickers.position(of: id))
    }

    private func value(before key: String) -> Restoration {
        .value(key: key, values.all[key], at: values.position(of: key))
    }

    // MARK: Putting back

    /// Puts a thing back, without asking any rule.
    mutating func put(_ restoration: Restoration) {
        switch restoration {
        case .option(let id, let on): toggles.put(id, on: on)
        case .enabled(let id, let enabled): toggles.put(id, enabled: enabled)
        case .content(let key, let content): values.put(content: content, key)
        case .group(let id, let was, let place): toggles.put(was, id, at: place)
        case .picker(let id, let was, let place): pickers.put(was, id, at: place)
        case .value(let key, let was, let place): values.put(was, key, at: place)
        case .environment(let scope, let values): environments[scope] = values.isEmpty ? nil : values
        case .stack(let stack): put(stack)
        }
    }

    /// The entries come back under the ids that they had: for a panel that is only compared with.
    private mutating func put(_ stack: StackRestoration) {
        let standing = navigation.stacks[stack.name]?.standing ?? []
        for place in standing.dropFirst(stack.kept ?? 0) { environments[.entry(place.entry.id)] = nil }
        navigation.stacks[stack.name] = stack.kept.flatMap { kept in
            NavigationStack(name: stack.name, standing: standing.prefix(kept) + stack.above)
        }
        for (entry, values) in stack.environments { environments[.entry(entry)] = values }
    }
}
