import FasciaDocument

extension BoundThings {
    /// - Parameter isTransient: whether the state of a thing is left out.
    func archive(into writer: inout ArchiveWriter, except isTransient: (ThingID) -> Bool) {
        writer.int(lastNumber)
        writer.list(claims) { $0.claim($1) }
        let kept = things.filter { !isTransient($0.key) }.sorted { $0.key.text < $1.key.text }
        writer.list(kept) {
            $0.text($1.key.text)
            $0.boundState($1.value)
        }
    }

    init(from reader: inout ArchiveReader) throws(ArchiveError) {
        let number = try reader.int()
        put(try reader.list { reader throws(ArchiveError) in try reader.claim() }, lastNumber: number)
        for _ in 0..<(try reader.count()) {
            let thing = ThingID(try reader.text())
            put(try reader.boundState(), thing)
        }
    }
}

extension ArchiveWriter {
    mutating func claim(_ claim: Claim) {
        int(claim.number)
        int(claim.client)
        text(claim.name)
        list(claim.request.ids) { $0.text($1.text) }
        int(claim.request.timeout)
        int(claim.request.atMost)
        bool(claim.request.retry)
        bool(claim.request.isAssumed)
        optional(claim.request.revertWithin) { $0.int($1) }
        int(claim.since)
        optional(claim.left) { $0.note($1) }
        // Earlier versions wrote only whether it ends, as 0 or 1.
        byte((claim.isEnding ? 1 : 0) | (claim.uid == nil ? 0 : 2))
        if let uid = claim.uid { int(uid) }
    }

    private mutating func requester(_ requester: Requester) {
        // Behind the method, because an earlier version does not know it.
        text(requester.method + (requester.relay.map { " \($0)" } ?? ""))
        int(requester.client)
        optional(requester.name) { $0.text($1) }
        int(requester.uid)
        int(requester.pid)
        optional(requester.request) { $0.text($1) }
    }

    private mutating func note(_ note: Note) {
        text(note.reason)
        int(note.time)
    }

    mutating func boundState(_ state: BoundState) {
        optional(state.reported) { $0.json($1) }
        int(state.claim)
        optional(state.running) { writer, running in
            writer.json(running.to)
            writer.json(running.from)
            writer.int(running.since)
            writer.int(running.revision)
            // Who was asked is gone when this is read.
            writer.bool(running.phase == .interrupted)
            writer.optional(running.asked) { $0.text($1) }
            writer.bool(running.isFallback)
            writer.optional(running.requester) { $0.requester($1) }
        }
        optional(state.queued) { writer, queued in
            writer.json(queued.to)
            writer.optional(queued.requester) { $0.requester($1) }
        }
        optional(state.unreadable) { $0.note($1) }
        optional(state.failed) { $0.note($1) }
        optional(state.fallback) { writer, fallback in
            writer.json(fallback.value)
            writer.int(fallback.within)
            writer.int(fallback.until)
            writer.optional(fallback.deadline) {
                $0.text($1.boot)
                $0.int($1.milliseconds)
            }
        }
    }
}

extension ArchiveReader {
    mutating func claim() throws(ArchiveError) -> Claim {
        let (number, client, name) = (try int(), try int(), try text())
        var request = ClaimRequest()
        request.ids = try list { reader throws(ArchiveError) in ThingPattern(try reader.text()) }
        request.timeout = try int()
        request.atMost = try int()
        request.retry = try bool()
        request.isAssumed = try bool()
        request.revertWithin = try optional { reader throws(ArchiveError) in try reader.int() }
        let since = try int()
        let left = try optional { reader throws(ArchiveError) in try reader.note() }
        let flags = try byte()
        guard flags < 4 else { throw ArchiveError("unknown flags of a claim") }
        return Claim(
            number: number, client: client, uid: flags & 2 == 0 ? nil : try int(), name: name, request: request, since: since,
            left: left, isEnding: flags & 1 == 1)
    }

    private mutating func requester() throws(ArchiveError) -> Requester? {
        try optional { reader throws(ArchiveError) in
            let (words, client) = (try reader.text().split(separator: " ").map(String.init), try reader.int())
            guard let method = words.first else { throw ArchiveError("a request without a method") }
            let name = try reader.optional { reader throws(ArchiveError) in try reader.text() }
            let (uid, pid) = (try reader.int(), try reader.int())
            let request = try reader.optional { reader throws(ArchiveError) in try reader.text() }
            return Requester(
                method: method, client: client, name: name, uid: uid, pid: pid,
                relay: words.dropFirst().first.flatMap { Int($0) },
                request: request)
        }
    }

    private mutating func note() throws(ArchiveError) -> Note { Note(try text(), at: try int()) }

    mutating func boundState() throws(ArchiveError) -> BoundState {
        var state = BoundState()
        state.reported = try optional { reader throws(ArchiveError) in try reader.json() }
        state.claim = try int()
        state.running = try optional { reader throws(ArchiveError) in
            let (to, from, since, revision) = (try reader.json(), try reader.json(), try reader.int(), try reader.int())
            return .init(
                to: to, from: from, since: since, revision: revision, phase: try reader.bool() ? .interrupted : .unsent,
                asked: try reader.optional { reader throws(ArchiveError) in try reader.text() },
                isFallback: try reader.bool(), requester: try reader.requester())
        }
        state.queued = try optional { reader throws(ArchiveError) in
            .init(to: try reader.json(), requester: try reader.requester())
        }
        state.unreadable = try optional { reader throws(ArchiveError) in try reader.note() }
        state.failed = try optional { reader throws(ArchiveError) in try reader.note() }
        state.fallback = try optional { reader throws(ArchiveError) in
            let (value, within, until) = (try reader.json(), try reader.int(), try reader.int())
            let deadline = try reader.optional { reader throws(ArchiveError) in
                BootTime(boot: try reader.text(), milliseconds: try reader.int())
            }
            return .init(value: value, within: within, deadline: deadline, until: until)
        }
        return state
    }
}
