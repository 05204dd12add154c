import CFasciaPlugin
public import FasciaRender
public import FasciaScene
import Synchronization

/// A plugin's style as a `ControlStyle`.
///
/// When the plugin fails or returns an invalid result, the default style measures and draws that control from then on,
/// and the fault is reported once. After faults with `maximumFaults` different controls the plugin's style is not used any
/// more.
public final class PluginStyle: ControlStyle {
    public let kind: Control.Kind
    /// The name in the environment: `{"toggleStyle":"neon"}`.
    public let name: String

    private static let largest = 4096
    private static let maximumFaults = 64

    private let style: StaticTable<fascia_style>
    private let host: PluginHost
    private let services: StyleServices
    private let faulty = Mutex<Set<Control>>([])

    init(_ style: PluginTable.Style, host: PluginHost, services: StyleServices) {
        kind = style.kind
        name = style.name
        self.style = StaticTable(pointer: style.pointer)
        self.host = host
        self.services = services
    }

    public func measure(_ control: Control, proposal: ProposedCells) -> CellSize {
        guard isAsked(about: control) else { return services.fallback(kind).measure(control, proposal: proposal) }
        let (status, size) = host.call {
            var size = fascia_size(columns: FASCIA_UNSPECIFIED, rows: FASCIA_UNSPECIFIED)
            let status = ControlBridge(control, services).lend(host: host.table) { control in
                style.pointer.pointee.measure(style.pointer, control, fascia_size(proposal), &size)
            }
            return (status, CellSize(columns: Int(size.columns), rows: Int(size.rows)))
        }
        let allowed = 0...Self.largest
        if status != FASCIA_OK {
            fault(control, "measure failed with status \(status)")
        } else if !allowed.contains(size.columns) || !allowed.contains(size.rows) {
            fault(control, "measure gave \(size.columns)x\(size.rows) cells, and 0 to \(Self.largest) are allowed")
        } else {
            return size
        }
        return services.fallback(kind).measure(control, proposal: proposal)
    }

    public func draw(_ control: Control, into canvas: inout Canvas) {
        guard isAsked(about: control) else { return services.fallback(kind).draw(control, into: &canvas) }
        // The plugin draws on a canvas of its own, so that a failure halfway leaves nothing behind.
        let size = canvas.size
        let (status, refusal, operations) = host.call {
            let bridge = CanvasBridge(size: size, services)
            let status = ControlBridge(control, services).lend(host: host.table) { control in
                bridge.lend(host: host.table) { style.pointer.pointee.draw(style.pointer, control, $0) }
            }
            return (status, bridge.refusal, bridge.canvas.operations)
        }
        if let refusal {
            fault(control, "it drew \(refusal)")
        } else if status != FASCIA_OK {
            fault(control, "draw failed with status \(status)")
        } else {
            return operations.forEach { canvas.perform($0) }
        }
        services.fallback(kind).draw(control, into: &canvas)
    }

    private func isAsked(about control: Control) -> Bool {
        faulty.withLock { $0.count < Self.maximumFaults && !$0.contains(control) }
    }

    private func fault(_ control: Control, _ what: String) {
        let count = faulty.withLock { faulty in
            faulty.insert(control)
            return faulty.count
        }
        let style = "\(kind.rawValue) style \"\(name)\" of plugin \"\(host.plugin)\""
        host.issue(.error, "\(style): \(what) for \"\(control.label)\"; the default style takes its place")
        if count == Self.maximumFaults {
            host.issue(
                .error, "\(style) failed for \(count) controls and is not used any more; unload and load it to retry")
        }
    }
}

extension fascia_size {
    fileprivate init(_ proposal: ProposedCells) {
        self.init(
            columns: proposal.columns.map { Int32(clamping: max(0, $0)) } ?? FASCIA_UNSPECIFIED,
            rows: proposal.rows.map { Int32(clamping: max(0, $0)) } ?? FASCIA_UNSPECIFIED)
    }
}

extension Canvas {
    fileprivate mutating func perform(_ operation: Operation) {
        switch operation {
        case .text(let text, let point, let style): self.text(text, at: point, style: style)
        case .fill(let rect, let character, let style): fill(rect, with: character, style: style)
        case .box(let rect, let style): box(rect, style: style)
        }
    }
}
