import FasciaDocument
import FasciaModel
import FasciaScene

/// Keeps the recent numbers of the values that screens show as curves: one for each time that a value was set or reported,
/// changed or not, and a gap for each time that it could not be read. They are not part of the panel: neither journalled nor
/// undone.
final class SampleRecorder: Stage {
    /// The numbers kept of each value.
    static let maximumSamples = 240
    /// The values whose numbers are kept. Those of further ones are not.
    static let maximumKeys = 1_000

    private let live: LivePanel
    /// The samples of each value, from the oldest to the latest.
    private(set) var samples: [String: [Sample]] = [:]
    /// The keys shown by the curves of each screen.
    private var shown: [String: Set<String>] = [:]
    /// How many screens show each key.
    private var uses: [String: Int] = [:]

    init(_ live: LivePanel) {
        self.live = live
        for screen in live.panel.screenIDs { screenChanged(screen) }
    }

    func take(_ turn: Turn) { note(turn.changes) }

    private func note(_ changes: [Change]) {
        // A report that changes a value is one sample.
        var changed: [String] = []
        for change in changes {
            switch change {
            case .value(let key, _, _), .transient(let key, _, _): changed.append(key)
            case .bound(let change):
                guard case .value(let key) = change.thing else { break }
                switch change.kind {
                case .reported, .stale, .unknown: changed.append(key)
                default: break
                }
            case .screen(let id, _), .declared(.screen, let id), .removed(.screen, let id): screenChanged(id)
            default: break
            }
        }
        for (index, key) in changed.enumerated() where samples[key] != nil && !changed[..<index].contains(key) { add(key) }
    }

    /// A value that is set or reported again as it was is a sample, too: time has passed. It is shown with the next change.
    func note(unchanged command: Command) {
        switch command {
        case .setValue(let key, _) where samples[key] != nil: add(key)
        case .reportThing(.value(let key), .value), .reportThing(.value(let key), .unreadable):
            if samples[key] != nil { add(key) }
        default: break
        }
    }

    private func screenChanged(_ id: String) {
        let keys = live.panel.screen(id)?.body.plottedKeys ?? []
        guard keys != shown[id] ?? [] else { return }
        for key in keys { uses[key, default: 0] += 1 }
        for key in shown[id] ?? [] {
            uses[key, default: 0] -= 1
            if uses[key] == 0 { (uses[key], samples[key]) = (nil, nil) }
        }
        shown[id] = keys.isEmpty ? nil : keys
        for key in keys where samples[key] == nil && samples.count < Self.maximumKeys {
            samples[key] = []
            if !isOnlyDeclared(key) { add(key) }
        }
    }

    /// Whether the value has the number that a declaration gives to what nobody has set yet: that is no sample.
    private func isOnlyDeclared(_ key: String) -> Bool {
        live.panel.valueDeclaration(key).map { $0.initial == nil && live.panel.value(key)?.doubleValue == 0 } ?? false
    }

    private func add(_ key: String) {
        let now = live.clock.now.milliseconds
        guard !live.panel.isSecret(value: key), let value = live.panel.value(key), var sample = Sample(value, at: now) else {
            return
        }
        if let condition = live.panel.condition(of: .value(key)), condition.isUnknown || condition.stale != nil {
            sample = .gap(at: now)
        }
        if sample.isGap, samples[key]?.isEmpty ?? true { return }
        samples[key, default: []].append(sample)
        if let count = samples[key]?.count, count > Self.maximumSamples { samples[key]?.removeFirst() }
    }
}

extension Node {
    /// The keys of the values that it shows as curves.
    fileprivate var plottedKeys: Set<String> {
        var keys: Set<String> = []
        func collect(_ node: Node) {
            if case .plot(let plot) = node.content, case .bind(let key) = plot.source { keys.insert(key) }
            for node in node.children { collect(node) }
            for node in node.attached { collect(node) }
        }
        collect(self)
        return keys
    }
}
