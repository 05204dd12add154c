import FasciaDocument
import TestSupport

/// The state of a client that starts with a snapshot and applies every event. It implements no rules of the model: an
/// event must contain every change.
struct Replica: Equatable {
    struct Entry: Equatable {
        var id: JSON?
        var screen: JSON?
        var args: JSON?

        init(_ json: JSON) {
            id = json["id"]
            screen = json["screen"]
            args = json["args"]
        }
    }

    /// By the full id of the option or group.
    var states: [String: String] = [:]
    var enabled: [String: Bool] = [:]
    var values: [String: JSON] = [:]
    /// The entries of each stack from the root to the top.
    var stacks: [String: [Entry]] = [:]
    /// By the scope, as JSON text.
    var environments: [String: JSON] = [:]

    init(snapshot: JSON) {
        for group in snapshot["groups"]?.arrayValue ?? [] { add(group) }
        for (key, value) in snapshot["values"]?.objectValue?.members ?? [] { values[key] = value }
        for stack in snapshot["stacks"]?.arrayValue ?? [] {
            let entries = stack["layers"]?.arrayValue?.flatMap { $0["entries"]?.arrayValue ?? [] } ?? []
            stacks[stack["stack"]?.stringValue ?? ""] = entries.map(Entry.init)
        }
        for set in snapshot["environment"]?.arrayValue ?? [] { environments[set["scope"]?.text ?? ""] = set["values"] }
    }

    private mutating func add(_ toggle: JSON) {
        let id = toggle["id"]?.stringValue ?? ""
        states[id] = toggle["state"]?.stringValue
        enabled[id] = toggle["enabled"]?.boolValue
        for option in toggle["options"]?.arrayValue ?? [] { add(option) }
    }

    /// - Throws: `TestFailure` if a change contradicts the known state.
    mutating func apply(_ changes: [JSON]) throws {
        for change in changes { try apply(change) }
    }

    private mutating func apply(_ change: JSON) throws {
        let id = (change["id"] ?? change["key"])?.stringValue ?? ""
        switch change["kind"]?.stringValue {
        case "option":
            try expect(states[id] == (change["from"] == true ? "on" : "off"), change)
            states[id] = change["to"] == true ? "on" : "off"
        case "group":
            try expect(states[id] == change["from"]?.stringValue, change)
            states[id] = change["to"]?.stringValue
        case "enabled":
            try expect(enabled[id] == change["from"]?.boolValue, change)
            enabled[id] = change["to"]?.boolValue
        case "value":
            try expect(values[id] == change["from"], change)
            values[id] = change["to"]
        case "declared" where change["what"] == "value": values[id] = .null
        case "removed" where change["what"] == "value": values[id] = nil
        case "nav": try navigate(change)
        case "environment":
            environments[change["scope"]?.text ?? ""] = change["values"] == [:] ? nil : change["values"]
        default: throw TestFailure("a change of a kind that nobody asked for: \(change.text)")
        }
    }

    private mutating func navigate(_ change: JSON) throws {
        let name = change["stack"]?.stringValue ?? ""
        var entries = stacks[name] ?? []
        let removed = change["removed"]?.arrayValue ?? []
        let added = (change["added"]?.arrayValue ?? []).map(Entry.init)
        // Removed entries are listed from top to bottom, with their last arguments.
        let gone = removed.map(Entry.init)
        try expect(entries.filter(gone.contains).reversed() == gone, change)
        let place = change["transition"] == "replace" ? entries.firstIndex { gone.contains($0) } : nil
        entries.removeAll(where: gone.contains)
        entries.insert(contentsOf: added, at: place ?? entries.count)
        try expect(entries.last?.id == change["top"], change)
        stacks[name] = entries
    }

    private func expect(_ holds: Bool, _ change: JSON) throws {
        if !holds { throw TestFailure("does not follow from what was known: \(change.text)") }
    }
}
