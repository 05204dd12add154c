import CBench
import Glibc

/// A server that the bench started: a process of its own that listens on a Unix socket.
final class Server {
    let name: String
    let socket: String
    private let log: String
    private let process: pid_t

    /// Starts it and waits until it takes connections.
    init(name: String, arguments: [String], socket: String, log: String) throws {
        self.name = name
        self.socket = socket
        self.log = log
        var pointers = arguments.map { UnsafePointer(strdup($0)) }
        pointers.append(nil)
        process = cbench_spawn(pointers, log)
        for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
        guard process > 0 else { throw BenchFailure("cannot start \(name): \(String(cString: strerror(errno)))") }
        try waitUntilItListens()
    }

    deinit {
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
    }

    /// There is nothing to wait on for somebody else's socket, so it is tried until it is there.
    private func waitUntilItListens() throws(BenchFailure) {
        for _ in 0..<2_000 {
            if (try? LineClient(socket)) != nil { return }
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == process {
                throw BenchFailure("\(name) ended at once:\n\(TextFile.read(log) ?? "")")
            }
            usleep(5_000)
        }
        throw BenchFailure("\(name) does not listen on \(socket) after 10 s:\n\(TextFile.read(log) ?? "")")
    }

    // MARK: What the kernel says about it

    /// Nanoseconds of processor time of all its threads.
    var processorTime: Int {
        threads.reduce(0) { sum, thread in
            let first = TextFile.read("\(thread)/schedstat")?.split(separator: " ").first
            return sum + (first.flatMap { Int($0) } ?? 0)
        }
    }

    /// How often each of its threads has gone to sleep by itself: every wake-up is followed by one of these.
    var sleeps: [String: Int] {
        let counts = threads.map { ($0, number("voluntary_ctxt_switches", in: "\($0)/status") ?? 0) }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    /// Bytes of memory in use.
    var residentBytes: Int { (number("VmRSS", in: "/proc/\(process)/status") ?? 0) * 1_024 }

    /// Lets all its threads run on one processor only, or on any.
    func pin(to processor: Int32?) {
        for thread in threads {
            guard let id = thread.split(separator: "/").last.flatMap({ pid_t($0) }) else { continue }
            _ = cbench_pin(id, processor ?? -1)
        }
    }

    private var threads: [String] {
        let folder = "/proc/\(process)/task"
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var found: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.first != "." { found.append("\(folder)/\(name)") }
        }
        return found
    }

    private func number(_ field: String, in path: String) -> Int? {
        for line in TextFile.read(path)?.split(separator: "\n") ?? [] where line.hasPrefix(field + ":") {
            return Int(line.split(whereSeparator: { $0 == ":" || $0 == "\t" || $0 == " " })[1])
        }
        return nil
    }
}

/// Files of /proc and logs, read whole.
enum TextFile {
    static func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
