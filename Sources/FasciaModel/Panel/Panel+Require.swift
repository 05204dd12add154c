/// Reading what must be there: the same messages about what is not as the commands have.
extension Panel {
    /// - Throws: `notFound`, saying which stacks there are.
    public func requireStack(_ name: String) throws(Refusal) -> NavigationStack {
        navigation.stacks.values[try navigation.slot(name)]
    }

    /// The stack that an entry is in.
    ///
    /// - Throws: `entryGone` for one that was removed, `notFound` for one that never was.
    public func requireEntry(_ entry: EntryID) throws(Refusal) -> NavigationStack {
        if let (name, _) = find(entry), let stack = stack(name) { return stack }
        try navigation.checkMinted(entry)
        throw Refusal(.entryGone, "entry \"\(entry)\" was removed", details: ["entry": .string(entry.rawValue)])
    }

    /// - Throws: `notFound`, saying what there is in the innermost group of the way that exists.
    public func requireToggleTree(_ id: String) throws(Refusal) -> ToggleTree {
        guard let tree = toggles.tree(id) else { throw toggles.notFound(id) }
        return tree
    }

    /// - Throws: `notFound`, with the nearest id or those that there are.
    public func requirePicker(_ id: String) throws(Refusal) -> PickerInfo {
        guard let picker = picker(id) else { throw pickers.notFound(Pickers.picker(of: id)) }
        return picker
    }

    /// - Throws: `notFound`, with the nearest key or those that there are.
    public func requireValue(_ key: String) throws(Refusal) -> JSON {
        guard let value = value(key) else { throw values.notFound(key) }
        return value
    }

    /// - Throws: `notFound`, with the nearest id or those that there are.
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
