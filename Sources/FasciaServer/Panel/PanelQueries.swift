import FasciaModel
import FasciaWire

/// Executes the queries that read the state of the panel, such as `toggle.get`.
struct PanelQueries {
    let live: LivePanel

    func stack(_ name: String) throws(WireError) -> Reply {
        let stack = try refusing { () throws(Refusal) in try live.panel.requireStack(name) }
        return .written { $0.writeStack(stack, of: live.panel) }
    }

    func screen(_ id: String) throws(WireError) -> Reply {
        let screen = try refusing { () throws(Refusal) in try live.panel.requireScreen(id) }
        return .written { $0.write(screen) }
    }

    /// - Parameter publisher: the connected client that publishes a screen.
    func screens(publisher: @escaping (String) -> Cause.Origin?) -> Reply {
        .written { $0.writeScreens(of: live.panel, publisher: publisher) }
    }

    func toggles(_ id: String?) throws(WireError) -> Reply {
        guard let id else { return .written { $0.writeGroups(of: live.panel) } }
        let tree = try refusing { () throws(Refusal) in try live.panel.requireToggleTree(id) }
        return .written { $0.write(tree, of: live.panel) }
    }

    func pickers(_ id: String?) throws(WireError) -> Reply {
        guard let id else { return .written { $0.writePickers(of: live.panel) } }
        let picker = try refusing { () throws(Refusal) in try live.panel.requirePicker(id) }
        return .written { $0.write(picker, of: live.panel) }
    }

    /// - Parameter role: of the client; a viewer does not see secret values.
    func values(_ selection: ValueSelection, for role: Role) throws(WireError) -> Reply {
        let keys: [String]
        var reveals = false
        switch selection {
        case .all: keys = live.panel.valueKeys
        case .prefix(let prefix): keys = live.panel.valueKeys(prefix: prefix)
        case .key(let key):
            _ = try refusing { () throws(Refusal) in try live.panel.requireValue(key) }
            keys = [key]
            reveals = role >= .operator
        }
        return .written { $0.writeValues(keys, of: live.panel, reveals: reveals) }
    }
}
