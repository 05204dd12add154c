import FasciaScene

/// A text below a control: why its text was refused or its change failed, or how far the change is.
public struct ControlNote: Hashable, Sendable {
    var text: String
    var isProblem: Bool

    init(problem: String) { (text, isProblem) = ("! " + TextWidth.line(problem), true) }

    /// `nil` for a condition without a note.
    init?(_ condition: ElementCondition) {
        if condition.note.isEmpty { return nil }
        self.init(problem: condition.note)
        if condition.word != .failed { (text, isProblem) = (TextWidth.line(condition.note), false) }
    }
}

/// A control with notes below it.
struct NotedControlKind: LayoutKind {
    let control: ControlLayoutKind
    let notes: [ControlNote]

    private static let maximumLines = 3
    /// With fewer columns below the text of a field, the notes begin below the label.
    private static let minimumColumns = 20

    func size(_ children: [LayoutItem], _ proposal: ProposedCells) -> CellSize {
        var size = children.first?.size(for: proposal) ?? .zero
        size.rows += lines(size.columns).count
        return size
    }

    func content(_ children: [LayoutItem], _ size: CellSize, _ proposal: ProposedCells) -> LayoutBox.Content {
        let lines = lines(size.columns)
        return .notes(lines, at: CellPoint(column: start(size.columns), row: size.rows - lines.count))
    }

    func parts(_ size: CellSize) -> [ControlPart] {
        control.parts(CellSize(columns: size.columns, rows: size.rows - lines(size.columns).count))
    }

    private func lines(_ columns: Int) -> [ControlNote] {
        let end = ControlLine(CellSize(columns: columns, rows: 1), control.control).end
        let room = max(1, (control.control.isRow ? end : columns - 1) - start(columns))
        return notes.flatMap { note in
            Wrapping.lines(note.text, columns: room, limit: Self.maximumLines).map { line in
                var part = note
                part.text = line
                return part
            }
        }
    }

    /// Where the notes begin: below the text of a field, else below the label.
    private func start(_ columns: Int) -> Int {
        let size = CellSize(columns: columns, rows: 1)
        let text = control.parts(size).first { $0.meaning == .text }?.rect.minColumn ?? 0
        return text > 0 && columns - text > Self.minimumColumns ? text : ControlLine(size, control.control).start
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
