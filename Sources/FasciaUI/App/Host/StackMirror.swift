import FasciaDocument
import FasciaModel

/// A copy of one stack of the daemon: its entries from bottom to top, kept up to date by events.
struct StackMirror: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        var id: EntryID
        var screen: String
        var args = JSON.null
        /// The style, for the first entry of a modal layer; else `nil`.
        var modal: ModalStyle?

        /// The name of the screen that only this entry shows.
        var entryScreenName: String { Screen.id(screen, of: id) }

        /// Whether the entry shows a screen, given the screen's shared name or the name of the entry's own screen.
        func shows(_ name: String) -> Bool { screen == name || entryScreenName == name }
    }

    private(set) var entries: [Entry] = []

    init() {}

    /// Reads a stack as `nav.get` and snapshots describe it.
    init(_ stack: JSON) {
        for layer in stack["layers"]?.arrayValue ?? [] {
            let modal = layer["modal"]?.stringValue.flatMap(ModalStyle.init(rawValue:))
            for (index, json) in (layer["entries"]?.arrayValue ?? []).enumerated() {
                guard var entry = Entry(json) else { continue }
                if index == 0 { entry.modal = modal }
                entries.append(entry)
            }
        }
    }

    /// Applies a change of kind `nav`.
    ///
    /// - Returns: whether the mirror is complete. An event of `nav.set` does not say which entries start a modal.
    mutating func apply(_ change: JSON) -> Bool {
        let removed = Set((change["removed"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue })
        let transition = change["transition"]?.stringValue.flatMap(NavChange.Transition.init(rawValue:))
        var added = (change["added"]?.arrayValue ?? []).compactMap(Entry.init).filter { new in
            !entries.contains { $0.id == new.id }
        }
        if transition == .modal, !added.isEmpty { added[0].modal = .sheet }
        if transition == .replace, added.count == 1,
            let index = entries.firstIndex(where: { removed.contains($0.id.rawValue) })
        {
            added[0].modal = entries[index].modal
            entries[index] = added[0]
            added = []
        }
        keepLayers(without: removed)
        entries.removeAll { removed.contains($0.id.rawValue) }
        entries += added
        return transition != .set || added.isEmpty
    }

    /// If the first entry of a modal layer is removed, the next one becomes the first.
    private mutating func keepLayers(without removed: Set<String>) {
        for index in entries.indices where removed.contains(entries[index].id.rawValue) {
            let next = index + 1
            guard let modal = entries[index].modal, next < entries.count, entries[next].modal == nil else { continue }
            entries[next].modal = modal
        }
    }

    mutating func setModal(_ style: ModalStyle, of entry: EntryID) {
        guard let index = entries.firstIndex(where: { $0.id == entry }) else { return }
        entries[index].modal = style
    }

    // MARK: - Reading

    func contains(screen: String) -> Bool { entries.contains { $0.shows(screen) } }

    var hasModal: Bool { entries.contains { $0.modal != nil } }

    /// The topmost entry that shows a screen.
    func entry(showing screen: String) -> Entry? { entries.last { $0.shows(screen) } }

    /// Whether a screen is in sight somewhere: on top of its layer. `nil` if no entry shows it.
    func isInSight(screen: String) -> Bool? {
        let places = entries.indices.filter { entries[$0].shows(screen) }
        return places.isEmpty ? nil : places.contains { layerEnd($0) == $0 + 1 }
    }

    func index(of entry: EntryID) -> Int? { entries.firstIndex { $0.id == entry } }

    /// The index of the first entry in the layer of the entry at `index`.
    func layerStart(_ index: Int) -> Int { entries[...index].lastIndex { $0.modal != nil } ?? 0 }

    /// The index after the last entry in the layer of the entry at `index`.
    func layerEnd(_ index: Int) -> Int { entries[(index + 1)...].firstIndex { $0.modal != nil } ?? entries.count }

    /// The `path` parameter of `nav.set` for these entries.
    static func path(_ entries: some Sequence<Entry>) -> JSON {
        .array(
            entries.map { entry in
                var step: JSON.Object = ["screen": .string(entry.screen)]
                if entry.args != .null { step["args"] = entry.args }
                if let modal = entry.modal { step["modal"] = .string(modal.rawValue) }
                return .object(step)
            })
    }
}

extension StackMirror.Entry {
    init?(_ json: JSON) {
        guard let id = json["id"]?.stringValue, let screen = json["screen"]?.stringValue else { return nil }
        self.init(id: EntryID(id), screen: screen, args: json["args"] ?? .null)
    }
}
