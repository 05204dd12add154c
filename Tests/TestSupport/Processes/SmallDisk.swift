import Foundation
import Glibc

/// A file system of a few megabytes over a directory, seen only by the processes that are started in it: a tmpfs in a
/// mount namespace that a process of its own holds, so that it outlives the daemons in it.
public final class SmallDisk: Sendable {
    public let path: String
    private let holder: RunningProcess
    private let isRoot = geteuid() == 0

    /// - Parameter path: an empty directory.
    /// - Throws: where namespaces are not allowed: see `isAllowed`.
    public init(at path: String, megabytes: Int) throws {
        self.path = path
        // It ends when its standard input does, which is with this process at the latest.
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

    /// What stands before a command that shall run with it.
    public var entering: [String] {
        ["/usr/bin/nsenter", "-t", String(holder.process.id), "-m"] + (isRoot ? [] : ["-U", "--preserve-credentials"]) + ["--"]
    }

    /// Where something in it is for this process.
    public subscript(name: String) -> String { "/proc/\(holder.process.id)/root\(path)/\(name)" }

    /// Takes all the room that is left.
    public func fill() throws {
        let descriptor = open(self["filler"], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TestFailure.system("making the filler") }
        defer { close(descriptor) }
        for size in [1 << 20, 4_096] {
            let bytes = [UInt8](repeating: 1, count: size)
            // Some of them may be taken, where there is not room for all.
            while write(descriptor, bytes, size) > 0 {}
            guard errno == ENOSPC else { throw TestFailure.system("filling") }
        }
    }

    public func makeRoom() throws {
        guard unlink(self["filler"]) == 0 else { throw TestFailure.system("removing the filler") }
    }

    /// Whether this machine lets a test have one. In CI it must: there nothing is skipped.
    public static let isAllowed: Bool = {
        if ProcessInfo.processInfo.environment["CI"] != nil { return true }
        guard let directory = try? TemporaryDirectory() else { return false }
        return (try? SmallDisk(at: directory.path, megabytes: 1)) != nil
    }()
}
