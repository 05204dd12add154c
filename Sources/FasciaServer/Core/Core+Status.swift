import FasciaLoop
import FasciaModel
import FasciaWire
import Glibc

/// The result of `daemon.status`, and the status text for the service manager.
extension Core {
    var status: JSON.Object {
        let counts = panel.counts
        return [
            "version": .string(Version.current), "pid": .int(Int(getpid())), "epoch": .string(epoch),
            "revision": .int(panel.revision),
            "uptime": .double((started.duration(to: .now) / .milliseconds(1)).rounded() / 1_000),
            "counts": [
                "clients": .int(clients.count), "terminals": .int(terminals.count),
                "watches": .int(clients.values.reduce(0) { $0 + $1.watches.count }), "waits": .int(waiters.count),
                "stacks": .int(counts.stacks),
                "entries": .int(counts.entries), "targets": .int(counts.targets), "groups": .int(counts.groups),
                "options": .int(counts.options), "pickers": .int(counts.pickers), "values": .int(counts.values),
                "screens": .int(counts.screens),
                "events": .int(history.count), "issues": .int(actions.counts.values.reduce(0, +)),
                "unimplemented": .int(actions.counts[.unimplemented] ?? 0),
            ],
            "memory": .int(residentBytes), "journal": .object(journalFacts),
            "work": [
                "scenes": .int(picture.work.scenes), "layouts": .int(picture.work.layouts),
                "pictures": .int(picture.work.pictures), "frames": .int(picture.work.frames),
                "slices": .int(picture.work.slices),
            ],
            "terminals": .array(terminals.map(describe)),
            "plugins": plugins.known,
            "issues": .array(actions.issues.map(\.json)),
        ]
    }

    /// The journal's part of the status; only `"kept": false` without a journal.
    private var journalFacts: JSON.Object {
        guard let facts = journal?.facts else { return ["kept": false] }
        var members: JSON.Object = [
            "kept": true, "bytes": .int(facts.bytes), "lag": .int(facts.unsynced),
        ]
        if let revision = facts.snapshotRevision, let time = facts.snapshotTime {
            members["snapshot"] = [
                "revision": .int(revision), "time": .string(Timestamp(milliseconds: time).text),
                "bytes": .int(facts.snapshotBytes),
            ]
        }
        members["failure"] = facts.failure.map { .string($0) }
        return members
    }

    /// One-line summary for the service manager.
    package var statusLine: String {
        let counts = panel.counts
        let trouble = journal?.unavailable.map { "changes are refused: \($0); " } ?? ""
        return trouble + "\(counted(clients.count, "client")), \(counted(terminals.count, "terminal")); "
            + "\(counted(counts.screens, "screen")), \(counted(counts.groups, "group")) with "
            + "\(counted(counts.options, "option")), \(counted(counts.values, "value")); "
            + "revision \(panel.revision)"
    }

    private func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private func describe(_ terminal: Terminal) -> JSON {
        var members: JSON.Object = [
            "terminal": .int(terminal.id), "client": .int(terminal.client.id), "stack": .string(terminal.stack),
            "columns": .int(terminal.size.columns), "rows": .int(terminal.size.rows),
            "colors": .string(terminal.profile.colors.rawValue), "unicode": .bool(terminal.profile.unicode),
            "uid": .int(Int(terminal.client.peer.uid)), "pid": .int(Int(terminal.client.peer.pid)),
            "name": .string(terminal.client.origin.name ?? ""), "mode": .string(terminal.operates ? "operate" : "view"),
        ]
        if let tty = terminal.attach.tty { members["tty"] = .string(tty) }
        if let follows = terminal.follows { members["follows"] = .int(follows.number) }
        return .object(members)
    }

    /// Resident memory in bytes (`/proc/self/statm`, second field, in pages).
    private var residentBytes: Int {
        let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = read(descriptor, &bytes, bytes.count)
        let fields = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }
}
