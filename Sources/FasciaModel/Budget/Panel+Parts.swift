import FasciaDocument

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
        case .value(let key): values.all[key].map { $0.retainedBytes(key: key) + boundBytes(of: key, beside: $0.value) } ?? 0
        case .screen(let id): screens[id]?.retainedBytes ?? 0
        case .environment(let scope): environments[scope].map { JSON.object($0).retainedBytes } ?? 0
        case .question(let id): questions[id]?.retainedBytes ?? 0
        }
    }

    /// Bytes of what is known of a bound value beside what is shown. That of other things is no larger than they are.
    private func boundBytes(of key: String, beside shown: JSON) -> Int {
        guard !bound.isUnused, let state = bound[.value(key)] else { return 0 }
        return state.retainedBytes(beside: shown)
    }

    /// Bytes that the record of a command has beside what is in the command: of entries that it may remove, and of a question that
    /// it ends. O(these).
    public func recordedBytes(of command: Command) -> Int {
        switch command {
        case .popTo(let stack, _), .close(let stack, _), .next(let stack, _), .setPath(let stack, _):
            navigation.stacks[stack]?.entries.reduce(0) { $0 + $1.retainedBytes } ?? 0
        case .question(.answer(let id, _)), .question(.expire(let id, _)): retainedBytes(of: .question(id))
        case .batch(let commands): commands.reduce(0) { $0 + recordedBytes(of: $1) }
        default: 0
        }
    }
}
