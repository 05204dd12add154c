import FasciaDocument
import FasciaModel
import TestSupport
import Testing

@Suite struct RandomUndoTests {
    /// After random commands, undoing to any revision restores the state of that revision.
    @Test(arguments: UInt64(1)...40) func anyRevisionComesBack(seed: UInt64) throws {
        var random = Random(seed: seed)
        var panel = Panel()
        var states = [panel]
        for step in 0..<120 {
            let command = random.chance(12) ? random.other() : random.command(in: panel)
            guard let changes = try? panel.apply(command), !changes.isEmpty else { continue }
            states.append(panel)
            guard random.chance(25) else { continue }
            let goal = random.below(states.count)
            let place: Comment = "seed \(seed), step \(step): back from \(panel.revision) to \(goal)"
            let (before, told) = (panel, Naive(panel))
            let state = try panel.restored(.revision(goal))
            let undone = try panel.apply(.restore(state))
            var direct = before
            #expect(try direct.apply(.undo(.revision(goal))) == undone, place)
            #expect(direct == panel, place)
            #expect(panel.holdsTheSame(as: states[goal]), place)
            #expect(panel.checkInvariants() == [], place)
            #expect(panel.revision == before.revision + (undone.isEmpty ? 0 : 1), place)
            if before.valueDeclaration("t")?.isVolatile == true, panel.valueDeclaration("t")?.isVolatile == true {
                #expect(panel.value("t") == before.value("t"), place)
            }
            // The changes describe every difference.
            var replayed = told
            for change in undone { replayed.replay(change, panel) }
            #expect(replayed == Naive(panel), place)
            #expect(Set(undone).count == undone.count, place)
            if undone.isEmpty { #expect(panel == before, place) } else { states.append(panel) }
            guard panel.holdsTheSame(as: states[goal]) else { return }
        }
        #expect(states.count > 45, "seed \(seed): most of it does something")
    }
}

extension Random {
    /// Commands that the naive model does not support.
    fileprivate mutating func other() -> Command {
        switch below(4) {
        case 0: .setEnvironment(pick([.panel, .stack("main"), .screen("a")]), ["x": .int(below(3))])
        case 1: .declareValue(.init(key: pick(["v", "w"]), kind: pick([.int, .string, .json])))
        case 2: .setEnvironment(.entry(EntryID("e\(1 + below(30))")), ["x": chance(30) ? .null : .int(below(3))])
        default: .batch([.setEnvironment(.panel, ["y": .int(below(2))]), .setValue(key: "v", .int(below(9)))])
        }
    }
}

extension Panel {
    /// Whether all undoable state is equal. Entries are compared by route and environment, because restored entries
    /// have new ids.
    func holdsTheSame(as other: Panel) -> Bool {
        groupIDs == other.groupIDs && groupIDs.allSatisfy { toggleTree($0) == other.toggleTree($0) }
            && pickerIDs == other.pickerIDs && pickerIDs.allSatisfy { picker($0) == other.picker($0) }
            && valueKeys == other.valueKeys
            && valueKeys.allSatisfy {
                valueDeclaration($0) == other.valueDeclaration($0)
                    && (value($0) == other.value($0) || valueDeclaration($0)?.isTransient == true)
            }
            && stackNames == other.stackNames && stackNames.allSatisfy { shown($0) == other.shown($0) }
            && [EnvironmentScope.panel, .stack("main"), .screen("a"), .screen("s")].allSatisfy {
                environment($0) == other.environment($0)
            }
    }

    private func shown(_ stack: String) -> [[JSON]] {
        (self.stack(stack)?.layers ?? []).map { layer in
            [.string(layer.modal?.rawValue ?? "")]
                + layer.entries.map { [.string($0.route.screen), $0.route.args, .object(environment(.entry($0.id)))] }
        }
    }
}
