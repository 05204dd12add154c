import FasciaDocument
import FasciaWire
import Glibc

/// The rows of lists in which something was changed, in a file: an agent that is started again knows how a change is taken back
/// whose row has gone. Rows are only data, and are taken no other way than those that a command prints.
struct RowMemory: Sendable {
    struct List: Hashable {
        var owner: String
        var command: String
        var rows: [[String: String]]
        /// The ids of the things that were changed.
        var changing: [String]

        func isOf(_ source: RowSources.RowSource) -> Bool { owner == source.owner && command == source.command.text }
    }

    let path: String

    init(directory: String, panel: String) {
        let full = realpath(panel, nil)
        defer { free(full) }
        let name = full.map { String(cString: $0) } ?? panel
        path = "\(directory)/rows-\(String(PanelButton.hash([name]), radix: 36)).json"
    }

    /// The directory that the service manager has given to the agent, or one of the user's.
    static func directory(_ variable: (String) -> String? = RowMemory.variable) -> String? {
        // systemd may list several directories.
        if let assigned = variable("STATE_DIRECTORY") { return String(assigned.prefix { $0 != ":" }) }
        let state = variable("XDG_STATE_HOME") ?? variable("HOME").map { $0 + "/.local/state" }
        return state.map { $0 + "/fascia/panels" }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    // MARK: - Reading

    /// What an agent has written; nothing if somebody else may have.
    var lists: [List] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        guard let file = fdopen(descriptor, "r") else {
            close(descriptor)
            return []
        }
        defer { fclose(file) }
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
            information.st_uid == geteuid(), information.st_mode & 0o022 == 0
        else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(information.st_size))
        let count = fread(&bytes, 1, bytes.count, file)
        guard let json = try? JSONParser.parse(String(decoding: bytes.prefix(count), as: UTF8.self)) else { return [] }
        return (json.arrayValue ?? []).compactMap(List.init)
    }

    // MARK: - Writing

    /// - Parameters:
    ///   - present: the ids of the things of these rows.
    ///   - id: what is about to be changed.
    /// - Throws: why it cannot be stored.
    func remember(
        _ rows: [[String: String]], of source: RowSources.RowSource, with present: Set<String>, changing id: String
    ) throws(CommandRefusal) {
        let before = lists
        var lists = before.filter { !$0.isOf(source) }
        let earlier = before.first { $0.isOf(source) }?.changing.filter { $0 != id && present.contains($0) } ?? []
        lists.append(List(owner: source.owner, command: source.command.text, rows: rows, changing: earlier + [id]))
        if lists != before { try write(JSON.array(lists.map(\.json)).line) }
    }

    private func write(_ text: String) throws(CommandRefusal) {
        for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o700) }
        let new = path + ".new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0, let file = fdopen(descriptor, "w") else { throw failure() }
        var isWritten = fputs(text + "\n", file) >= 0
        isWritten = fflush(file) == 0 && isWritten
        // The change may make the machine start again.
        isWritten = fsync(descriptor) == 0 && isWritten
        let code = errno
        fclose(file)
        errno = code
        guard isWritten, rename(new, path) == 0 else { throw failure() }
    }

    private func failure() -> CommandRefusal { CommandRefusal(message: "\(path): \(String(cString: strerror(errno)))") }
}

extension RowMemory.List {
    init?(_ json: JSON) {
        guard let owner = json["owner"]?.stringValue, let command = json["command"]?.stringValue,
            let rows = json["rows"]?.arrayValue, let changing = json["changing"]?.arrayValue
        else { return nil }
        self.owner = owner
        self.command = command
        self.rows = rows.map { row in
            let members = (row.objectValue?.members ?? []).compactMap { name, value in value.stringValue.map { (name, $0) } }
            return Dictionary(members) { first, _ in first }
        }
        self.changing = changing.compactMap(\.stringValue)
    }

    fileprivate var json: JSON {
        [
            "owner": .string(owner), "command": .string(command), "changing": .array(changing.map { .string($0) }),
            "rows": .array(rows.map { row in .object(JSON.Object(row.sorted { $0.key < $1.key }.map { ($0, .string($1)) })) }),
        ]
    }
}
