import CProcess
import Glibc

/// The control group of one command, which contains all of its processes, whatever they do.
struct ProcessControlGroup: Hashable, Sendable {
    let path: String

    /// The control group of this process, if the service manager has left that to it, as with `Delegate=yes`.
    static let delegated: String? = {
        let lines = String(decoding: contents(of: "/proc/self/cgroup"), as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("0::") }) else { return nil }
        let path = "/sys/fs/cgroup" + line.dropFirst(3)
        return process_is_delegated(path) == 1 ? path : nil
    }()

    /// Makes a group below another one.
    init(in parent: String, name: String) throws(StartError) {
        path = parent + "/" + name
        guard mkdir(path, 0o755) == 0 else {
            throw StartError(reason: "cannot make the control group \(path): \(String(cString: strerror(errno)))")
        }
    }

    /// For a process that joins it.
    func openMembers() throws(StartError) -> Int32 {
        let descriptor = open(path + "/cgroup.procs", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw StartError(reason: "cannot use the control group \(path): \(String(cString: strerror(errno)))")
        }
        return descriptor
    }

    /// The processes that are running.
    var members: [pid_t] {
        contents(of: path + "/cgroup.procs").split(separator: 10).compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
            .filter { $0 > 0 }
    }

    /// Kills all members at once, also those that are being started.
    ///
    /// - Returns: whether the kernel can do that.
    func kill() -> Bool {
        let descriptor = open(path + "/cgroup.kill", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return write(descriptor, "1", 1) == 1
    }

    /// - Returns: false if it has members, such as a daemon that the command has started.
    func remove() -> Bool { rmdir(path) == 0 || errno == ENOENT }
}
