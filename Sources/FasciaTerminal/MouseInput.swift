import FasciaDocument
import FasciaWire

/// A mouse event of a terminal.
public struct MouseInput: Hashable, Sendable {
    public var kind: MouseKind
    /// The button that is pressed, released or held during a move; meaningless for the wheel.
    public var button = TerminalMouse.Button.left
    /// In cells; the top left cell is 0, 0.
    public var column: Int
    public var row: Int

    public init(kind: MouseKind, button: TerminalMouse.Button = .left, column: Int, row: Int) {
        (self.kind, self.button, self.column, self.row) = (kind, button, column, row)
    }
}

extension MouseInput {
    /// Parses an SGR report: `ESC [ < code ; column ; row M`, with `m` for a release. `nil` if it is malformed or has
    /// no meaning for Fascia.
    init?(report: [Int], final: UInt8) {
        guard report.count == 3, report[1] > 0, report[2] > 0 else { return nil }
        let isRelease = final == UInt8(ascii: "m")
        guard isRelease || final == UInt8(ascii: "M") else { return nil }
        // Bits 0 and 1 are the button, 2 to 4 shift, alt and control, 5 is motion, 6 the wheel, 7 the buttons 8 to 11, which
        // have no meaning.
        let code = report[0]
        guard code & 128 == 0 else { return nil }
        let last = TerminalAttach.maximumSide - 1
        self.init(kind: .press, column: min(report[1] - 1, last), row: min(report[2] - 1, last))
        if code & 64 != 0 {
            // Horizontal scrolling is not supported.
            guard code & 2 == 0 else { return nil }
            kind = code & 1 == 0 ? .wheelUp : .wheelDown
            return
        }
        let isMotion = code & 32 != 0
        // Motion without a button (3) is ignored.
        guard code & 3 < 3 else { return nil }
        button = [.left, .middle, .right][code & 3]
        kind = isMotion ? .move : isRelease ? .release : .press
    }

    /// The parameters of `terminal.mouse`, as JSON.
    public func params(terminal: JSON) -> JSON.Object {
        var params: JSON.Object = [
            "terminal": terminal, "kind": .string(kind.rawValue), "column": .int(column), "row": .int(row),
        ]
        if kind != .wheelUp, kind != .wheelDown { params["button"] = .string(button.rawValue) }
        return params
    }
}
