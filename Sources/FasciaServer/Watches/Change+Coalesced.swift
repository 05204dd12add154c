import FasciaModel

extension Change {
    /// Coalesces the changes of several events. Each option, group, value, picker and screen keeps only its final
    /// change, or none if it ends as it began. Navigation, declarations, removals, environments, actions and issues are
    /// kept one by one, because each describes a step and not only the resulting state.
    static func coalesced(_ changes: [Change]) -> [Change] {
        var indices: [Topic: Int] = [:]
        var coalesced: [Change?] = []
        for change in changes {
            guard change.isOfState else {
                coalesced.append(change)
                continue
            }
            let topic = change.topic
            let key = Topic(kind: topic.kind, id: topic.id)
            if let index = indices[key], let earlier = coalesced[index] {
                coalesced[index] = earlier.followed(by: change)
                if coalesced[index] == nil { indices[key] = nil }
            } else {
                indices[key] = coalesced.count
                coalesced.append(change)
            }
        }
        return coalesced.compactMap(\.self)
    }

    private struct Topic: Hashable {
        var kind: String
        var id: String
    }

    /// Both changes as one; `nil` if the later one undoes the earlier.
    private func followed(by later: Change) -> Change? {
        switch (self, later) {
        // Option changes alternate, so two of them in the same direction have an opposite one between them and amount to
        // one change. (Opposite directions cancel out.)
        case (.option(let first), .option(let last)): first.to == last.to ? later : nil
        case (.group(let id, let from, _), .group(_, _, let to)): from == to ? nil : .group(id: id, from: from, to: to)
        case (.enabled(let id, let from, _), .enabled(_, _, let to)):
            from == to ? nil : .enabled(id: id, from: from, to: to)
        case (.value(let key, let from, _), .value(_, _, let to)): from == to ? nil : .value(key: key, from: from, to: to)
        case (.transient(let key, let from, _), .transient(_, _, let to)):
            from != nil && from == to ? nil : .transient(key: key, from: from, to: to)
        case (.picker(let first), .picker(let last)):
            first.from == last.to
                ? nil : .picker(PickerChange(id: first.id, from: first.from, to: last.to, why: last.why))
        case (.orphaned(_, let first), .orphaned(_, let last)): first == last ? later : nil
        case (.screen(let id, let first), .screen(_, let second)): .screen(id: id, nodes: max(first, second))
        default: later
        }
    }
}
