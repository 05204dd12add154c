import FasciaModel

/// A node that can be seen, as `ui.tree` tells it.
extension JSONWriter {
    /// The answer to `ui.tree`: the visible nodes in the order of reading.
    ///
    /// Layers below the one in front are visible but cannot be operated; they come first, with `"enabled": false`.
    /// What only arranges other nodes is left out.
    ///
    /// - Parameter focused: the node of the layer in front that has the focus of the terminal that is asked about.
    public mutating func writeTree(of scene: Scene, focused: String? = nil) {
        raw("{\"nodes\":[")
        var isFirst = true
        for (index, layer) in scene.layers.enumerated() {
            let isFront = index == scene.layers.count - 1
            writeNodes(
                layer.root, entry: layer.entry.id, isFront: isFront, focused: isFront ? focused : nil,
                isFirst: &isFirst)
        }
        raw("]}")
    }

    private mutating func writeNodes(
        _ element: Element, entry: EntryID, isFront: Bool, focused: String?, isFirst: inout Bool
    ) {
        if !element.isArrangement {
            if isFirst { isFirst = false } else { raw(",") }
            raw("{\"id\":")
            writeString(element.id)
            raw(",\"entry\":")
            writeString(entry.rawValue)
            raw(",\"role\":")
            writeString(element.role)
            raw(",\"label\":")
            writeString(element.label)
            if let value = element.value {
                raw(",\"value\":")
                write(value)
            }
            if case .rows(let total, let known) = element.content {
                raw(",\"total\":")
                writeInt(total)
                raw(",\"known\":")
                write(.array(known.map { ["first": .int($0.first), "count": .int($0.count)] }))
            }
            raw(",\"enabled\":")
            writeBool(isFront && element.isEnabled)
            if element.id == focused { raw(",\"focused\":true") }
            raw("}")
        }
        for child in element.children {
            writeNodes(child, entry: entry, isFront: isFront, focused: focused, isFirst: &isFirst)
        }
    }
}
