import FasciaModel
import FasciaWire

/// One report of the mouse.
public struct MouseInput: Hashable, Sendable {
    public var kind: TerminalMouse.Kind
    /// Which one is pressed, released or held while the mouse moves; of no meaning otherwise.
    public var button = TerminalMouse.Button.left
    /// In cells from the top left, which is 0, 0, to 999: the wire counts no farther.
    public var column: Int
    public var row: Int

    public init(kind: TerminalMouse.Kind, button: TerminalMouse.Button = .left, column: Int, row: Int) {
        (self.kind, self.button, self.column, self.row) = (kind, button, column, row)
    }
}

extension MouseInput {
    /// Reads an SGR report (`ESC [ < code ; column ; row M`, with `m` where a button went up).
    init?(report: [Int], final: UInt8) {
        guard report.count == 3, report[1] > 0, report[2] > 0 else { return nil }
        let isRelease = final == UInt8(ascii: "m")
        guard isRelease || final == UInt8(ascii: "M") else { return nil }
        // Bits 0 and 1 are the button, 2 to 4 shift, alt and control, 5 is motion, 6 the wheel.
        let code = report[0]
        self.init(kind: .press, column: min(report[1] - 1, 999), row: min(report[2] - 1, 999))
        if code & 64 != 0 {
            // A wheel that turns sideways has nothing to scroll.
            guard code & 2 == 0 else { return nil }
            kind = code & 1 == 0 ? .wheelUp : .wheelDown
            return
        }
        let isMotion = code & 32 != 0
        // A motion without a button (3) moves nothing.
        guard code & 3 < 3 else { return nil }
        button = [.left, .middle, .right][code & 3]
        kind = isMotion ? .move : isRelease ? .release : .press
    }

    /// As `terminal.mouse` takes it.
    public func gesture(on terminal: Int) -> TerminalMouse {
        var mouse = TerminalMouse()
        (mouse.terminal, mouse.kind, mouse.button, mouse.column, mouse.row) = (terminal, kind, button, column, row)
        return mouse
    }

    /// The same as JSON.
    public func params(terminal: JSON) -> JSON.Object {
        var params: JSON.Object = [
            "terminal": terminal, "kind": .string(kind.rawValue), "column": .int(column), "row": .int(row),
        ]
        if kind != .wheelUp, kind != .wheelDown { params["button"] = .string(button.rawValue) }
        return params
    }
}
