import CPluginHost
import FasciaRender
@testable import FasciaPlugins

extension HostAnswer {
    /// Everything that the daemon reads of an answer of this type; `nil` if it reads none of this type. Fuzzers use it, too.
    var everything: (any Sendable)? {
        switch header.type {
        case PLUGIN_HOST_HELLO | PLUGIN_HOST_ANSWER: return holds()
        case PLUGIN_HOST_LOAD | PLUGIN_HOST_ANSWER: return loaded()
        case PLUGIN_HOST_DRAW | PLUGIN_HOST_ANSWER:
            // Every second control was measured.
            return drawn((0..<Int(header.count)).map { $0 % 2 == 0 ? CellSize(columns: 20, rows: 3) : nil })
        case PLUGIN_HOST_RENDER | PLUGIN_HOST_ANSWER: return rendered()
        default: return nil
        }
    }

    /// Reads a message as the daemon does, and everything in it.
    ///
    /// - Returns: what is wrong with it; `nil` if nothing is.
    static func problem(of message: UnsafeRawBufferPointer) -> HostFailure? {
        // Aligned to 8 bytes as the daemon's buffer, and without room for bytes behind the message.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: message.count, alignment: 8)
        defer { copy.deallocate() }
        copy.copyMemory(from: message)
        do throws(HostFailure) {
            _ = try HostAnswer(UnsafeRawBufferPointer(copy)).everything
            return nil
        } catch { return error }
    }
}
