import FasciaDocument

extension Effects {
    /// An archive from which `init(archive:)` makes equal effects.
    public var archive: [UInt8] {
        var writer = ArchiveWriter()
        for item in items where !item.isTransient { writer.effect(item) }
        return writer.bytes
    }

    /// - Throws: `ArchiveError` if the bytes are not an archive of effects.
    public init(archive: UnsafeRawBufferPointer) throws(ArchiveError) {
        var reader = ArchiveReader(archive)
        while !reader.isAtEnd { items.append(try reader.effect()) }
    }
}

extension ArchiveWriter {
    fileprivate mutating func effect(_ effect: Effect) {
        switch effect {
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
        case .transient, .lost: break
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
        case .selection(let id, let element):
            byte(8)
            text(id)
            optional(element) { $0.text($1) }
        case .screen(let id, let screen):
            byte(9)
            text(id)
            optional(screen) { $0.json(Screen.schema.write($1)) }
        case .rows(let screen, let update):
            byte(10)
            text(screen)
            json(RowsUpdate.schema.write(update))
        case .orphaned(let screen, let isOrphaned):
            byte(11)
            text(screen)
            bool(isOrphaned)
        case .target(let name, let target):
            byte(12)
            text(name)
            optional(target) { $0.target($1) }
        case .minted(let number):
            byte(13)
            int(number)
        case .shown(let thing, let value):
            byte(14)
            text(thing.text)
            json(value)
        case .bound(let thing, let state):
            byte(15)
            text(thing.text)
            optional(state) { $0.boundState($1) }
        case .claims(let claims, let last):
            byte(16)
            list(claims) { $0.claim($1) }
            int(last)
        case .question(let id, let question):
            byte(17)
            text(id)
            optional(question) { $0.question($1) }
        case .published: byte(18)
        }
    }

    private mutating func stack(_ stack: StackEffect) {
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
    fileprivate mutating func effect() throws(ArchiveError) -> Effect {
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
        case 7: return .stack(try stackEffect())
        case 8: return .selection(id: try text(), try optional { reader throws(ArchiveError) in try reader.text() })
        case 9:
            return .screen(
                id: try text(), try optional { reader throws(ArchiveError) in try reader.described(by: Screen.schema) })
        case 10: return .rows(screen: try text(), try described(by: RowsUpdate.schema))
        case 11: return .orphaned(screen: try text(), try bool())
        case 12: return .target(name: try text(), try optional { reader throws(ArchiveError) in try reader.target() })
        case 13: return .minted(try int())
        case 14: return .shown(ThingID(try text()), try json())
        case 15:
            return .bound(
                ThingID(try text()), try optional { reader throws(ArchiveError) in try reader.boundState() })
        case 16:
            return .claims(try list { reader throws(ArchiveError) in try reader.claim() }, last: try int())
        case 17:
            return .question(id: try text(), try optional { reader throws(ArchiveError) in try reader.question() })
        case 18: return .published
        default: throw ArchiveError("unknown effect tag")
        }
    }

    private mutating func stackEffect() throws(ArchiveError) -> StackEffect {
        let name = try text()
        let kept = try optional { reader throws(ArchiveError) in try reader.int() }
        let above = try list { reader throws(ArchiveError) in
            NavigationStack.PlacedEntry(
                entry: try reader.entry(), beginsLayer: try reader.bool(), modal: try reader.modal())
        }
        var environments: [EntryID: JSON.Object] = [:]
        for _ in 0..<(try count()) {
            let id = EntryID(try text())
            environments[id] = try object()
        }
        return StackEffect(name: name, kept: kept, above: above, environments: environments)
    }
}
