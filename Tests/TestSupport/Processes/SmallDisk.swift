import Foundation
import Glibc

/// A file system of a few megabytes: a tmpfs in a mount namespace, which a holder process keeps alive. Only processes
/// that are started with `entering` see it at `path`.
public final class SmallDisk: Sendable {
    public let path: String
    private let holder: RunningProcess
    private let isRoot = geteuid() == 0

    /// - Parameter path: an empty directory.
    /// - Throws: `TestFailure` if namespaces are not allowed: see `isAllowed`.
    public init(at path: String, megabytes: Int) throws {
        self.path = path
        // The holder ends when its standard input is closed, at the latest with this process.
        let script = "mount -t tmpfs -o size=\(megabytes)m,mode=0700 small \"$0\" && echo ready && exec cat"
        holder = try RunningProcess(
            "/usr/bin/unshare", (geteuid() == 0 ? ["-m"] : ["-Urm"]) + ["/bin/sh", "-c", script, path])
        do { try holder.output.wait(for: "ready") } catch {
            throw TestFailure("no small file system: \(error): \(holder.error.text)")
        }
    }

    deinit {
        holder.process.signal(9)
        _ = try? holder.process.waitForExit()
    }

    /// The command prefix that runs a program inside the mount namespace.
    public var entering: [String] {
        ["/usr/bin/nsenter", "-t", String(holder.process.id), "-m"] + (isRoot ? [] : ["-U", "--preserve-credentials"]) + ["--"]
    }

    /// The path of a file in it, as seen from this process.
    public subscript(name: String) -> String { "/proc/\(holder.process.id)/root\(path)/\(name)" }

    /// Fills the file system.
    public func fill() throws {
        let descriptor = open(self["filler"], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TestFailure.system("making the filler") }
        defer { close(descriptor) }
        for size in [1 << 20, 4_096] {
            let bytes = [UInt8](repeating: 1, count: size)
            // A write may be partial if there is not enough room.
            while write(descriptor, bytes, size) > 0 {}
            guard errno == ENOSPC else { throw TestFailure.system("filling") }
        }
    }

    public func makeRoom() throws {
        guard unlink(self["filler"]) == 0 else { throw TestFailure.system("removing the filler") }
    }

    /// Whether this machine allows mount namespaces. Under CI it must, so that no test is skipped.
    public static let isAllowed: Bool = {
        if ProcessInfo.processInfo.environment["CI"] != nil { return true }
        guard let directory = try? TemporaryDirectory() else { return false }
        return (try? SmallDisk(at: directory.path, megabytes: 1)) != nil
    }()
}
