import Glibc

/// The statistics of a process in /proc.
struct ProcessState {
    let process: pid_t

    /// Processor time of all threads, in nanoseconds.
    var processorTime: Int {
        threads.reduce(0) { sum, thread in
            let first = TextFile.read("\(thread)/schedstat")?.split(separator: " ").first
            return sum + (first.flatMap { Int($0) } ?? 0)
        }
    }

    /// Voluntary context switches of each thread. A thread that wakes up and sleeps again adds one.
    var sleeps: [String: Int] {
        let counts = threads.map { ($0, number("voluntary_ctxt_switches", in: "\($0)/status") ?? 0) }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    /// Anonymous memory in bytes: allocated memory, and modified private pages of mapped files.
    var privateBytes: Int { (number("Anonymous", in: "/proc/\(process)/smaps_rollup") ?? 0) * 1_024 }

    /// Resident memory in bytes: current and maximum.
    var residentBytes: Int { (number("VmRSS", in: "/proc/\(process)/status") ?? 0) * 1_024 }
    var maximumResidentBytes: Int { (number("VmHWM", in: "/proc/\(process)/status") ?? 0) * 1_024 }

    /// The directories of the threads in /proc.
    var threads: [String] {
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

    /// Number of wake-ups of idle processes in 3 seconds.
    static func wakeUps(of processes: [ProcessState]) -> Double {
        // Lets earlier requests finish first.
        usleep(500_000)
        let before = processes.map(\.sleeps)
        sleep(3)
        return zip(processes, before).reduce(0) { sum, pair in
            let (before, after) = (pair.1, pair.0.sleeps)
            // A thread that was created or has ended in between counts as one wake-up at least.
            let gone = before.keys.filter { after[$0] == nil }.count
            return sum + Double(after.reduce(gone) { $0 + $1.value - (before[$1.key] ?? 0) })
        }
    }
}

/// Reads text files, also those in /proc, whose size is not known in advance, and writes them.
enum TextFile {
    static func write(_ text: String, to path: String) throws(BenchFailure) {
        guard let file = fopen(path, "w") else { throw BenchFailure("cannot write \(path)") }
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten else { throw BenchFailure("cannot write \(path)") }
    }

    static func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
