import CPluginHost
import Glibc

/// The last part of what a plugin prints.
///
/// It prints into a pipe, which is read at each exchange. What it prints while the pipe is full is lost, so it never waits.
package final class PluginOutput {
    private static let longest = 64 << 10

    /// The plugin's end; -1 if there are too many descriptors.
    let end: CInt
    private let source: CInt
    private var kept: [UInt8] = []

    init() {
        var (source, end): (CInt, CInt) = (-1, -1)
        plugin_host_pipe(&source, &end)
        (self.source, self.end) = (source, end)
    }

    deinit { for descriptor in [source, end] where descriptor >= 0 { close(descriptor) } }

    /// Takes what is in the pipe, but not more than fits into it: the plugin may be printing without end.
    func drain() {
        // Safe: `read` initialises the first `count` bytes. Clearing all 64 KiB first costs more than an exchange.
        kept += [UInt8](unsafeUninitializedCapacity: Self.longest) { chunk, count in
            count = max(0, read(source, chunk.baseAddress, chunk.count))
        }
        kept.removeFirst(max(0, kept.count - Self.longest))
    }

    package var text: String {
        drain()
        return String(decoding: kept, as: UTF8.self)
    }
}
