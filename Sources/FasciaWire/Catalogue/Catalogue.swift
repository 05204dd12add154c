import FasciaDocument
import FasciaModel

/// Every method of the protocol.
public enum Catalogue {
    /// In the order of the documentation.
    public static let methods: [Method] =
        Method.daemon + Method.nav + Method.toggle + Method.picker + Method.value + Method.screen + Method.action
        + Method.bind + Method.ask + Method.issues + [Method.logAppend, Method.batch] + Method.watch + Method.history + Method.ui
        + Method.terminal
        + Method.plugin + Method.access

    private static let byName = Dictionary(methods.map { ($0.name, $0) }) { first, _ in first }

    public static func method(named name: String) -> Method? { byName[name] }

    /// The kind of a method; `nil` if there is no such method. For a program that calls one method, to which all the others would
    /// cost more than the call.
    package static func kind(of name: String) -> Method.Kind? {
        let family: [Method] =
            switch name.prefix(while: { $0 != "." }) {
            case "nav": Method.nav
            case "toggle": Method.toggle
            case "picker": Method.picker
            case "value": Method.value
            case "screen": Method.screen
            case "ask": Method.ask
            case "ui": Method.ui
            case "history": Method.history
            default: []
            }
        return (family.first { $0.name == name } ?? method(named: name))?.kind
    }

    /// Validates a request.
    ///
    /// - Throws: `methodNotFound` with the nearest name, or `invalidParams`.
    public static func call(_ name: String, _ params: JSON) throws(WireError) -> Call {
        guard let method = byName[name] else { throw .methodNotFound(name, nearest: nearest(to: name)) }
        return try method.parse(params)
    }

    /// The command of a button's call when it is tapped.
    ///
    /// A navigation call without a `stack` applies to the stack that shows the button. `nav.pop`, `nav.close` and
    /// `nav.replace` without an `entry` apply to the entry that shows it, so that two quick taps act only once. The
    /// same holds for the commands of a `batch`.
    ///
    /// - Returns: `nil` for an action that is a message to the parent.
    /// - Throws: `methodNotFound`, or `invalidParams` for a call that a button cannot make.
    public static func command(
        from action: Action, entry: EntryID, stack: String
    ) throws(WireError) -> Command? {
        guard case .call(let name, let written) = action else { return nil }
        guard let method = byName[name] else { throw .methodNotFound(name, nearest: nearest(to: name)) }
        let params = applyingTarget(to: written, of: name, entry: entry, stack: stack)
        switch try method.parse(params) {
        case .apply(let command, _): return command
        case .batch(let commands, _): return .batch(commands)
        default:
            throw .invalidParams(
                Mismatch(expected: "a method that changes the panel behind a button", found: "\"\(name)\""))
        }
    }

    /// Adds the stack and the entry of a button to its call, and to each command of a batch.
    private static func applyingTarget(to params: JSON, of name: String, entry: EntryID, stack: String) -> JSON {
        guard case .object(var object) = params else { return params }
        if name == "batch", let calls = object["commands"]?.arrayValue {
            object["commands"] = .array(
                calls.map { call in
                    guard case .object(var member) = call, let name = member["method"]?.stringValue else { return call }
                    member["params"] = applyingTarget(to: member["params"] ?? [:], of: name, entry: entry, stack: stack)
                    return .object(member)
                })
        } else if name.hasPrefix("nav."), name != "nav.target" {
            if object["stack"] == nil { object["stack"] = .string(stack) }
            if entryMethods.contains(name), object["entry"] == nil { object["entry"] = .string(entry.rawValue) }
        }
        return .object(object)
    }

    private static let entryMethods: Set<String> = ["nav.pop", "nav.close", "nav.replace"]

    // MARK: - Suggestions

    /// The closest method name; `nil` if none is close.
    static func nearest(to name: String, kind: Method.Kind? = nil) -> String? {
        // A longer name is not a typing mistake, and comparing it would be slow.
        guard name.utf8.count <= 40 else { return nil }
        let candidates = methods.filter { kind == nil || $0.kind == kind }
        // Ignores case.
        let letters = Array(name.lowercased().utf8)
        let closest = candidates.map { ($0.name, Suggestion.distance(letters, Array($0.name.lowercased().utf8))) }
            .min { $0.1 < $1.1 }
        guard let closest, closest.1 <= max(2, name.utf8.count / 3) else { return nil }
        return closest.0
    }

    static func hint(for name: String, kind: Method.Kind) -> String {
        guard let nearest = nearest(to: name, kind: kind), nearest != name else { return "" }
        return ", such as \(nearest)"
    }
}
