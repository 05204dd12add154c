import FasciaDocument
import struct FasciaModel.ToggleRules
import FasciaWire

/// What an agent publishes for a panel file: its declarations and screens, as calls of the daemon's methods.
package struct Publication: Hashable, Sendable {
    package struct Call: Hashable, Sendable {
        package var method: String
        package var params: JSON.Object
    }

    /// In the order of publishing. Each has a key, by which two publications are compared.
    package private(set) var calls: [(key: String, call: Call)] = []

    package static func == (left: Publication, right: Publication) -> Bool {
        left.calls.map(\.key) == right.calls.map(\.key) && left.calls.map(\.call) == right.calls.map(\.call)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(calls.map(\.key)) }

    private mutating func add(_ key: String, _ method: String, _ params: JSON.Object) {
        calls.append((key, Call(method: method, params: params)))
    }

    /// One step on the way from a publication to another.
    struct Step {
        var key: String
        var call: Call
        var isRemoval: Bool
    }

    /// The calls that change what `old` has published into this: what is new or different, and what is gone.
    package func calls(after old: Publication) -> [Call] { steps(after: old).map(\.call) }

    func steps(after old: Publication) -> [Step] {
        let before = Dictionary(old.calls.map { ($0.key, $0.call) }) { first, _ in first }
        let now = Set(calls.map(\.key))
        let changed = calls.filter { before[$0.key] != $0.call }.map { Step(key: $0.key, call: $0.call, isRemoval: false) }
        let gone = old.calls.filter { !now.contains($0.key) }.reversed().compactMap { key, _ in
            Publication.removal(key).map { Step(key: key, call: $0, isRemoval: true) }
        }
        return changed + gone
    }

    /// Notes what the daemon has taken.
    mutating func apply(_ step: Step) {
        let place = calls.firstIndex { $0.key == step.key }
        if step.isRemoval {
            if let place { calls.remove(at: place) }
        } else if let place {
            calls[place].call = step.call
        } else {
            calls.append((step.key, step.call))
        }
    }

    private static func removal(_ key: String) -> Call? {
        let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        return switch parts[0] {
        case "group": Call(method: "toggle.remove", params: ["id": .string(parts[1])])
        case "picker": Call(method: "picker.remove", params: ["id": .string(parts[1])])
        case "value": Call(method: "value.remove", params: ["key": .string(parts[1])])
        case "environment": Call(method: "environment.set", params: ["values": [parts[1]: .null]])
        case "screen": Call(method: "screen.remove", params: ["id": .string(parts[1])])
        default: nil
        }
    }

    // MARK: - Making it

    package init() {}

    package init(_ file: ExpandedPanel) {
        if let theme = file.theme { add("environment:theme", "environment.set", ["values": ["theme": theme]]) }
        for group in file.declarations.groups {
            add("group:\(group.name)", "toggle.declare", ["group": .object(Publication.option(group))])
        }
        for (id, components) in Publication.grouped(file.declarations.pickers) {
            add(
                "picker:\(id)", "picker.declare",
                ["picker": ["id": .string(id), "components": .array(components.map { component(of: $0, file) })]])
        }
        for value in file.declarations.values { add("value:\(value.key)", "value.declare", Publication.declaration(value)) }
        for reading in file.declarations.readings {
            add(
                "value:\(reading.key)", "value.declare",
                ["key": .string(reading.key), "kind": .string(reading.valueKind.rawValue), "volatile": true])
        }
        for button in file.buttons {
            for key in button.inputKeys {
                add("value:\(key)", "value.declare", ["key": .string(key), "kind": "string", "initial": "", "volatile": true])
            }
        }
        let nodes = NodeBuilder(file: file)
        for screen in file.screens { add("screen:\(screen.id)", "screen.put", ["screen": .object(nodes.screen(screen))]) }
        for button in file.buttons where button.item.asks {
            add("screen:\(button.questionScreen)", "screen.put", ["screen": nodes.question(button)])
        }
    }

    private static func option(_ node: OptionNode) -> JSON.Object {
        var object: JSON.Object = ["id": .string(node.name)]
        object["title"] = node.title.map { .string($0) }
        if !node.options.isEmpty { object["options"] = .array(node.options.map { .object(option($0)) }) }
        if node.rules != ToggleRules() { object["rules"] = ToggleRules.schema.write(node.rules) }
        return object
    }

    private static func grouped(_ pickers: [PickerItem]) -> [(String, [PickerItem])] {
        var result: [(String, [PickerItem])] = []
        for picker in pickers {
            let id = String(picker.id.prefix { $0 != "/" })
            if let index = result.firstIndex(where: { $0.0 == id }) {
                result[index].1.append(picker)
            } else {
                result.append((id, [picker]))
            }
        }
        return result
    }

    private func component(of picker: PickerItem, _ file: ExpandedPanel) -> JSON {
        let elements = file.choices(of: picker).map { element -> JSON in
            ["id": .string(element.id), "label": .string(element.label ?? element.id)]
        }
        var object: JSON.Object = ["id": .string(String(picker.id.drop { $0 != "/" }.dropFirst())), "elements": .array(elements)]
        object["title"] = picker.title.map { .string($0) }
        // What a command sets or tells is not known at first, and what nobody has chosen is not chosen.
        object["optional"] = true
        object["selection"] = picker.initial.map { .string($0) }
        return .object(object)
    }

    static func declaration(_ value: ValueItem) -> JSON.Object {
        var object: JSON.Object = ["key": .string(value.key)]
        object["kind"] = value.kind == .text ? "string" : .string(value.kind?.rawValue ?? "string")
        if let range = value.range {
            object["range"] = [number(range.lowerBound, value.kind), number(range.upperBound, value.kind)]
        }
        object["step"] = value.step.map { number($0, value.kind) }
        object["initial"] = value.initial
        if value.isSecret { object["secret"] = true }
        if value.isReading { object["volatile"] = true }
        return object
    }

    private static func number(_ value: Double, _ kind: ValueItem.Kind?) -> JSON {
        kind == .int ? .int(Int(exactly: value.rounded()) ?? 0) : .double(value)
    }
}
