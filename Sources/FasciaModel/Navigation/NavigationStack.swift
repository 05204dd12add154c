/// A stack of layers. There is at least one layer, and each has at least one entry. The first layer is the base; the
/// others are modals.
public struct NavigationStack: Hashable, Sendable {
    public let name: String
    public private(set) var layers: [Layer]

    init(name: String, root: Entry) { self.init(name: name, layers: [Layer(entries: [root])]) }

    /// - Precondition: `layers` is not empty, and no layer is empty.
    init(name: String, layers: [Layer]) {
        self.name = name
        self.layers = layers
    }

    /// - Returns: `nil` if `standing` is empty.
    init?(name: String, standing: some Collection<PlacedEntry>) {
        guard let root = standing.first?.entry else { return nil }
        self.init(name: name, root: root)
        for place in standing.dropFirst() { add(place.entry, modal: place.modal) }
    }

    /// The frontmost entry, which receives gestures.
    public var top: Entry {
        let layer = layers[layers.count - 1]
        return layer.entries[layer.entries.count - 1]
    }

    /// Whether `pop` would remove something.
    public var canPop: Bool { layers.count > 1 || layers[0].entries.count > 1 }

    /// The number of entries over all layers. O(layers).
    public var depth: Int { layers.reduce(0) { $0 + $1.entries.count } }

    /// All entries from the root to the top.
    public var entries: [Entry] { layers.flatMap(\.entries) }

    // MARK: Finding

    /// An entry with its position in the layers.
    struct PlacedEntry: Hashable {
        var entry: Entry
        /// Whether it is the first entry of its layer.
        var beginsLayer: Bool
        /// The style, for the first entry of a modal layer.
        var modal: ModalStyle?
    }

    /// All entries from the root to the top, with their positions in the layers.
    var standing: [PlacedEntry] {
        layers.flatMap { layer in
            layer.entries.enumerated().map { index, entry in
                PlacedEntry(entry: entry, beginsLayer: index == 0, modal: index == 0 ? layer.modal : nil)
            }
        }
    }

    /// The index of the layer that holds an entry.
    func layer(of entry: EntryID) -> Int? {
        layers.firstIndex { $0.entries.contains { $0.id == entry } }
    }

    /// The number of entries, from the root, that match the path step by step.
    func commonPrefix(with path: [PathStep]) -> Int {
        zip(standing, path).prefix { $0.entry.route == $1.route && $0.modal == $1.modal }.count
    }

    /// The number of entries that remain when everything above the last occurrence of `path` is removed.
    ///
    /// An occurrence is a run of adjacent entries with the routes of the path. A step with a modal must begin a layer
    /// of that style; a step without one must be in the same layer as the previous step. The first step may be anywhere
    /// if it has no modal.
    func lastOccurrence(of path: [PathStep]) -> Int? {
        let standing = standing
        guard !path.isEmpty, path.count <= standing.count else { return nil }
        for start in (0...standing.count - path.count).reversed() {
            let isThere = path.indices.allSatisfy { offset in
                let (place, step) = (standing[start + offset], path[offset])
                guard place.entry.route == step.route else { return false }
                if let style = step.modal { return place.modal == style }
                return offset == 0 || !place.beginsLayer
            }
            if isThere { return start + path.count }
        }
        return nil
    }

    // MARK: Changing

    /// Adds an entry to the top layer, or to a new modal layer.
    mutating func add(_ entry: Entry, modal: ModalStyle? = nil) {
        if let modal {
            layers.append(Layer(modal: modal, entries: [entry]))
        } else {
            layers[layers.count - 1].entries.append(entry)
        }
    }

    /// Keeps the lowest `count` entries (at least one) and drops layers that become empty.
    ///
    /// - Returns: the removed entries, from top to bottom.
    mutating func keep(_ count: Int) -> [Entry] {
        var excess = depth - max(count, 1)
        var removed: [Entry] = []
        while excess > 0 {
            removed.append(layers[layers.count - 1].entries.removeLast())
            if layers[layers.count - 1].entries.isEmpty { layers.removeLast() }
            excess -= 1
        }
        return removed
    }

    /// Removes the given modal layer and all above it. The base layer stays.
    ///
    /// - Returns: the removed entries, from top to bottom.
    mutating func close(from layer: Int) -> [Entry] {
        guard layer > 0, layer < layers.count else { return [] }
        let removed = layers[layer...].flatMap(\.entries)
        layers.removeSubrange(layer...)
        return removed.reversed()
    }

    /// Replaces an entry in place.
    ///
    /// - Returns: the old entry; `nil` if there is none with that id.
    mutating func replace(_ id: EntryID, with entry: Entry) -> Entry? {
        for layer in layers.indices.reversed() {
            guard let index = layers[layer].entries.lastIndex(where: { $0.id == id }) else { continue }
            let old = layers[layer].entries[index]
            layers[layer].entries[index] = entry
            return old
        }
        return nil
    }
}
