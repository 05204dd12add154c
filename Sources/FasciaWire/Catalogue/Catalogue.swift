import FasciaModel

/// Every method of the protocol.
public enum Catalogue {
    public static let methods: [Method] = []

    private static let byName = Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0) })

    public static func method(named name: String) -> Method? { byName[name] }

    /// The command that a button's call means, at the moment when it is tapped.
    ///
    /// A navigation call without a `stack` is about the stack that shows the button, and one that takes an `entry`
    /// (`nav.pop`, `nav.close`, `nav.replace`) is about the entry that shows it, so that two quick taps never do more
    /// than one.
    ///
    /// - Throws: `methodNotFound`, or `invalidParams` for what cannot be behind a button.
    public static func command(
        from method: String, params: JSON, entry: EntryID, stack: String
    ) throws(WireError) -> Command {
        guard let method = byName[method] else { throw .methodNotFound(method) }
        var object = params.objectValue ?? [:]
        let names = method.parameters.map(\.name)
        if names.contains("stack"), object["stack"] == nil { object["stack"] = .string(stack) }
        if ["nav.pop", "nav.close", "nav.replace"].contains(method.name), object["entry"] == nil {
            object["entry"] = .string(entry.rawValue)
        }
        switch try method.parse(.object(object)) {
        case .apply(let command, _): return command
        case .batch(let commands, _): return .batch(commands)
        default: throw .invalidRequest("\(method.name) cannot be behind a button: it does not change the panel")
        }
    }
}
