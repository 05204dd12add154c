import FasciaDocument
import OrderedCollections

/// All stacks and targets of a panel, and the counter for entry ids.
struct Navigation: Equatable, Sendable {
    static let mainStack = "main"
    /// The built-in target: the root entry alone.
    static let rootTarget = "root"

    let limits: Limits
    var stacks: OrderedDictionary<String, NavigationStack>
    var targets: OrderedDictionary<String, Target> = [:]
    /// The number of the last entry created.
    private(set) var minted = 1

    init(limits: Limits) {
        self.limits = limits
        let root = Entry(id: EntryID("e1"), route: Route(Panel.homeScreen))
        stacks = [Self.mainStack: NavigationStack(name: Self.mainStack, root: root)]
    }

    init(
        limits: Limits, stacks: OrderedDictionary<String, NavigationStack>, targets: OrderedDictionary<String, Target>,
        minted: Int
    ) {
        self.limits = limits
        self.stacks = stacks
        self.targets = targets
        self.minted = minted
    }

    // MARK: Reading

    func find(_ entry: EntryID) -> (stack: String, entry: Entry)? {
        for stack in stacks.values {
            for layer in stack.layers {
                for candidate in layer.entries where candidate.id == entry { return (stack.name, candidate) }
            }
        }
        return nil
    }

    func wasMinted(_ entry: EntryID) -> Bool {
        guard entry.rawValue.hasPrefix("e"), let number = Int(entry.rawValue.dropFirst()) else { return false }
        // Only the canonical spelling counts: not "e01", not "e+1".
        return (1...minted).contains(number) && entry.rawValue == "e\(number)"
    }

    /// The index of a stack in `stacks`.
    func slot(_ stack: String) throws(Refusal) -> Int {
        if let slot = stacks.index(forKey: stack) { return slot }
        let helps = Suggestion.text(for: stack, among: stacks.keys, has: "there are", none: "there is none")
        throw Refusal(
            .notFound, "no stack \"\(stack)\": \(helps) (nav.set makes a new one)", details: ["stack": .string(stack)])
    }

    func checkMinted(_ entry: EntryID) throws(Refusal) {
        guard !wasMinted(entry) else { return }
        throw Refusal(
            .notFound, "no entry \"\(entry)\" was ever created: nav.get lists the ids",
            details: ["entry": .string(entry.rawValue)])
    }

    // MARK: One entry

    mutating func push(stack: String, route: Route, handles: [String]) throws(Refusal) -> NavChange {
        try add(stack: stack, route: route, modal: nil, handles: handles, transition: .push)
    }

    mutating func modal(stack: String, route: Route, style: ModalStyle, handles: [String]) throws(Refusal)
        -> NavChange
    {
        try add(stack: stack, route: route, modal: style, handles: handles, transition: .modal)
    }

    private mutating func add(
        stack: String, route: Route, modal: ModalStyle?, handles: [String], transition: NavChange.Transition
    ) throws(Refusal) -> NavChange {
        let slot = try slot(stack)
        try check(route, handles: handles)
        try checkDepth(stacks.values[slot].depth + 1, of: stack)
        let entry = mint(route, handles: handles)
        stacks.values[slot].add(entry, modal: modal)
        return change(slot, added: [entry], transition: transition)
    }

    /// - Parameter entry: the entry to pop. If it is not the top entry, nothing happens.
    mutating func pop(stack: String, entry: EntryID?) throws(Refusal) -> NavChange? {
        let slot = try slot(stack)
        if let entry, stacks.values[slot].top.id != entry {
            try checkMinted(entry)
            return nil
        }
        return keep(stacks.values[slot].depth - 1, in: slot, outcome: .popped, transition: .pop)
    }

    mutating func popTo(stack: String, _ place: Command.Place) throws(Refusal) -> NavChange? {
        let slot = try slot(stack)
        let entries = stacks.values[slot].entries
        let index: Int?
        let what: String
        switch place {
        case .entry(let id):
            index = entries.firstIndex { $0.id == id }
            what = "no entry \"\(id)\""
        case .screen(let screen):
            index = entries.lastIndex { $0.route.screen == screen }
            what = "no entry with the screen \"\(screen)\""
        case .index(let number):
            index = entries.indices.contains(number) ? number : nil
            what = "no entry number \(number)"
        }
        guard let index else {
            let path = entries.map { "\($0.id) \($0.route.screen)" }
            let shown = path.suffix(5).joined(separator: ", ")
            throw Refusal(
                .notFound,
                "\(what) in stack \"\(stack)\": it has \(path.count), "
                    + (path.count > 5 ? "the last are \(shown)" : shown),
                details: ["stack": .string(stack)])
        }
        return keep(index + 1, in: slot, outcome: .popped, transition: .pop)
    }

    mutating func replace(stack: String, entry: EntryID?, route: Route) throws(Refusal) -> NavChange {
        let slot = try slot(stack)
        try check(route)
        let id = entry ?? stacks.values[slot].top.id
        guard stacks.values[slot].layer(of: id) != nil else {
            try checkMinted(id)
            throw Refusal(
                .entryGone, "entry \"\(id)\" is no longer in stack \"\(stack)\": nothing can be replaced",
                details: ["stack": .string(stack), "entry": .string(id.rawValue)])
        }
        let new = mint(route)
        let old = stacks.values[slot].replace(id, with: new)
        return change(slot, added: [new], removed: old.map { [$0] } ?? [], outcome: .replaced, transition: .replace)
    }

    /// - Parameter entry: any entry of the modal to close. If it is in no modal, nothing happens.
    mutating func close(stack: String, entry: EntryID?) throws(Refusal) -> NavChange? {
        let slot = try slot(stack)
        var layer = stacks.values[slot].layers.count - 1
        if let entry {
            try checkMinted(entry)
            layer = stacks.values[slot].layer(of: entry) ?? 0
        }
        let removed = stacks.values[slot].close(from: layer)
        return removed.isEmpty ? nil : change(slot, removed: removed, outcome: .closed, transition: .close)
    }

    // MARK: Steps of commands

    /// Continues from the entry counter of another state of the same panel: ids are never reused.
    mutating func keepMinted(_ number: Int) { minted = max(minted, number) }

    mutating func mint(_ route: Route, handles: [String] = []) -> Entry {
        minted += 1
        return Entry(id: EntryID("e\(minted)"), route: route, handles: handles)
    }

    /// Removes all entries above the lowest `count`.
    mutating func keep(
        _ count: Int, in slot: Int, outcome: NavChange.Removal.Outcome, transition: NavChange.Transition
    ) -> NavChange? {
        let removed = stacks.values[slot].keep(count)
        return removed.isEmpty ? nil : change(slot, removed: removed, outcome: outcome, transition: transition)
    }

    func change(
        _ slot: Int, added: [Entry] = [], removed: [Entry] = [], outcome: NavChange.Removal.Outcome = .popped,
        transition: NavChange.Transition
    ) -> NavChange {
        let stack = stacks.values[slot]
        return NavChange(
            stack: stack.name, added: added, removed: removed.map { .init(entry: $0, outcome: outcome) },
            top: stack.top.id, canPop: stack.canPop, transition: transition)
    }

    func checkDepth(_ depth: Int, of stack: String) throws(Refusal) {
        guard depth > limits.depth else { return }
        throw Refusal(
            .limit,
            "stack \"\(stack)\" holds at most \(limits.depth) entries, not \(depth): pop some first",
            details: ["limit": "depth", "value": .int(limits.depth), "stack": .string(stack)])
    }

    func check(_ route: Route, handles: [String] = []) throws(Refusal) {
        try Naming.check(route.screen, "the screen's name")
        let args = "the args of screen \"\(route.screen)\""
        try limits.checkNesting(of: route.args, args)
        try checkSize(of: route.args, args)
        if !handles.isEmpty {
            try checkSize(of: .array(handles.map { .string($0) }), "the handles of screen \"\(route.screen)\"")
        }
    }

    private func checkSize(of json: JSON, _ what: String) throws(Refusal) {
        guard !json.fits(bytes: limits.valueBytes) else { return }
        throw .limit("valueBytes", limits.valueBytes, "\(what) would be more than \(limits.valueBytes) bytes of JSON")
    }
}
