import CSystemd
import Glibc

/// What the service manager keeps of this service's descriptors while none of its processes runs
/// (`FileDescriptorStoreMax=`, sd_pid_notify_with_fds(3)).
///
/// The next process of the service is given them at its start, with their names: `Activation.take`. A `systemctl stop`
/// releases them, a restart and a crash do not.
public struct DescriptorStore: Sendable {
    /// Every stored name begins with it, so that sockets of `.socket` units are told from what is stored.
    public static let prefix = "fascia-kept-"

    public init() {}

    /// Gives a duplicate to the manager.
    ///
    /// - Parameters:
    ///   - name: without the prefix; letters, digits and hyphens.
    /// - Returns: whether the message was delivered. A manager whose store is full closes the duplicate, and only its
    ///   own log says so.
    @discardableResult
    public func keep(_ descriptor: Int32, as name: String) -> Bool {
        // Without FDPOLL=0 the manager would drop a connection whose peer has closed it, with the peer's last lines.
        let message = "FDSTORE=1\nFDPOLL=0\nFDNAME=\(Self.prefix)\(name)"
        return withUnsafePointer(to: descriptor) { sd_pid_notify_with_fds(0, 0, message, $0, 1) > 0 }
    }

    /// Waits until the manager has processed what was sent to it.
    ///
    /// - Returns: whether it has within this time.
    @discardableResult
    public func waitUntilKept(for limit: Duration) -> Bool {
        let (seconds, attoseconds) = limit.components
        let microseconds = UInt64(seconds) * 1_000_000 + UInt64(attoseconds / 1_000_000_000_000)
        return sd_notify_barrier(0, microseconds) >= 0
    }

    /// Has the manager close its duplicate.
    @discardableResult
    public func forget(_ name: String) -> Bool {
        sd_notify(0, "FDSTOREREMOVE=1\nFDNAME=\(Self.prefix)\(name)") > 0
    }
}

extension StoredDescriptor {
    /// What it was kept as, without the prefix.
    public var keptAs: String { String(name.dropFirst(DescriptorStore.prefix.count)) }
}
