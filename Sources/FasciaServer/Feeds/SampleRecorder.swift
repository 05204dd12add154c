import FasciaDocument
import FasciaModel
import FasciaScene

/// Keeps the recent numbers of the values that screens show as curves. They are not part of the panel: neither journalled
/// nor undone.
final class SampleRecorder {
    /// The numbers kept of each value.
    static let maximumSamples = 240
    /// The values whose numbers are kept. Those of further ones are not.
    static let maximumKeys = 1_000

    private let live: LivePanel
    /// The samples of each value, from the oldest to the latest.
    private(set) var samples: [String: [Sample]] = [:]
    /// The keys shown by the curves of each screen.
    private var shown: [String: Set<String>] = [:]

    init(_ live: LivePanel) {
        self.live = live
        for screen in live.panel.screenIDs { screenChanged(screen) }
    }

    func note(_ changes: [Change]) {
        for change in changes {
            switch change {
            case .value(let key, _, _), .transient(let key, _, _): if samples[key] != nil { add(key) }
            case .screen(let id, _), .declared(.screen, let id), .removed(.screen, let id): screenChanged(id)
            default: break
            }
        }
    }

    /// A value that is set to the same number again is a sample, too: time has passed. It is shown with the next change.
    func note(unchanged command: Command) {
        guard case .setValue(let key, _) = command, samples[key] != nil else { return }
        add(key)
    }

    private func screenChanged(_ id: String) {
        let keys = live.panel.screen(id)?.body.plottedKeys ?? []
        guard keys != shown[id] ?? [] else { return }
        shown[id] = keys.isEmpty ? nil : keys
        let all = shown.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        for key in samples.keys where !all.contains(key) { samples[key] = nil }
        for key in keys where samples[key] == nil && samples.count < Self.maximumKeys {
            samples[key] = []
            add(key)
        }
    }

    private func add(_ key: String) {
        guard !live.panel.isSecret(value: key), let value = live.panel.value(key),
            let sample = Sample(value, at: live.clock.now.milliseconds)
        else { return }
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
