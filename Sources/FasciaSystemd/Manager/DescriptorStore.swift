import CSystemd
import Glibc

/// The service manager's store for descriptors, which keeps them open between two processes of the service
/// (`FileDescriptorStoreMax=`, sd_pid_notify_with_fds(3)).
///
/// The next process receives them with their names from `PassedSockets.receiveDescriptors`. They survive a restart and a crash;
/// `systemctl stop` releases them.
public struct DescriptorStore: Sendable {
    /// The prefix of all stored names, which distinguishes them from sockets of `.socket` units.
    public static let prefix = "fascia-kept-"

    public init() {}

    /// Sends a duplicate of a descriptor to the manager.
    ///
    /// - Parameters:
    ///   - name: the name without the prefix: letters, digits and hyphens.
    /// - Returns: whether the message was delivered. A manager whose store is full closes the duplicate and only logs it.
    @discardableResult
    public func store(_ descriptor: Int32, as name: String) -> Bool {
        // Without FDPOLL=0 the manager would drop a connection that its peer has closed, and with it the peer's last
        // lines.
        let message = "FDSTORE=1\nFDPOLL=0\nFDNAME=\(Self.prefix)\(name)"
        return withUnsafePointer(to: descriptor) { sd_pid_notify_with_fds(0, 0, message, $0, 1) > 0 }
    }

    /// Waits until the manager has processed all messages.
    ///
    /// - Returns: false if it has not within the limit.
    @discardableResult
    public func waitUntilStored(for limit: Duration) -> Bool {
        let (seconds, attoseconds) = limit.components
        let microseconds = UInt64(seconds) * 1_000_000 + UInt64(attoseconds / 1_000_000_000_000)
        return sd_notify_barrier(0, microseconds) >= 0
    }

    /// Makes the manager close its duplicate.
    @discardableResult
    public func remove(_ name: String) -> Bool {
        sd_notify(0, "FDSTOREREMOVE=1\nFDNAME=\(Self.prefix)\(name)") > 0
    }
}

extension StoredDescriptor {
    /// The name without the prefix.
    public var storedName: String { String(name.dropFirst(DescriptorStore.prefix.count)) }
}
