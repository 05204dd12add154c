import OrderedCollections

extension Navigation {
    func archive(into writer: inout ArchiveWriter) {
        writer.int(minted)
        writer.list(stacks.values) { writer, stack in
            writer.text(stack.name)
            writer.list(stack.layers) { writer, layer in
                writer.modal(layer.modal)
                writer.list(layer.entries) { $0.entry($1) }
            }
        }
        writer.list(targets.values) { $0.target($1) }
    }

    init(from reader: inout ArchiveReader, limits: Limits) throws(ArchiveError) {
        let minted = try reader.int()
        guard minted > 0 else { throw ArchiveError("the number of the last entry must be at least 1") }
        let stacks = try reader.list { reader throws(ArchiveError) in try reader.stack() }
        let targets = try reader.list { reader throws(ArchiveError) in try reader.target() }
        guard stacks.first?.name == Self.mainStack else { throw ArchiveError("the stack main is missing") }
        self.init(
            limits: limits, stacks: OrderedDictionary(stacks.map { ($0.name, $0) }) { $1 },
            targets: OrderedDictionary(targets.map { ($0.name, $0) }) { $1 }, minted: minted)
    }
}

extension ArchiveWriter {
    fileprivate mutating func route(_ route: Route) {
        text(route.screen)
        json(route.args)
    }

    mutating func entry(_ entry: Entry) {
        text(entry.id.rawValue)
        route(entry.route)
        list(entry.handles) { $0.text($1) }
    }

    mutating func target(_ target: Target) {
        text(target.name)
        text(target.mode.rawValue)
        list(target.path) {
            $0.route($1.route)
            $0.modal($1.modal)
        }
    }

    mutating func modal(_ modal: ModalStyle?) { optional(modal) { $0.text($1.rawValue) } }
}

extension ArchiveReader {
    fileprivate mutating func route() throws(ArchiveError) -> Route { Route(try text(), args: try json()) }

    mutating func entry() throws(ArchiveError) -> Entry {
        Entry(
            id: EntryID(try text()), route: try route(),
            handles: try list { reader throws(ArchiveError) in try reader.text() })
    }

    mutating func modal() throws(ArchiveError) -> ModalStyle? {
        try optional { reader throws(ArchiveError) in try reader.name() }
    }

    fileprivate mutating func stack() throws(ArchiveError) -> NavigationStack {
        let name = try text()
        let layers = try list { reader throws(ArchiveError) in
            let modal = try reader.modal()
            let entries = try reader.list { reader throws(ArchiveError) in try reader.entry() }
            return Layer(modal: modal, entries: entries)
        }
        guard !layers.isEmpty, layers.allSatisfy({ !$0.entries.isEmpty }) else {
            throw ArchiveError("stack \(name) has an empty layer")
        }
        return NavigationStack(name: name, layers: layers)
    }

    mutating func target() throws(ArchiveError) -> Target {
        let name = try text()
        let mode: Target.Mode = try self.name()
        let path = try list { reader throws(ArchiveError) in
            PathStep(try reader.route(), modal: try reader.modal())
        }
        return Target(name: name, path: path, mode: mode)
    }
}
