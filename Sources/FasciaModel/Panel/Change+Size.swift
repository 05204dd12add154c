import FasciaDocument

extension Change {
    /// The total of `retainedBytes` over all changes.
    public static func retainedBytes(of changes: [Change]) -> Int { changes.reduce(0) { $0 + $1.retainedBytes } }

    /// An estimate of the memory, in bytes, that keeping this change retains: its texts and JSON, old and new, and
    /// their containers. Used to bound histories.
    public var retainedBytes: Int {
        let own = MemoryLayout<Change>.stride
        return switch self {
        // Their ids are shared with the group's layout, so they do not count here.
        case .option, .group: own
        case .enabled(let id, _, _), .screen(let id, _), .declared(_, let id),
            .removed(_, let id), .orphaned(let id, _):
            own + id.utf8.count
        case .value(let key, let from, let to): own + key.utf8.count + from.retainedBytes + to.retainedBytes
        case .transient(let key, let from, let to):
            own + key.utf8.count + (from?.retainedBytes ?? 0) + (to?.retainedBytes ?? 0)
        case .picker(let picker):
            own + MemoryLayout<PickerChange>.stride + picker.id.utf8.count + (picker.from?.utf8.count ?? 0)
                + (picker.to?.utf8.count ?? 0)
        case .nav(let nav):
            own + MemoryLayout<NavChange>.stride + nav.stack.utf8.count
                + nav.added.reduce(0) { $0 + $1.retainedBytes }
                + nav.removed.reduce(0) { $0 + $1.entry.retainedBytes }
        case .environment(_, let values): own + JSON.object(values).retainedBytes
        case .bound(let change): own + MemoryLayout<BoundChange>.stride + change.thing.id.utf8.count + change.kind.retainedBytes
        case .claimed(let name, let ids, let ended):
            own + name.utf8.count + (ended?.utf8.count ?? 0) + ids.reduce(0) { $0 + 16 + $1.utf8.count }
        case .question(let change):
            own + MemoryLayout<QuestionChange>.stride + change.id.utf8.count + change.name.utf8.count
                + (change.answer?.retainedBytes ?? 0) + (change.person?.program.utf8.count ?? 0)
        case .action(let report):
            own + MemoryLayout<ActionReport>.stride + report.name.utf8.count + report.payload.retainedBytes
                + (report.reason?.utf8.count ?? 0)
        case .issue(let issue):
            own + MemoryLayout<Issue>.stride + issue.message.utf8.count + JSON.object(issue.breadcrumbs).retainedBytes
        }
    }
}

extension BoundChange.Kind {
    fileprivate var retainedBytes: Int {
        switch self {
        case .pending(let to, let next): to.retainedBytes + (next?.retainedBytes ?? 0)
        case .confirmed(let value), .reported(let value): value.retainedBytes
        case .unconfirmed(let value, let back, _): value.retainedBytes + back.retainedBytes
        case .reverted(let to, let reason): to.retainedBytes + reason.utf8.count
        case .failed(let reason), .stale(let reason): reason.utf8.count
        case .progress(let progress): progress.message?.utf8.count ?? 0
        case .unknown, .held, .released: 0
        }
    }
}
