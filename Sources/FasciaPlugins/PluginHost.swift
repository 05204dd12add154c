import CFasciaPlugin
import Synchronization

// Sendable: the ABI requires that a table does not change from the moment when the other side can see it until the
// process ends. So any thread may read it at any time.
/// A C table that never changes and is never freed.
struct StaticTable<Table>: @unchecked Sendable {
    let pointer: UnsafePointer<Table>
}

/// The host as one plugin sees it: the C table of the host, and the messages that the plugin reports through it. There is
/// one for each plugin that is started, and its table is never freed, because the plugin may keep it.
final class PluginHost: Sendable {
    let plugin: String
    let table: StaticTable<fascia_host>
    private let mailbox: Mailbox
    private let report: @Sendable (PluginIssue) -> Void
    /// The ABI guarantees that a plugin is called from one thread at a time.
    private let gate = Mutex<Void>(())

    init(plugin: String, version: String, report: @escaping @Sendable (PluginIssue) -> Void) {
        self.plugin = plugin
        self.report = report
        mailbox = Mailbox()
        let table = UnsafeMutablePointer<fascia_host>.allocate(capacity: 1)
        table.initialize(
            to: fascia_host(
                struct_size: UInt32(MemoryLayout<fascia_host>.size), abi_major: UInt16(FASCIA_ABI_MAJOR),
                abi_minor: UInt16(FASCIA_ABI_MINOR), host_data: Unmanaged.passRetained(mailbox).toOpaque(),
                name: permanentText("fasciad"), version: permanentText(version),
                report: { host, severity, message in Mailbox.of(host)?.put(severity, message) },
                get_extension: { _, _ in nil }))
        self.table = StaticTable(pointer: UnsafePointer(table))
    }

    /// Calls the plugin, then forwards the messages it reported. They are forwarded outside the lock, so that the
    /// listener may draw again.
    func call<Result: Sendable>(_ body: () -> Result) -> Result {
        let (result, messages) = gate.withLock { _ in (body(), mailbox.take()) }
        for (severity, text) in messages { issue(severity, text) }
        return result
    }

    func issue(_ severity: PluginIssue.Severity, _ message: String) {
        report(PluginIssue(plugin: plugin, severity: severity, message: message))
    }
}

/// The messages of a plugin during the current call.
private final class Mailbox: Sendable {
    typealias Message = (severity: PluginIssue.Severity, text: String)

    // Bounds the memory that a plugin can use with reports.
    private static let maximumMessages = 16
    private static let longestMessage = 4096

    private let messages = Mutex<[Message]>([])

    static func of(_ host: UnsafePointer<fascia_host>?) -> Mailbox? {
        guard let data = host?.pointee.host_data else { return nil }
        return Unmanaged<Mailbox>.fromOpaque(data).takeUnretainedValue()
    }

    func put(_ severity: fascia_severity, _ message: fascia_string) {
        guard let data = message.data, message.length > 0 else { return }
        let bytes = UnsafeRawBufferPointer(start: data, count: min(message.length, Self.longestMessage))
        let text = String(decoding: bytes, as: UTF8.self)
        let known: PluginIssue.Severity =
            switch severity {
            case FASCIA_SEVERITY_INFO: .info
            case FASCIA_SEVERITY_WARNING: .warning
            default: .error
            }
        messages.withLock { if $0.count < Self.maximumMessages { $0.append((known, text)) } }
    }

    func take() -> [Message] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}

/// Returns a NUL-terminated copy that is never freed.
private func permanentText(_ text: String) -> UnsafePointer<CChar>? {
    let bytes = text.utf8CString
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    return UnsafePointer(copy.baseAddress)
}
