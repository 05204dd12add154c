import CFasciaPlugin
public import FasciaRender
public import FasciaScene

/// A plugin's style as a `ControlStyle`.
///
/// When the plugin fails or returns an invalid result, the default style measures and draws that control from then on,
/// and the fault is reported once. After faults with `maximumFaults` different controls the plugin's style is not used any
/// more.
public final class PluginStyle: ControlStyle {
    public let kind: Control.Kind
    /// The name in the environment: `{"toggleStyle":"neon"}`.
    public let name: String

    private static let maximumFaults = 64

    public let isToldOfSelections: Bool
    private let plugin: IsolatedPlugin
    /// The index in the plugin's list.
    private let index: UInt32
    private let services: StyleServices
    private var faulty: Set<Control> = []

    init(
        _ kind: Control.Kind, _ style: HostAnswer.Style, _ index: UInt32, of plugin: IsolatedPlugin, _ services: StyleServices
    ) {
        self.kind = kind
        name = style.name
        isToldOfSelections = style.isToldOfSelections
        self.plugin = plugin
        self.index = index
        self.services = services
    }

    public func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        // The height of a control follows from its width.
        let columns = proposal.columns.map { max(0, $0) }
        guard isAsked(about: control), let answer = plugin.measurement(style: index, control, columns: columns) else {
            return builtIn.measure(control, proposal: proposal)
        }
        let measured = answer.measurement
        if measured.status != FASCIA_OK {
            fault(control, "measure failed with status \(measured.status)")
        } else if !measured.isAllowed {
            let allowed = "0 to \(StyleMeasurement.largest) are allowed"
            fault(control, "measure gave \(measured.columns)x\(measured.rows) cells, and \(allowed)")
        } else if isUsable(answer.drawing, of: control) {
            // Otherwise the built-in style would draw it in a size that is not its own.
            return CellSize(columns: measured.columns, rows: measured.rows)
        }
        return builtIn.measure(control, proposal: proposal)
    }

    public func draw(_ control: Control, into canvas: inout Canvas) {
        guard isAsked(about: control), let drawing = plugin.drawing(style: index, control, size: canvas.size) else {
            return builtIn.draw(control, into: &canvas)
        }
        if isUsable(drawing, of: control) { return canvas.add(drawing.operations) }
        builtIn.draw(control, into: &canvas)
    }

    private func isUsable(_ drawing: StyleDrawing, of control: Control) -> Bool {
        if let refusal = drawing.refusal {
            fault(control, "it drew \(refusal)")
        } else if drawing.status != FASCIA_OK {
            fault(control, "draw failed with status \(drawing.status)")
        } else {
            return true
        }
        return false
    }

    /// Asks for the drawing of a control without focus: a click in it does the same on all terminals.
    public func parts(_ control: Control, size: CellSize) -> [ControlPart] {
        switch kind {
        case .slider, .stepper, .segments, .textField:
            guard isAsked(about: control), let drawing = plugin.drawing(style: index, control, size: size) else {
                return builtIn.parts(control, size: size)
            }
            return drawing.status == FASCIA_OK && drawing.refusal == nil ? drawing.parts : builtIn.parts(control, size: size)
        default: return []
        }
    }

    public func willSelect(_ option: Int, of control: Control) { plugin.tell(control, style: index, option: option) }

    /// Takes its place when it fails.
    private var builtIn: any ControlStyle { services.fallback(kind) }

    private func isAsked(about control: Control) -> Bool {
        faulty.isEmpty || faulty.count < Self.maximumFaults && !faulty.contains(Self.key(control))
    }

    /// A control that fails does so on terminals of all colour depths: its size is the same on them.
    private static func key(_ control: Control) -> Control {
        var control = control
        control.colorDepth = 24
        return control
    }

    private func fault(_ control: Control, _ what: String) {
        faulty.insert(Self.key(control))
        let style = "\(kind.rawValue) style \"\(name)\" of plugin \"\(plugin.name)\""
        report("\(style): \(what) for \"\(control.label)\"; the default style takes its place")
        if faulty.count == Self.maximumFaults {
            report(
                "\(style) failed for \(faulty.count) controls and is not used any more; unload and load it to retry")
        }
    }

    private func report(_ message: String) {
        services.report(PluginIssue(plugin: plugin.name, severity: .error, message: message))
    }
}
