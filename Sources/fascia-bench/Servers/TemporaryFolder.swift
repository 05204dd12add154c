import CBench
import Glibc

/// A new temporary directory for sockets, state and logs, which `remove` deletes with its contents.
struct TemporaryFolder {
    let path: String

    init() throws(BenchFailure) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/fascia-bench.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BenchFailure("cannot make a folder in \(parent): \(String(cString: strerror(errno)))")
        }
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? parent
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func remove() { _ = cbench_remove_folder(path) }
}
