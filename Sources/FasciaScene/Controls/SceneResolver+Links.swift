import FasciaDocument
import FasciaModel

/// What a button tells of the thing that it leads to.
extension SceneResolver {
    /// The state of a switch, a picker or a value, for a button that leads to it; empty if nobody knows it. Of a group it is
    /// known how many of its switches count as on.
    ///
    /// - Parameter text: what is shown while nothing has this id.
    func state(of id: String, orElse text: String?) -> String {
        if let group = panel.toggle(id), group.isGroup { return "\(group.onCount) of \(group.optionCount) on" }
        if let picker = panel.picker(id) {
            let states = picker.components.filter { !$0.isLabel }.compactMap {
                panel.foundState(of: FindAddress(.picker, $0.id))
            }
            return states.contains { $0.isUnknown } ? "" : states.map(\.text).joined(separator: " ")
        }
        for space in [FindAddress.Space.switch, .picker, .value] {
            guard let state = panel.foundState(of: FindAddress(space, id)) else { continue }
            return state.isUnknown ? "" : state.text
        }
        return text ?? "no \"\(id)\""
    }

    /// A row that leads to a group is as uncertain as what it tells of the group.
    func noteCondition(named id: String, in element: inout Element) {
        guard !panel.claims.isEmpty else { return }
        let words: [BoundCondition.Word]
        if panel.toggle(id)?.isGroup == true {
            words = panel.conditionWords(ofGroup: id)
        } else if let picker = panel.picker(id) {
            let things = picker.components.filter { !$0.isLabel }.map { ThingID.picker($0.id) }
            let top = things.flatMap { panel.shownCondition(of: $0) }.map(\.word).max()
            let isUnknown = things.contains { panel.isUnknown($0) }
            words = top.map { isUnknown && $0 != .unknown ? [.unknown, $0] : [$0] } ?? []
        } else {
            let things: [ThingID] = [.option(id), .picker(id), .value(id)]
            words = things.first { panel.condition(of: $0) != nil }.map { panel.shownCondition(of: $0).map(\.word) } ?? []
        }
        element.conditions = words.map { ElementCondition($0) }
    }
}
