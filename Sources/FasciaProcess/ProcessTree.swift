import Glibc

/// The processes that a command has started, also those that have left its session or lost their parents.
struct ProcessTree {
    let main: pid_t
    /// The variable in the environment of the command, which its descendants inherit.
    let marker: String
    /// Contains all of them, if there is one.
    let group: ProcessControlGroup?

    private struct Entry {
        var process: pid_t
        var parent: pid_t
        var session: pid_t
    }

    /// The processes that are running, parents before their children; `nil` if they cannot be read now, such as at the limit of
    /// open descriptors.
    ///
    /// A process belongs to the command if it is in its session, descends from one of its processes, or has its marker.
    var members: [pid_t]? {
        guard let entries = ProcessTree.entries() else { return nil }
        if let group { return ProcessTree.parentsFirst(Set(group.members), entries) }
        var found = Set<pid_t>()
        for entry in entries where entry.process == main || entry.session == main || hasMarker(entry.process) {
            found.insert(entry.process)
        }
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for entry in entries where found.contains(entry.parent) && !found.contains(entry.process) {
                found.insert(entry.process)
                isGrowing = true
            }
        }
        return ProcessTree.parentsFirst(found, entries)
    }

    /// A shell whose command ends first goes on with its next line.
    private static func parentsFirst(_ found: Set<pid_t>, _ entries: [Entry]) -> [pid_t] {
        let parents = Dictionary(entries.map { ($0.process, $0.parent) }) { first, _ in first }
        func depth(_ process: pid_t) -> Int {
            var (depth, next) = (0, parents[process])
            while let parent = next, found.contains(parent), depth < found.count { (depth, next) = (depth + 1, parents[parent]) }
            return depth
        }
        return found.map { (depth($0), $0) }.sorted { $0 < $1 }.map(\.1)
    }

    func signal(_ signal: Int32) {
        if signal == SIGKILL, group?.kill() ?? false { return }
        for process in members ?? [] {
            kill(process, signal)
            // A stopped process cannot act on SIGTERM.
            if signal == SIGTERM { kill(process, SIGCONT) }
        }
    }

    private func hasMarker(_ process: pid_t) -> Bool {
        contents(of: "/proc/\(process)/environ").split(separator: 0).contains { $0.elementsEqual(marker.utf8) }
    }

    private static func entries() -> [Entry]? {
        guard let directory = opendir("/proc") else { return nil }
        defer { closedir(directory) }
        let own = getpid()
        var entries: [Entry] = []
        while let item = readdir(directory) {
            let name = withUnsafePointer(to: &item.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let process = pid_t(name), process != own else { continue }
            // "PID (NAME) STATE PARENT GROUP SESSION …", and the name may contain anything.
            let stat = contents(of: "/proc/\(process)/stat")
            guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { continue }
            let fields = stat[(end + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 4)
            guard fields.count > 3, !fields[0].elementsEqual("Z".utf8), let parent = number(fields[1]),
                let session = number(fields[3])
            else { continue }
            entries.append(Entry(process: process, parent: parent, session: session))
        }
        return entries
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> pid_t? { pid_t(String(decoding: digits, as: UTF8.self)) }
}

/// The contents of a file in `/proc`; empty if it cannot be read.
func contents(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 { result += buffer[..<count] }
    return result
}
