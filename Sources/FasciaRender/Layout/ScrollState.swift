import FasciaDocument
import FasciaModel
import FasciaScene

/// An element of an entry.
public struct ElementID: Hashable, Sendable {
    public var entry: EntryID
    public var element: String

    public init(entry: EntryID, element: String) {
        self.entry = entry
        self.element = element
    }
}

/// The scroll positions of one terminal.
public struct ScrollState: Hashable, Sendable {
    /// The vertical offset of each form and scroll view, in rows.
    public var rows: [ElementID: Int]
    /// The horizontal offset of each scroll view, in columns.
    public var columns: [ElementID: Int] = [:]
    /// The position of each list; a list without an anchor is at its top.
    public var anchors: [ElementID: RowAnchor] = [:]
    /// The texts that filter lists; empty while it is still to be typed.
    public var filters: [ElementID: String] = [:]

    public init(rows: [ElementID: Int] = [:]) { self.rows = rows }

    var isScrolled: Bool { !rows.isEmpty || !columns.isEmpty }

    /// Removes a scroll offset and returns it.
    @discardableResult
    mutating func unscroll(_ id: ElementID, _ axis: StackContent.Axis) -> Int? {
        // Mutate only if there is an entry, to avoid copying the dictionary.
        if axis == .vertical { return rows[id] == nil ? nil : rows.removeValue(forKey: id) }
        return columns[id] == nil ? nil : columns.removeValue(forKey: id)
    }
}
