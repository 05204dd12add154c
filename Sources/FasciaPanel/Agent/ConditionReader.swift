import FasciaAgent
import FasciaClient
import FasciaDocument

/// Asks the daemon whether conditions of an item hold now, as its screens would say.
struct ConditionReader {
    let link: DaemonLink

    func allHold(_ conditions: [JSON.Object]) async -> Bool {
        for json in conditions {
            guard let condition = try? Condition.schema.read(.object(json)), await holds(condition) else { return false }
        }
        return true
    }

    private func holds(_ condition: Condition) async -> Bool {
        let (value, state): (JSON?, JSON?)
        switch condition.subject {
        case .value(let key):
            let answer = try? await link.call("value.get", ["key": .string(key)])
            (value, state) = (answer?["values"]?[key], answer?["conditions"]?[key])
        case .toggle(let id):
            guard let answer = try? await link.call("toggle.get", ["id": .string(id)]) else { return false }
            (value, state) = (answer["state"], answer["condition"])
        }
        // While a change is pending, what is wanted counts.
        let isUnknown = state?["unknown"] == true && state?["pending"] == nil
        return isUnknown ? condition.isMetByUnknown : condition.holds(for: value)
    }
}
