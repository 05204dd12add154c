import FasciaModel
import FasciaWire

/// Executes the queries that read the state of the panel, such as `toggle.get`.
struct PanelQueries {
    /// What the client sees.
    let panel: Panel

    func stack(_ name: String) throws(WireError) -> Reply {
        let stack = try refusing { () throws(Refusal) in try panel.requireStack(name) }
        return .written { [panel] in $0.writeStack(stack, of: panel) }
    }

    func screen(_ id: String) throws(WireError) -> Reply {
        let screen = try refusing { () throws(Refusal) in try panel.requireScreen(id) }
        return .written { $0.write(screen) }
    }

    /// - Parameter publisher: the connected client that publishes a screen.
    func screens(publisher: @escaping (String) -> Cause.Origin?) -> Reply {
        .written { [panel] in $0.writeScreens(of: panel, publisher: publisher) }
    }

    func toggles(_ id: String?) throws(WireError) -> Reply {
        guard let id else { return .written { [panel] in $0.writeGroups(of: panel) } }
        let tree = try refusing { () throws(Refusal) in try panel.requireToggleTree(id) }
        return .written { [panel] in $0.write(tree, of: panel) }
    }

    func pickers(_ id: String?) throws(WireError) -> Reply {
        guard let id else { return .written { [panel] in $0.writePickers(of: panel) } }
        let picker = try refusing { () throws(Refusal) in try panel.requirePicker(id) }
        return .written { [panel] in $0.write(picker, of: panel) }
    }

    /// - Parameter permit: of the client; who may not operate a secret value does not see it.
    func values(_ selection: ValueSelection, for permit: Permit) throws(WireError) -> Reply {
        let keys: [String]
        var reveals = false
        switch selection {
        case .all: keys = panel.valueKeys
        case .prefix(let prefix): keys = panel.valueKeys(prefix: prefix)
        case .key(let key):
            _ = try refusing { () throws(Refusal) in try panel.requireValue(key) }
            keys = [key]
            reveals = permit.may(.operate, "value.get", Resource(.value, key))
        }
        return .written { [panel] in $0.writeValues(keys, of: panel, reveals: reveals) }
    }
}
