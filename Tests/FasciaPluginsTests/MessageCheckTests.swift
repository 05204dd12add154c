import CPluginHost
import Testing

/// Messages between the daemon and a plugin's host are checked before anything else is read.
@Suite struct MessageCheckTests {
    private func bytes<Struct: BitwiseCopyable>(_ value: Struct) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

    private func problem(_ message: [UInt8]) -> String? {
        // Aligned to 8 bytes, as the messages are received.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(8, message.count), alignment: 8)
        defer { copy.deallocate() }
        copy.copyBytes(from: message)
        return plugin_host_check(copy.baseAddress, message.count).map { String(cString: $0) }
    }

    private func header(_ type: UInt32, length: Int, count: Int = 0) -> plugin_host_header {
        plugin_host_header(length: UInt32(length), type: type, serial: 1, count: UInt32(count))
    }

    /// An answer to DRAW with drawings of one text operation each.
    private func drawn(_ texts: [plugin_host_text], firstOperations: [UInt32], room: Int) -> [UInt8] {
        var message: [UInt8] = []
        for first in firstOperations {
            message += bytes(
                plugin_host_drawing(
                    measured: 0, columns: 0, rows: 0, status: 0, operation_count: 1, first_operation: first,
                    refusal: plugin_host_text()))
        }
        for text in texts {
            var operation = plugin_host_operation()
            (operation.kind, operation.text) = (PLUGIN_HOST_DRAW_TEXT, text)
            message += bytes(operation)
        }
        message += [UInt8](repeating: 0x78, count: room)
        let length = MemoryLayout<plugin_host_drawn>.size + message.count
        let head = plugin_host_drawn(
            header: header(PLUGIN_HOST_DRAW | PLUGIN_HOST_ANSWER, length: length, count: firstOperations.count),
            operation_count: UInt32(texts.count), report_count: 0)
        return bytes(head) + message
    }

    private func text(_ offset: UInt32, _ length: UInt32) -> plugin_host_text { plugin_host_text(offset: offset, length: length) }

    @Test func operationsWithTextsOfTheirOwnAreValid() {
        #expect(problem(drawn([text(0, 4), text(4, 4)], firstOperations: [0, 1], room: 8)) == nil)
    }

    @Test func textsMayNotShareBytes() {
        #expect(
            problem(drawn([text(0, 8), text(0, 8)], firstOperations: [0, 1], room: 8))
                == "a text lies outside the message or in another one")
    }

    @Test func drawingsMayNotShareOperations() {
        #expect(problem(drawn([text(0, 4), text(4, 4)], firstOperations: [0, 0], room: 8)) == "drawings share operations")
    }

    @Test(arguments: [
        PLUGIN_HOST_HELLO, PLUGIN_HOST_LOAD, PLUGIN_HOST_DRAW, PLUGIN_HOST_RENDER, PLUGIN_HOST_SELECTED,
        PLUGIN_HOST_HELLO | PLUGIN_HOST_ANSWER, PLUGIN_HOST_LOAD | PLUGIN_HOST_ANSWER,
        PLUGIN_HOST_DRAW | PLUGIN_HOST_ANSWER, PLUGIN_HOST_RENDER | PLUGIN_HOST_ANSWER,
    ])
    func aHeaderAloneIsTooShort(_ type: UInt32) {
        let length = MemoryLayout<plugin_host_header>.size
        #expect(problem(bytes(header(type, length: length))) == "the message is shorter than its arrays")
        #expect(
            problem(bytes(header(type, length: length + 1))) == "the length of the message is not the one in its header")
    }
}
