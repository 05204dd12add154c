import CLinux
import FasciaClient
import FasciaLoop
import Glibc
import Synchronization

/// Tells when files may have changed, however that is done: written in place, replaced, or reached by another link or directory
/// than before.
final class FileChanges: Sendable {
    /// How often to look at files whose changes are not told.
    private static let interval = Duration.milliseconds(500)
    /// How many links a path leads through at most.
    private static let longestChain = 40

    /// For each watched directory, the names in it that lead to the files.
    private let names: Names
    /// `nil` if the user has as many as are allowed.
    private let events: FileWatch?
    private let isTold = Mutex(false)

    private final class Names: Sendable { let all = Mutex<[Int32: Set<String>]>([:]) }

    init() {
        let names = Names()
        self.names = names
        events = try? FileWatch { event in
            // A directory that has gone, and events that were lost, have no name.
            event.name.isEmpty || names.all.withLock { $0[event.watch]?.contains(event.name) == true }
        }
    }

    /// Watches these files from now on, by the way that leads to them now.
    func watch(_ files: [String]) {
        let told = files.map(follow)
        isTold.withLock { $0 = told.allSatisfy { $0 } }
    }

    /// Waits until one of the files may have changed since the last wait.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func wait() async throws {
        if let events, isTold.withLock({ $0 }) {
            try await events.wait()
        } else {
            try await ConnectionThread.shared.sleep(for: Self.interval)
        }
    }

    /// - Returns: whether changes of the file are told.
    private func follow(_ file: String) -> Bool {
        var (isTold, links, path, rest) = (false, 0, file.hasPrefix("/") ? "/" : "", Self.components(file))
        while let name = rest.first {
            rest.removeFirst()
            let directory = path.isEmpty ? "." : path
            isTold = add(name, in: directory)
            let next = path + (path.isEmpty || path.hasSuffix("/") ? "" : "/") + name
            if links < Self.longestChain, let target = Self.link(next) {
                links += 1
                rest = Self.components(target) + rest
                if target.hasPrefix("/") { path = "/" }
            } else {
                path = next
            }
        }
        return isTold
    }

    /// - Returns: whether changes of the name in the directory are told: those by other machines are not.
    private func add(_ name: String, in directory: String) -> Bool {
        guard let number = events?.events.watch(directory, for: [.written, .names]) else { return false }
        names.all.withLock { _ = $0[number, default: []].insert(name) }
        var system = statfs()
        return statfs(directory, &system) == 0 && !Self.remote.contains(UInt32(truncatingIfNeeded: system.f_type))
    }

    /// The numbers of file systems that others change: NFS, SMB, CIFS, FUSE, 9P, Ceph, AFS (statfs(2)).
    private static let remote: Set<UInt32> = [
        0x6969, 0xFE53_4D42, 0xFF53_4D42, 0x517B, 0x6573_5546, 0x0102_1997, 0x00C3_6400, 0x5346_414F,
    ]

    private static func components(_ path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." }
    }

    private static func link(_ path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        return count > 0 ? String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }
}
