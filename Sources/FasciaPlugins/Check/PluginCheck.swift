import FasciaRender
import FasciaScene

/// Tries the styles of a plugin with controls of all states and sizes, in a process of its own.
public struct PluginCheck {
    /// Each picture: the style, the control, and the lines.
    public private(set) var pictures: [(style: String, control: String, lines: [String])] = []
    /// What is wrong, one message each.
    public private(set) var faults: [String] = []
    /// How many pictures were measured and drawn.
    public private(set) var tries = 0

    private let maximumFaults: Int
    private static let proposals =
        [ProposedCells()] + [(0, 0), (1, 1), (7, 1), (80, 24), (4_096, 4_096)].map { ProposedCells(columns: $0.0, rows: $0.1) }

    private var loader: PluginLoader
    private let heard: Heard

    private final class Heard {
        var messages: [String] = []
    }

    /// - Parameters:
    ///   - path: the plugin's file.
    ///   - hostVersion: the version of this program.
    ///   - maximumFaults: after so many it stops.
    /// - Throws: what `PluginLoader.load` throws.
    public init(path: String, isolation: PluginIsolation, hostVersion: String, maximumFaults: Int = 20) throws(PluginError) {
        let heard = Heard()
        self.heard = heard
        self.maximumFaults = maximumFaults
        let services = StyleServices { issue in heard.messages.append(issue.message) }
        let name: String
        (loader, name) = try PluginLoader.forFile(path, hostVersion: hostVersion, isolation: isolation, services: services)
        let plugin = try loader.load(name)
        if let problem = Manifest.problem(beside: path, plugin) { faults.append(problem) }
        let count = plugin.styles.count
        for index in 0..<count { try check(name, index) }
    }

    private mutating func check(_ name: String, _ index: Int) throws(PluginError) {
        let kind = try loader.load(name).styles[index].kind
        for sample in SampleControl.all(of: kind) {
            for proposal in Self.proposals {
                guard faults.count < maximumFaults else { return }
                let style = try loader.load(name).styles[index]
                let picture = draw(sample.control, style, proposal)
                let messages = heard.messages
                heard.messages = []
                if proposal.columns == nil {
                    // After a fault, the canvas has the picture of the built-in style.
                    let lines = messages.isEmpty ? picture.lines : ["(failed)"]
                    pictures.append(("\(kind.rawValue) \(style.name)", sample.name, lines))
                }
                if let first = messages.first {
                    let size = proposal.columns.map { "\($0)x\(proposal.rows ?? 0)" } ?? "its ideal size"
                    faults.append("\(kind.rawValue) \(style.name), \(sample.name), \(size): \(first)")
                    if faults.count < maximumFaults { _ = try loader.reload(name) }
                }
            }
        }
    }

    private mutating func draw(_ control: Control, _ style: PluginStyle, _ proposal: ProposedCells) -> Canvas {
        tries += 1
        loader.patience.forget()
        // A surface is as large as its content.
        let size =
            style.kind.isSurface
            ? CellSize(columns: proposal.columns ?? 24, rows: proposal.rows ?? style.kind.sampleRows)
            : style.measure(control, proposal: proposal)
        var canvas = Canvas(size: size)
        style.draw(control, into: &canvas)
        return canvas
    }
}

extension Control.Kind {
    fileprivate var sampleRows: Int { self == .section || self == .modal ? 3 : 1 }
}

extension Canvas {
    /// What is drawn, without colours.
    var lines: [String] {
        let (columns, rows) = (min(size.columns, 200), min(size.rows, 50))
        var cells = [[String]](repeating: Array(repeating: " ", count: columns), count: rows)
        func put(_ text: String, _ column: Int, _ row: Int) {
            if cells.indices.contains(row), cells[row].indices.contains(column) { cells[row][column] = text }
        }
        func area(_ rect: CellRect) -> (columns: Range<Int>, rows: Range<Int>) {
            (
                (0..<columns).clamped(to: rect.minColumn..<max(rect.minColumn, rect.maxColumn)),
                (0..<rows).clamped(to: rect.minRow..<max(rect.minRow, rect.maxRow))
            )
        }
        for operation in operations {
            switch operation {
            case .text(let text, let point, _):
                var column = point.column
                for character in text {
                    let width = TextWidth.of(String(character))
                    put(String(character), column, point.row)
                    for extra in 1..<max(width, 1) { put("", column + extra, point.row) }
                    column += width
                }
            case .fill(let rect, let character, _):
                let area = area(rect)
                for row in area.rows { for column in area.columns { put(String(character), column, row) } }
            case .box(let rect, _):
                let area = area(rect)
                let (right, bottom) = (rect.maxColumn - 1, rect.maxRow - 1)
                for column in area.columns { for row in [rect.minRow, bottom] { put("─", column, row) } }
                for row in area.rows { for column in [rect.minColumn, right] { put("│", column, row) } }
                put("┌", rect.minColumn, rect.minRow)
                put("┐", right, rect.minRow)
                put("└", rect.minColumn, bottom)
                put("┘", right, bottom)
            }
        }
        return cells.map { $0.joined() }
    }
}
