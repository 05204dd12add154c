import FasciaDocument
import FasciaScene

/// What a plugin's style draws behind content: a card, a row, the header of a table, the border of a modal, or a title bar.
public struct Surface: Hashable, Sendable {
    /// What the style reads.
    var control: Control
    let style: String
}

extension StyleRegistry {
    /// - Parameter label: its title.
    /// - Returns: `nil` if the environment names no style of a plugin. Then the painter draws the surface.
    func surface(
        _ kind: Control.Kind, _ label: String, _ environment: JSON.Object, unicode: Bool, tint: NamedColor?
    ) -> Surface? {
        guard let name = environment[kind.styleKey]?.stringValue, self[kind, name] != nil else { return nil }
        var control = Control(kind: kind, label: label, tint: tint, unicode: unicode)
        control.parameters = environment[name]?.objectValue ?? [:]
        return Surface(control: control, style: name)
    }
}

/// Draws nothing, so that the painter draws the surface.
struct NoSurfaceStyle: ControlStyle {
    func measure(_ control: Control, proposal: ProposedCells) -> CellSize { CellSize(columns: 0, rows: 0) }
    func draw(_ control: Control, into canvas: inout Canvas) {}
}
