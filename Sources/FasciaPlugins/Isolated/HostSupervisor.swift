import CFasciaPlugin
import CPluginHost
import FasciaRender
import FasciaScene

/// Asks the process of a plugin, and decides what follows when it fails.
struct HostSupervisor {
    typealias Key = IsolatedPlugin.Key

    /// The controls to ask about in one message at the end of a pass.
    private struct Collected {
        var draws: Bool
        /// How many more questions are asked at once.
        var questions = 4
        var keys: [Key] = []
        var known: Set<Key> = []
    }

    private enum Phase {
        /// Its first answers have not arrived yet.
        case starting(HostProcess, since: ContinuousClock.Instant)
        case running(HostProcess)
        /// The answer to these is late. It has not failed if other plugins took the time.
        case late(HostProcess, [Key], draws: Bool, since: ContinuousClock.Instant, hasFailed: Bool)
        case paused(until: ContinuousClock.Instant)
        case quarantined
    }

    private static let maximumFailures = 3
    private static let maximumAnswers = 4096
    private static let maximumExpected = Int(PLUGIN_HOST_CONTROLS) - 1
    private static let maximumBytes = 4 << 20
    /// In a minute.
    private static let maximumReports = 100
    private let source: PluginSource
    /// How long a late answer and a start are waited for. Frames do not wait.
    private var longest: Duration { max(.seconds(1), source.patience.limit) }
    /// For this plugin.
    private var waited = WaitedTime()
    private let styles: [HostAnswer.Style]
    private let services: StyleServices
    private let clock = ContinuousClock()
    private var phase: Phase
    private var failures: [ContinuousClock.Instant] = []
    private var measurements: [Key: StyleMeasurement] = [:]
    private var drawings: [Key: StyleDrawing] = [:]
    /// The size of the messages that they came in.
    private var drawnBytes = 0
    private var issues: [PluginIssue] = []
    private var collected: Collected?
    /// The controls of the frame that is being laid out, with their styles.
    private var expected: [(control: any LaidOutControl, style: UInt32)] = []
    /// What was measured last, in the sizes in which it will probably be drawn.
    private var measured: [Key] = []
    private var reports = (since: ContinuousClock.now, count: 0)

    init(_ source: PluginSource, _ process: HostProcess, _ styles: [HostAnswer.Style], _ services: StyleServices) {
        self.source = source
        self.styles = styles
        self.services = services
        phase = .running(process)
    }

    var quarantine: String? {
        guard case .quarantined = phase else { return nil }
        return "it failed \(Self.maximumFailures) times in a minute; fascia plugin reload \(source.plugin) starts it again"
    }

    /// Whether it failed and is tried again.
    var isRecovering: Bool {
        switch phase {
        case .starting, .late, .paused: true
        case .running, .quarantined: false
        }
    }

    /// Takes the next step to run again.
    ///
    /// - Returns: whether it runs.
    mutating func recover() -> Bool { ready() != nil }

    /// Tells the plugin which option of a control is selected next. The style may look different afterwards, so its answers are
    /// forgotten.
    mutating func tell(_ control: Control, style: UInt32, option: Int) {
        guard let process = ready() else { return }
        let size = fascia_size(columns: Int32(clamping: option), rows: 0)
        var question = HostQuestion()
        guard question.add(control, style: style, size: size, services) else { return }
        do throws(HostFailure) {
            try process.tell(question)
        } catch {
            fail(error, asked: process)
        }
        measurements = measurements.filter { $0.key.style != style }
        drawings = drawings.filter { $0.key.style != style }
    }

    /// What the next build shall know; `nil` if the plugin keeps no state, does not run or cannot say.
    mutating func save() -> [UInt8]? {
        guard let process = ready() else { return nil }
        do throws(HostFailure) {
            let saved = try process.save(milliseconds: CInt((source.patience.limit / .milliseconds(1)).rounded(.up)))
            hear(saved.reports)
            if saved.status == FASCIA_OK { return saved.state }
            guard saved.status != FASCIA_UNSUPPORTED else { return nil }
            report("the state of plugin \"\(source.plugin)\" is not kept: its save returned status \(saved.status)", .warning)
        } catch {
            report("the state of plugin \"\(source.plugin)\" is not kept: it \(error.words)", .warning)
        }
        return nil
    }

    /// Asks a new build about the controls of the last frames, and keeps its answers.
    ///
    /// - Returns: why it cannot be used.
    mutating func warm(_ keys: (toMeasure: [Key], toDraw: [Key]), patience: Duration) -> String? {
        guard case .running(let process) = phase else { return nil }
        var failure = ask(keys.toMeasure, draws: false, patience: patience)
        if failure == nil { failure = ask(keys.toDraw, draws: true, patience: patience) }
        return failure.map {
            "plugin \"\(source.plugin)\" is not loaded: it \($0.words), so the build before it stays"
                + source.keepQuestion(to: process, styles, $0)
        }
    }

    /// The controls of the last frames.
    var keys: (toMeasure: [Key], toDraw: [Key]) {
        (Array(measurements.keys.prefix(Self.maximumExpected)), Array(drawings.keys.prefix(Self.maximumExpected)))
    }

    mutating func takeIssues() -> [PluginIssue] {
        defer { issues = [] }
        return issues
    }

    mutating func measurement(_ key: Key) -> StyleMeasurement? {
        if let known = measurements[key] { return known }
        guard !collects(key, draws: false) else { return nil }
        var keys = [key]
        for (item, style) in expected {
            guard let control = item.control else { continue }
            let other = Key(style: style, control: control, size: key.size)
            if measurements[other] == nil, other != key { keys.append(other) }
        }
        measured = []
        ask(keys, draws: false)
        return measurements[key]
    }

    mutating func drawing(_ key: Key) -> StyleDrawing? {
        if let known = drawings[key] { return known }
        guard !collects(key, draws: true) else { return nil }
        var keys = [key]
        for other in measured {
            var control = other.control
            control.colorDepth = key.control.colorDepth
            let other = Key(style: other.style, control: control, size: other.size)
            if drawings[other] == nil, other != key { keys.append(other) }
        }
        measured = []
        ask(keys, draws: true)
        return drawings[key]
    }

    mutating func expect(_ control: any LaidOutControl, style: UInt32) {
        if collected != nil, expected.count < Self.maximumExpected { expected.append((control, style)) }
    }

    mutating func collect(draws: Bool) {
        if !draws { (expected, measured) = ([], []) }
        collected = Collected(draws: draws)
    }

    private mutating func collects(_ key: Key, draws: Bool) -> Bool {
        guard collected?.draws == draws else { return false }
        if let questions = collected?.questions, questions > 0 {
            collected?.questions -= 1
            return false
        }
        if collected?.known.insert(key).inserted == true { collected?.keys.append(key) }
        return true
    }

    mutating func answerCollected() -> Bool {
        guard let collected else { return false }
        self.collected = nil
        // A control of a layout refers to its style, and so to this.
        expected = []
        guard !collected.keys.isEmpty else { return false }
        ask(collected.keys, draws: collected.draws)
        return collected.keys.contains { collected.draws ? drawings[$0] != nil : measurements[$0] != nil }
    }

    // MARK: - Exchanges

    /// - Returns: the failure that ended it.
    @discardableResult
    private mutating func ask(_ keys: [Key], draws: Bool, patience: Duration? = nil) -> HostFailure? {
        guard let process = ready() else { return nil }
        defer { source.output.drain() }
        let begin = clock.now
        let end = begin + (patience ?? source.patience.left(at: begin))
        var (asked, failure): ([Key], HostFailure?) = ([], nil)
        do throws(HostFailure) {
            try ask(process, keys, draws: draws, until: end, &asked)
        } catch {
            failure = error
        }
        let now = clock.now
        source.patience.add(from: begin, to: now)
        waited.add(from: begin, to: now)
        if let failure { fail(failure, process, asked, draws: draws) }
        return failure
    }

    /// - Parameter asked: set to the controls of the latest question.
    private mutating func ask(
        _ process: HostProcess, _ keys: [Key], draws: Bool, until end: ContinuousClock.Instant, _ asked: inout [Key]
    ) throws(HostFailure) {
        var rest = keys[...]
        while !rest.isEmpty {
            var question = HostQuestion()
            asked = Array(rest.prefix { question.add($0.control, style: $0.style, size: $0.size, services) })
            guard !asked.isEmpty else {
                refuseTooLong(rest.removeFirst(), draws: draws)
                continue
            }
            try process.ask(question, toDraw: draws)
            let left = CInt(max(0, ((end - clock.now) / .milliseconds(1)).rounded(.up)))
            rest = rest.dropFirst(try keepAnswer(of: process, asked, draws: draws, milliseconds: left))
        }
    }

    /// - Returns: how many controls the answer is about.
    private mutating func keepAnswer(
        of process: HostProcess, _ asked: [Key], draws: Bool, milliseconds: CInt
    ) throws(HostFailure) -> Int {
        let count: Int
        let reports: [HostAnswer.Report]
        if draws {
            let sizes = asked.map { CellSize(columns: Int($0.size.columns), rows: Int($0.size.rows)) }
            let answer = try process.drawn(sizes, milliseconds: milliseconds)
            if drawings.count > Self.maximumAnswers || drawnBytes > Self.maximumBytes {
                drawings.removeAll(keepingCapacity: true)
                drawnBytes = 0
            }
            drawnBytes += answer.bytes
            for (key, drawing) in zip(asked, answer.drawings) { drawings[key] = drawing }
            (count, reports) = (answer.drawings.count, answer.reports)
        } else {
            let answer = try process.measured(milliseconds: milliseconds)
            if measurements.count > Self.maximumAnswers { measurements.removeAll(keepingCapacity: true) }
            for (key, size) in zip(asked, answer.sizes) {
                measurements[key] = size
                let drawn = fascia_size(columns: Int32(clamping: size.columns), rows: Int32(clamping: size.rows))
                measured.append(Key(style: key.style, control: key.control, size: drawn))
            }
            (count, reports) = (answer.sizes.count, answer.reports)
        }
        hear(reports)
        return count
    }

    /// A plugin could fill the log.
    private mutating func hear(_ new: [HostAnswer.Report]) {
        if clock.now - reports.since >= .seconds(60) { reports = (clock.now, 0) }
        let room = Self.maximumReports - reports.count
        reports.count += new.count
        issues += new.prefix(max(0, room)).map { $0.issue(of: source.plugin) }
        guard room >= 0, new.count > room else { return }
        report("plugin \"\(source.plugin)\" reports more than \(Self.maximumReports) times in a minute; the rest is left out")
    }

    private mutating func refuseTooLong(_ key: Key, draws: Bool) {
        if draws {
            drawings[key] = StyleDrawing(status: FASCIA_LIMIT, operations: [])
        } else {
            measurements[key] = StyleMeasurement(status: FASCIA_LIMIT, columns: 0, rows: 0)
        }
    }

    // MARK: - Failures

    /// The process if it can be asked now. Does not wait.
    private mutating func ready() -> HostProcess? {
        switch phase {
        case .running(let process): return process
        case .late(let process, let keys, let draws, let since, let hasFailed):
            do throws(HostFailure) {
                _ = try keepAnswer(of: process, keys, draws: draws, milliseconds: 0)
                phase = .running(process)
                return process
            } catch .late where clock.now - since < longest {
                return nil
            } catch {
                if hasFailed { pause() } else { fail(error) }
                return nil
            }
        case .starting(let process, let since):
            do throws(HostFailure) {
                let loaded = try process.start(milliseconds: 0).loaded
                hear(loaded.reports)
                guard loaded.problem == PLUGIN_HOST_LOADED else { throw .nonsense(loaded.message) }
                phase = .running(process)
                return process
            } catch .late where clock.now - since < longest {
                return nil
            } catch {
                fail(error)
                return nil
            }
        case .paused(let until):
            guard clock.now >= until else { return nil }
            do throws(HostFailure) {
                phase = .starting(try source.start(), since: clock.now)
            } catch {
                fail(error)
            }
            return nil
        case .quarantined: return nil
        }
    }

    private mutating func fail(_ failure: HostFailure, _ process: HostProcess, _ keys: [Key], draws: Bool) {
        let now = clock.now
        let hasFailed = failure != .late || waited.sum(at: now) * 2 >= source.patience.limit
        if hasFailed { fail(failure, asked: process) }
        if case .quarantined = phase { return }
        // It may still answer.
        if failure == .late { phase = .late(process, keys, draws: draws, since: now, hasFailed: hasFailed) }
    }

    /// - Parameter process: the process that was asked, if it was.
    private mutating func fail(_ failure: HostFailure, asked process: HostProcess? = nil) {
        let now = clock.now
        failures = failures.filter { now - $0 < .seconds(60) } + [now]
        pause()
        let kept = process.map { source.keepQuestion(to: $0, styles, failure) } ?? ""
        report("plugin \"\(source.plugin)\" \(failure.words); the default styles take its place until it works again\(kept)")
        guard failures.count >= Self.maximumFailures else { return }
        phase = .quarantined
        (measurements, drawings) = ([:], [:])
        report(
            "plugin \"\(source.plugin)\" is not used any more: it failed \(failures.count) times in a minute; fascia plugin "
                + "reload \(source.plugin) starts it again")
    }

    /// The first pause is short, and each later one ten times as long.
    private mutating func pause() {
        phase = .paused(until: clock.now + .milliseconds(failures.count > 1 ? 1_000 : 100))
    }

    private mutating func report(_ message: String, _ severity: PluginIssue.Severity = .error) {
        issues.append(PluginIssue(plugin: source.plugin, severity: severity, message: message))
    }
}
