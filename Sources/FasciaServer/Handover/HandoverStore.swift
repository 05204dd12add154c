import CLinux
import FasciaSystemd
import Glibc

/// The service manager's descriptor store, which holds the connections between two processes of the daemon
/// (`systemctl restart`): one descriptor for each connection, and one for the document, a memfd.
///
/// Descriptors are stored only at an orderly end. After a crash the kernel closes the connections, and clients resume
/// with their cursors and idempotency keys.
struct HandoverStore {
    private let store = DescriptorStore()

    private static let documentName = "document"
    private static let connectionPrefix = "connection-"

    /// - Parameter connections: the descriptors by client number.
    func put(_ document: HandoverDocument, _ connections: [Int: Int32]) throws(HandoverError) {
        let file = memfd_create("fascia-handover", 1 /* MFD_CLOEXEC */)
        guard file >= 0 else { throw HandoverError("memfd_create: \(systemMessage())") }
        defer { close(file) }
        var rest = document.encoded[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw HandoverError("writing the document: \(systemMessage())")
            }
            rest = rest.dropFirst(count)
        }
        // The document comes first: a manager whose store is full drops the descriptors that come last.
        guard store.store(file, as: Self.documentName) else {
            throw HandoverError("the service manager did not accept the document")
        }
        for (client, descriptor) in connections { store.store(descriptor, as: Self.connectionPrefix + String(client)) }
        // The manager accepts messages only while it can attribute them to this process, so the process waits here.
        store.waitUntilStored(for: .seconds(5))
    }

    /// Takes the document and the connections out of the manager's store.
    ///
    /// The document is emptied once it is read. If this process crashes and the manager still has the descriptors, the
    /// next process finds the document empty and cannot repeat anything.
    func take(_ stored: [StoredDescriptor]) throws(HandoverError) -> (HandoverDocument, connections: [Int: Int32])? {
        guard !stored.isEmpty else { return nil }
        var file: Int32?
        var connections: [Int: Int32] = [:]
        for kept in stored {
            store.remove(kept.storedName)
            if kept.storedName == Self.documentName, file == nil {
                file = kept.descriptor
            } else if let client = Self.client(kept.storedName), connections[client] == nil {
                connections[client] = kept.descriptor
            } else {
                SocketCloser.shared.end(kept.descriptor)
            }
        }
        do throws(HandoverError) {
            guard let file else { throw HandoverError("there is no document") }
            defer { close(file) }
            let bytes = try Self.contents(of: file)
            guard ftruncate(file, 0) == 0 else { throw HandoverError("emptying the document: \(systemMessage())") }
            guard !bytes.isEmpty else { throw HandoverError("another process has taken the document") }
            return (try HandoverDocument(reading: bytes), connections)
        } catch {
            for descriptor in connections.values { SocketCloser.shared.end(descriptor) }
            throw error
        }
    }

    /// Closes what the manager has kept, and has it forget that: it would pass it to each process from now on, and a later
    /// document would be one of two.
    func drop(_ stored: [StoredDescriptor]) {
        for kept in stored {
            store.remove(kept.storedName)
            SocketCloser.shared.end(kept.descriptor)
        }
    }

    private static func client(_ name: String) -> Int? {
        name.hasPrefix(connectionPrefix) ? Int(name.dropFirst(connectionPrefix.count)) : nil
    }

    private static func contents(of file: Int32) throws(HandoverError) -> [UInt8] {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw HandoverError("the document cannot be read: \(systemMessage())") }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                return pread(file, rest.baseAddress, rest.count, off_t(count))
            }
            guard more > 0 else { throw HandoverError("the document cannot be read: \(systemMessage())") }
            count += more
        }
        return bytes
    }
}
