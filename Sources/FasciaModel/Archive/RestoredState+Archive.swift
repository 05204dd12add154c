/// What an undo came to, to be done again.
extension RestoredState {
    /// Bytes from which `init(archive:)` makes an equal one.
    public var archive: [UInt8] {
        var writer = ArchiveWriter()
        writer.int(revision)
        writer.int(minted)
        writer.list(items) { $0.restoration($1) }
        return writer.bytes
    }

    /// - Throws: where the bytes are not what `archive` gave.
    public init(archive: UnsafeRawBufferPointer) throws(ArchiveError) {
        var reader = ArchiveReader(archive)
        let (revision, minted) = (try reader.int(), try reader.int())
        let items = try reader.list { reader throws(ArchiveError) in try reader.restoration() }
        guard reader.isAtEnd else { throw ArchiveError("something stands behind its end") }
        self.init(revision: revision, items: items, minted: minted)
    }
}

extension ArchiveWriter {
    fileprivate mutating func restoration(_ restoration: Restoration) {
        switch restoration {
        case .option(let id, let on):
            byte(0)
            text(id)
            bool(on)
        case .enabled(let id, let enabled):
            byte(1)
            text(id)
            bool(enabled)
        case .content(let key, let content):
            byte(2)
            text(key)
            json(content)
        case .group(let id, let group, let place):
            byte(3)
            text(id)
            optional(group) { $1.archive(into: &$0) }
            int(place)
        case .picker(let id, let picker, let place):
            byte(4)
            text(id)
            optional(picker) { $1.archive(into: &$0) }
            int(place)
        case .value(let key, let stored, let place):
            byte(5)
            text(key)
            optional(stored) { $1.archive(into: &$0) }
            int(place)
        case .environment(let scope, let values):
            byte(6)
            self.scope(scope)
            object(values)
        case .stack(let stack):
            byte(7)
            self.stack(stack)
        }
    }

    private mutating func stack(_ stack: StackRestoration) {
        text(stack.name)
        optional(stack.kept) { $0.int($1) }
        list(stack.above) { writer, standing in
            writer.entry(standing.entry)
            writer.bool(standing.beginsLayer)
            writer.modal(standing.modal)
        }
        list(stack.environments.sorted { $0.key.rawValue < $1.key.rawValue }) {
            $0.text($1.key.rawValue)
            $0.object($1.value)
        }
    }
}

extension ArchiveReader {
    fileprivate mutating func restoration() throws(ArchiveError) -> Restoration {
        switch try byte() {
        case 0: return .option(id: try text(), on: try bool())
        case 1: return .enabled(id: try text(), try bool())
        case 2: return .content(key: try text(), try json())
        case 3:
            let id = try text()
            let group = try optional { reader throws(ArchiveError) in try ToggleGroup(from: &reader) }
            return .group(id: id, group, at: try int())
        case 4:
            let id = try text()
            let picker = try optional { reader throws(ArchiveError) in try Picker(from: &reader) }
            return .picker(id: id, picker, at: try int())
        case 5:
            let key = try text()
            let stored = try optional { reader throws(ArchiveError) in try Values.Stored(from: &reader, key: key) }
            return .value(key: key, stored, at: try int())
        case 6: return .environment(try scope(), try object())
        case 7: return .stack(try stackRestoration())
        default: throw ArchiveError("a thing of no kind")
        }
    }

    private mutating func stackRestoration() throws(ArchiveError) -> StackRestoration {
        let name = try text()
        let kept = try optional { reader throws(ArchiveError) in try reader.int() }
        let above = try list { reader throws(ArchiveError) in
            NavigationStack.Standing(
                entry: try reader.entry(), beginsLayer: try reader.bool(), modal: try reader.modal())
        }
        var environments: [EntryID: JSON.Object] = [:]
        for _ in 0..<(try count()) {
            let id = EntryID(try text())
            environments[id] = try object()
        }
        return StackRestoration(name: name, kept: kept, above: above, environments: environments)
    }
}
