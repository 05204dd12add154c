import FasciaModel

/// The part of a stack that one terminal shows.
public struct StackView: Hashable, Sendable {
    /// The entry that its user is at: what others have opened above it is not shown yet. `nil` shows everything.
    public var last: EntryID?
    /// The sheets that its user has closed for this terminal alone.
    public var closed: Set<EntryID>

    public init(upTo last: EntryID? = nil, without closed: Set<EntryID> = []) {
        self.last = last
        self.closed = closed
    }

    public static let whole = StackView()

    /// The layers that it shows. The base layer is never left out.
    public func layers(of stack: NavigationStack) -> [Layer] {
        guard self != .whole else { return stack.layers }
        var shown: [Layer] = []
        for var layer in stack.layers {
            let end = layer.entries.firstIndex { $0.id == last }
            if let end { layer.entries.removeSubrange((end + 1)...) }
            let isClosed = layer.modal != nil && layer.entries.last.map { closed.contains($0.id) } == true
            if !isClosed { shown.append(layer) }
            if end != nil { break }
        }
        return shown
    }
}
