import FasciaRender

/// What a style is asked about a control.
struct StyleQuestion: Hashable, Sendable {
    enum Task: Hashable, Sendable {
        /// Measure the control, and draw it in the size that it takes.
        ///
        /// - Parameter columns: the proposed width; `nil` asks for the ideal size.
        case measure(columns: Int?)
        /// Draw the control on a canvas of this size.
        case draw(CellSize)
        /// Note that the option at this index is selected next. There is no answer.
        case select(option: Int)
    }

    /// The index of the style in the plugin's list.
    let style: UInt32
    let task: Task
    /// The colour depth that the control is drawn in.
    let colorDepth: Int

    /// The size of the canvas; `nil` if it is the size that the control takes.
    var canvas: CellSize? { if case .draw(let size) = task { size } else { nil } }
}
