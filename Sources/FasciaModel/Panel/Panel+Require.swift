import FasciaDocument

/// Queries that throw the same refusals as commands when the subject does not exist.
extension Panel {
    /// - Throws: `notFound`, with the existing stacks.
    public func requireStack(_ name: String) throws(Refusal) -> NavigationStack {
        navigation.stacks.values[try navigation.slot(name)]
    }

    /// The stack that holds an entry.
    ///
    /// - Throws: `entryGone` for a removed entry, `notFound` for one that never existed.
    public func requireEntry(_ entry: EntryID) throws(Refusal) -> NavigationStack {
        if let (name, _) = find(entry), let stack = stack(name) { return stack }
        try navigation.checkMinted(entry)
        throw Refusal(.entryGone, "entry \"\(entry)\" was removed", details: ["entry": .string(entry.rawValue)])
    }

    /// - Throws: `notFound`, with the children of the innermost group on the path that exists.
    public func requireToggleTree(_ id: String) throws(Refusal) -> ToggleTree {
        guard let tree = toggles.tree(id) else { throw toggles.notFound(id) }
        return tree
    }

    /// - Throws: `notFound`, with the nearest id or the existing ones.
    public func requirePicker(_ id: String) throws(Refusal) -> PickerInfo {
        guard let picker = picker(id) else { throw pickers.notFound(Pickers.picker(of: id)) }
        return picker
    }

    /// - Throws: `notFound`, with the nearest key or the existing ones.
    public func requireValue(_ key: String) throws(Refusal) -> JSON {
        guard let value = value(key) else { throw values.notFound(key) }
        return value
    }

    /// - Throws: `notFound`, with the nearest id or the existing ones.
    public func requireScreen(_ id: String) throws(Refusal) -> Screen {
        guard let screen = screens[id] else { throw noScreen(id) }
        return screen
    }

    func noScreen(_ id: String) -> Refusal {
        let helps = Suggestion.text(
            for: id, among: screens.keys, has: "there are", none: "none has been published")
        return Refusal(.notFound, "no screen \"\(id)\": \(helps)", details: ["screen": .string(id)])
    }
}
