import FasciaDocument

extension PanelBudget {
    /// A part of the panel that is counted as a unit.
    enum Part: Hashable {
        case entry(EntryID), target(String), group(String), picker(String), value(String), screen(String)
        case environment(EnvironmentScope), question(String)
    }
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

extension Effects {
    /// The parts that these effects add, replace or remove. They belong to the user who requested the effects, in a
    /// running daemon and after a restart.
    ///
    /// - Parameter isThere: Whether an entry existed before the effects. Such an entry keeps its owner, and so does its
    ///   environment.
    func parts(isThere: (EntryID) -> Bool) -> [PanelBudget.Part] {
        items.flatMap { effect -> [PanelBudget.Part] in
            switch effect {
            case .content(let key, _), .transient(let key, _), .value(let key, _, _), .shown(.value(let key), _):
                return [.value(key)]
            case .group(let id, _, _): return [.group(id)]
            case .picker(let id, _, _): return [.picker(id)]
            case .environment(let scope, _): return [.environment(scope)]
            case .screen(let id, _), .rows(let id, _): return [.screen(id)]
            case .target(let name, _): return [.target(name)]
            case .question(let id, _): return [.question(id)]
            case .stack(let stack):
                let new = stack.above.map(\.entry.id).filter { !isThere($0) }
                return new.map { .entry($0) } + new.filter { stack.environments[$0] != nil }.map { .environment(.entry($0)) }
            case .option, .enabled, .selection, .orphaned, .minted, .shown, .bound, .claims, .published, .lost: return []
            }
        }
    }
}

extension ArchiveWriter {
    mutating func part(_ part: PanelBudget.Part) {
        switch part {
        case .entry(let id): named(0, id.rawValue)
        case .target(let name): named(1, name)
        case .group(let id): named(2, id)
        case .picker(let id): named(3, id)
        case .value(let key): named(4, key)
        case .screen(let id): named(5, id)
        case .environment(let scope):
            byte(6)
            self.scope(scope)
        case .question(let id): named(7, id)
        }
    }

    private mutating func named(_ kind: UInt8, _ name: String) {
        byte(kind)
        text(name)
    }
}

extension ArchiveReader {
    mutating func part() throws(ArchiveError) -> PanelBudget.Part {
        switch try byte() {
        case 0: return .entry(EntryID(try text()))
        case 1: return .target(try text())
        case 2: return .group(try text())
        case 3: return .picker(try text())
        case 4: return .value(try text())
        case 5: return .screen(try text())
        case 6: return .environment(try scope())
        case 7: return .question(try text())
        default: throw ArchiveError("unknown part tag")
        }
    }
}
