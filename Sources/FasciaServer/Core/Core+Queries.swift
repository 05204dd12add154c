import FasciaModel
import FasciaWire

/// Queries for toggles, pickers and values.
extension Core {
    func toggles(_ id: String?) throws(WireError) -> Reply {
        guard let id else { return .written { [panel] in $0.writeGroups(of: panel) } }
        let tree = try refusing { () throws(Refusal) in try panel.requireToggleTree(id) }
        return .written { $0.write(tree) }
    }

    func pickers(_ id: String?) throws(WireError) -> Reply {
        guard let id else { return .written { [panel] in $0.writePickers(of: panel) } }
        let picker = try refusing { () throws(Refusal) in try panel.requirePicker(id) }
        return .written { $0.write(picker) }
    }

    func values(_ selection: ValueSelection) throws(WireError) -> Reply {
        let keys: [String]
        switch selection {
        case .all: keys = panel.valueKeys
        case .prefix(let prefix): keys = panel.valueKeys(prefix: prefix)
        case .key(let key):
            _ = try refusing { () throws(Refusal) in try panel.requireValue(key) }
            keys = [key]
        }
        return .written { [panel] in $0.writeValues(keys, of: panel) }
    }
}
