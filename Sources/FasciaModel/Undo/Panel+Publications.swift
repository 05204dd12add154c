/// What undo does not take back, because a program publishes it.
extension Panel {
    /// Whether all commands are declarations of a program that handles actions or carries changes out. An undo skips them: no
    /// user made them, and the program would not notice that they were taken back.
    func isPublication(_ commands: [Command], by sender: Sender) -> Bool {
        guard commands.allSatisfy(\.declares) else { return false }
        return sender.isApp
            || sender.client.map { client in bound.claims.contains { $0.client == client && $0.left == nil } } ?? false
    }

    /// Replaces the earlier states of bound things that were never reported: undo has nothing to restore for these.
    func markLost(_ undo: inout [Effect]) {
        guard !bound.isUnused else { return }
        for index in undo.indices {
            guard let thing = undo[index].thing, let state = bound[thing], state.reported == nil, state.running != nil,
                bound.claim(of: thing)?.request.isAssumed == false
            else { continue }
            undo[index] = .lost(thing)
        }
    }

    /// Makes states that were put back fit what their programs have declared since. What does not fit stays as it is now.
    ///
    /// - Returns: the parts that could not be put back.
    mutating func settle(_ touched: Set<UndoConstraints.Subject>, now: Panel) -> [PartID] {
        touched.flatMap { subject -> [PartID] in
            switch subject {
            case .group(let id): settleGroup(id, now)
            case .picker(let id): settlePicker(id, now)
            case .value(let key): settleValue(key, now)
            }
        }
    }

    private mutating func settleGroup(_ id: String, _ now: Panel) -> [PartID] {
        guard let then = toggles[id], let there = now.toggles[id], then.layout === there.layout, !then.layout.rules.isEmpty,
            then != there, then.breaksRules, !there.breaksRules
        else { return [] }
        toggles.put(there, id, at: toggles.position(of: id))
        return [.group(id)]
    }

    private mutating func settlePicker(_ id: String, _ now: Panel) -> [PartID] {
        guard var picker = pickers.all[id], let there = now.pickers.all[id], picker.isDeclared(as: there) else { return [] }
        var misfits: [PartID] = []
        for place in picker.order where picker.selections[place] != there.selections[place] {
            let wanted = picker.selections[place]
            let isBound = bound.claim(of: .picker(picker.fullID(place))) != nil
            if !picker.components[place].isLabel, wanted.map(picker.elements(place).contains) ?? !isBound { continue }
            picker.put(there.selections[place], in: place)
            misfits.append(.selection(picker.fullID(place)))
        }
        picker.settle()
        if picker != pickers.all[id] { pickers.put(picker, id, at: pickers.position(of: id)) }
        return misfits
    }

    private mutating func settleValue(_ key: String, _ now: Panel) -> [PartID] {
        guard let then = values.all[key], let there = now.values.all[key], then.declaration == there.declaration,
            then.value != there.value
        else { return [] }
        let fitted = try? Values.fit(then.value, key: key, then.declaration, limits: limits)
        guard fitted != then.value || then.value == .null && bound.claim(of: .value(key)) != nil else { return [] }
        values.put(content: there.value, key)
        return [.value(key)]
    }
}

extension Effect {
    /// The switch, component or value whose state it sets; `nil` for others.
    fileprivate var thing: ThingID? {
        switch self {
        case .option(let id, _): .option(id)
        case .selection(let id, _): .picker(id)
        case .content(let key, _): .value(key)
        default: nil
        }
    }
}
