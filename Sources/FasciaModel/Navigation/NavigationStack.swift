/// A list of layers, never empty, each with at least one entry. The first is the base, those above it are modals.
public struct NavigationStack: Hashable, Sendable {
    public let name: String
    public internal(set) var layers: [Layer]

    init(name: String, root: Entry) {
        self.name = name
        self.layers = [Layer(entries: [root])]
    }

    /// The entry that is shown in front and gets the gestures.
    public var top: Entry { layers[layers.count - 1].entries[layers[layers.count - 1].entries.count - 1] }

    /// Whether `pop` would remove something.
    public var canPop: Bool { layers.count > 1 || layers[0].entries.count > 1 }

    /// How many entries there are in all layers. O(layers).
    public var depth: Int { layers.reduce(0) { $0 + $1.entries.count } }

    /// All entries from the root to the top.
    public var entries: [Entry] { layers.flatMap(\.entries) }
}
