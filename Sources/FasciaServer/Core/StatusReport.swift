import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaWire
import Glibc

/// The result of `daemon.status`, and the status text for the service manager.
struct StatusReport {
    let core: Core

    private var live: LivePanel { core.live }
    private var clients: Clients { core.clients }
    private var terminals: [Terminal] { core.terminals.all }

    /// - Parameter client: who reads it.
    func members(for client: Client) -> JSON.Object {
        let permit = client.permit
        let counts = permit.panel(live).counts
        let issues = core.issues.issues.filter { permit.sees(Resource(.issue, $0.issue.reason.rawValue)) }
        let work = core.renderer.work
        return [
            "version": .string(Version.current), "pid": .int(Int(getpid())), "epoch": .string(live.epoch),
            "revision": .int(live.revision),
            "uptime": .double((core.started.duration(to: .now) / .milliseconds(1)).rounded() / 1_000),
            "counts": [
                "clients": .int(clients.count), "terminals": .int(terminals.count),
                "watches": .int(core.watches.count), "waits": .int(core.waits.count),
                "stacks": .int(counts.stacks),
                "entries": .int(counts.entries), "targets": .int(counts.targets), "groups": .int(counts.groups),
                "options": .int(counts.options), "pickers": .int(counts.pickers), "values": .int(counts.values),
                "screens": .int(counts.screens),
                "events": .int(live.history.count), "issues": .int(issues.count),
                // Ever since the start, also those that are settled.
                "unimplemented": .int(
                    permit.sees(Resource(.issue, Issue.Reason.unimplemented.rawValue))
                        ? core.issues.counts[.unimplemented] ?? 0 : 0),
            ],
            "memory": .int(residentBytes), "journal": .object(journalFacts),
            "work": [
                "scenes": .int(work.scenes), "layouts": .int(work.layouts),
                "pictures": .int(work.pictures), "frames": .int(work.frames),
                "slices": .int(work.slices),
            ],
            "terminals": .array(terminals.filter { permit.sees(Resource(.nav, $0.stack)) }.map(describe)),
            "plugins": core.plugins.known,
            "issues": .array(issues.map(\.json)),
        ]
    }

    /// The journal's part of the status; only `"kept": false` without a journal.
    private var journalFacts: JSON.Object {
        guard let facts = live.journal?.facts else { return ["kept": false] }
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
    var line: String {
        let counts = live.panel.counts
        let trouble = live.journal?.unavailable.map { "changes are refused: \($0); " } ?? ""
        return trouble + "\(counted(clients.count, "client")), \(counted(terminals.count, "terminal")); "
            + "\(counted(counts.screens, "screen")), \(counted(counts.groups, "group")) with "
            + "\(counted(counts.options, "option")), \(counted(counts.values, "value")); "
            + "revision \(live.revision)"
    }

    private func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private func describe(_ terminal: Terminal) -> JSON {
        var members: JSON.Object = [
            "terminal": .int(terminal.id), "client": .int(terminal.client.id), "stack": .string(terminal.stack),
            "columns": .int(terminal.size.columns), "rows": .int(terminal.size.rows),
            "colors": .string(terminal.capabilities.colors.rawValue), "unicode": .bool(terminal.capabilities.unicode),
            "uid": .int(Int(terminal.client.peer.userID)), "pid": .int(Int(terminal.client.peer.pid)),
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

extension Core {
    /// One-line summary for the service manager.
    package var statusLine: String { StatusReport(core: self).line }
}
