import FasciaDocument
import FasciaRender
import FasciaWire

/// The cells of a frame for renderers: styles, and for each row the runs of cells in one style.
extension JSONWriter {
    mutating func writeDocument(of frame: CellBuffer) {
        var styles = StyleTable()
        let lines = (0..<frame.size.rows).map { FrameRun.all(inRow: $0, of: frame, &styles) }
        member("{\"columns\":", frame.size.columns)
        member(",\"rows\":", frame.size.rows)
        member(",\"scheme\":", frame.scheme.rawValue)
        raw(",\"styles\":")
        list(styles.all) { $0.write($1.json) }
        raw(",\"lines\":")
        list(lines) { writer, runs in
            writer.list(runs) { writer, run in
                writer.raw("[")
                writer.writeInt(run.columns)
                writer.raw(",")
                writer.writeString(run.text)
                writer.raw(",")
                writer.writeInt(run.style)
                writer.raw("]")
            }
        }
        raw("}")
    }
}

/// Neighbouring cells in one style, whose characters are equally wide.
private struct FrameRun {
    var columns: Int
    var text: String
    /// The index of the style.
    var style: Int
    var isWide: Bool

    static func all(inRow row: Int, of frame: CellBuffer, _ styles: inout StyleTable) -> [FrameRun] {
        var runs: [FrameRun] = []
        var column = 0
        while column < frame.size.columns {
            let cell = frame[column: column, row: row]
            let isWide = column + 1 < frame.size.columns && frame[column: column + 1, row: row].isContinuation
            let run = FrameRun(columns: isWide ? 2 : 1, text: cell.text, style: styles.index(of: cell.style), isWide: isWide)
            column += run.columns
            if let last = runs.last, last.style == run.style, last.isWide == isWide {
                runs[runs.count - 1].columns += run.columns
                runs[runs.count - 1].text += run.text
            } else {
                runs.append(run)
            }
        }
        return runs
    }
}

/// The styles of a frame, in the order in which they appear.
private struct StyleTable {
    private(set) var all: [CellStyle] = []
    private var indices: [CellStyle: Int] = [:]

    mutating func index(of style: CellStyle) -> Int {
        if let index = indices[style] { return index }
        indices[style] = all.count
        all.append(style)
        return all.count - 1
    }
}

extension CellStyle {
    /// Without what is as the terminal's own.
    fileprivate var json: JSON.Object {
        var json: JSON.Object = [:]
        if let foreground { json["foreground"] = .string(ThemeContent.text(foreground.hex)) }
        if let background { json["background"] = .string(ThemeContent.text(background.hex)) }
        let names: [(Attributes, String)] = [
            (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.inverse, "inverse"),
            (.strikethrough, "strikethrough"),
        ]
        for (attribute, name) in names where attributes.contains(attribute) { json[name] = true }
        return json
    }
}
