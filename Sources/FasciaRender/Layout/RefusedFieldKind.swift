import FasciaScene

/// A text field whose text was refused, with the reason below it.
struct RefusedFieldKind: LayoutKind {
    let field: ControlKind
    let reason: String

    private static let maximumLines = 3
    /// With fewer columns below the text, the reason begins below the label.
    private static let minimumColumns = 20

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        var size = children.first?.size(for: proposal) ?? .zero
        size.rows += lines(size.columns).count
        return size
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        let lines = lines(size.columns)
        return .reason(lines, at: CellPoint(column: start(size.columns), row: size.rows - lines.count))
    }

    func parts(_ size: CellSize) -> [ControlPart] {
        field.parts(CellSize(columns: size.columns, rows: size.rows - lines(size.columns).count))
    }

    private func lines(_ columns: Int) -> [String] {
        Wrapping.lines(
            "! " + TextWidth.line(reason), columns: max(1, columns - start(columns) - 1), limit: RefusedFieldKind.maximumLines)
    }

    /// Where the reason begins: below the text.
    private func start(_ columns: Int) -> Int {
        let size = CellSize(columns: columns, rows: 1)
        let text = field.parts(size).first { $0.meaning == .text }?.rect.minColumn ?? 0
        return columns - text > RefusedFieldKind.minimumColumns ? text : ControlLine(size).start
    }
}

extension Scene {
    /// The scene of a terminal on which texts were refused: each of these fields has the reason.
    public func adding(_ refusals: [ElementID: String]) -> Scene {
        var scene = self
        for (id, reason) in refusals {
            for index in scene.layers.indices where scene.layers[index].entry.id == id.entry {
                _ = scene.layers[index].root.add(reason, to: id.element)
            }
        }
        return scene
    }
}

extension Element {
    /// - Returns: Whether it contains the field.
    fileprivate mutating func add(_ refusal: String, to field: String) -> Bool {
        if id == field, case .control(var control) = content, control.field != nil {
            control.field?.refusal = refusal
            content = .control(control)
            return true
        }
        return children.indices.contains { children[$0].add(refusal, to: field) }
            || attachments.indices.contains { attachments[$0].add(refusal, to: field) }
    }
}
