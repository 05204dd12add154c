import CFasciaPlugin
import CPluginHost
import FasciaRender
import FasciaScene

/// Asks the process of a plugin, and decides what follows when it fails.
struct HostSupervisor {
    /// A question, and where its answer is kept.
    private typealias Asked = (question: StyleQuestion, entry: AnswerCache.Entry)

    /// The questions that are asked in one message at the end of a pass.
    private struct Collected {
        /// Whether sizes are collected, too. What is laid out while a frame is painted is not laid out again.
        var isLayout: Bool
        /// How many more questions are sent immediately, one message each, before the rest are collected: a frame in which
        /// little has changed needs no second pass.
        var immediate = 4
        var asked: [Asked] = []
    }

    private enum Phase {
        /// Its first answers have not arrived yet.
        case starting(HostProcess, since: ContinuousClock.Instant)
        case running(HostProcess)
        /// The answer to these is late. It has not failed if other plugins took the time.
        case late(HostProcess, [Asked], since: ContinuousClock.Instant, hasFailed: Bool)
        case paused(until: ContinuousClock.Instant)
        case quarantined
    }

    private static let maximumFailures = 3
    /// Two of a message's controls are the one that is asked about and the first one with the focus.
    private static let maximumExpected = Int(PLUGIN_HOST_CONTROLS) - 2
    /// In a minute.
    private static let maximumReports = 100
    private let source: PluginSource
    /// How long a start or a late answer may take before it counts as a failure. Frames do not wait for it.
    private var longest: Duration { max(.seconds(1), source.patience.limit) }
    /// The time spent waiting for this plugin; `source.patience` counts all plugins.
    private var waited = WaitedTime()
    private let styles: [HostAnswer.Style]
    private let services: StyleServices
    private let clock = ContinuousClock()
    private var phase: Phase
    private var failures: [ContinuousClock.Instant] = []
    private var cache = AnswerCache()
    private var issues: [PluginIssue] = []
    private var collected: Collected?
    /// The controls of the frame that is being laid out, with their styles.
    private var expected: [(control: Control, item: any LayoutMemo, style: UInt32)] = []
    /// The colour depth of the latest drawing, which is the guess for the next question.
    private var colorDepth = 24
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
        guard question.add(control, StyleQuestion(style: style, size: size, colorDepth: control.colorDepth), services) else {
            return
        }
        do throws(HostFailure) {
            try process.tell(question)
        } catch {
            fail(error, asked: process)
        }
        cache.removeAll(of: style)
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
    mutating func warm(_ questions: [(StyleQuestion, Control)], patience: Duration) -> String? {
        guard case .running(let process) = phase else { return nil }
        var asked: [Asked] = []
        for (question, control) in questions { asked.append((question, cache.entry(style: question.style, control))) }
        return ask(asked, patience: patience).map {
            "plugin \"\(source.plugin)\" is not loaded: it \($0.words), so the build before it stays"
                + source.keepQuestion(to: process, styles, $0)
        }
    }

    /// The questions of the last frames.
    var questions: [(StyleQuestion, Control)] { cache.questions(Int(PLUGIN_HOST_CONTROLS)) }

    mutating func takeIssues() -> [PluginIssue] {
        defer { issues = [] }
        return issues
    }

    /// The size that a control takes; `nil` if the plugin has not answered.
    ///
    /// - Parameter columns: the proposed width; `FASCIA_UNSPECIFIED` asks for the ideal size.
    mutating func measurement(style: UInt32, _ control: Control, columns: Int32) -> StyleMeasurement? {
        let entry = cache.entry(style: style, control)
        if let known = entry.measurement(columns: columns) { return known }
        let asked = Self.toMeasure(entry, columns, colorDepth)
        if collected?.isLayout == true, collects(asked) { return nil }
        var all = [asked]
        var items: [(any LayoutMemo, AnswerCache.Entry)] = []
        for (control, item, style) in expected {
            let other = cache.entry(style: style, control)
            items.append((item, other))
            if other !== entry, other.measurement(columns: columns) == nil {
                all.append(Self.toMeasure(other, columns, colorDepth))
            }
        }
        if let focused = firstFocused(columns) { all.append(focused) }
        ask(all)
        for (item, entry) in items {
            guard let size = entry.measurement(columns: columns), size.isValid else { continue }
            let proposed = columns == FASCIA_UNSPECIFIED ? nil : Int(columns)
            item.keep(CellSize(columns: size.columns, rows: size.rows), columns: proposed)
        }
        return entry.measurement(columns: columns)
    }

    /// The first enabled control, with the focus: a new screen gives it the focus, so the frame needs that drawing, too.
    private mutating func firstFocused(_ columns: Int32) -> Asked? {
        for (control, _, style) in expected where control.isEnabled {
            var control = control
            control.isFocused = true
            let entry = cache.entry(style: style, control)
            return entry.measurement(columns: columns) == nil ? Self.toMeasure(entry, columns, colorDepth) : nil
        }
        return nil
    }

    private static func toMeasure(_ entry: AnswerCache.Entry, _ columns: Int32, _ colorDepth: Int) -> Asked {
        let size = fascia_size(columns: columns, rows: FASCIA_UNSPECIFIED)
        return (StyleQuestion(style: entry.style, size: size, isMeasured: true, colorDepth: colorDepth), entry)
    }

    /// What the plugin draws for a control; `nil` if it has not answered.
    ///
    /// - Parameter size: the size of the canvas.
    mutating func drawing(style: UInt32, _ control: Control, size: fascia_size) -> StyleDrawing? {
        let entry = cache.entry(style: style, control)
        colorDepth = control.colorDepth
        if let known = entry.drawing(size: size, colorDepth: colorDepth) { return known }
        let asked = (StyleQuestion(style: style, size: size, colorDepth: colorDepth), entry)
        guard !collects(asked) else { return nil }
        ask([asked])
        return entry.drawing(size: size, colorDepth: colorDepth)
    }

    mutating func expect(_ control: Control, in item: any LayoutMemo, style: UInt32) {
        if collected != nil, expected.count < Self.maximumExpected { expected.append((control, item, style)) }
    }

    mutating func collect(isLayout: Bool) { (collected, expected) = (Collected(isLayout: isLayout), []) }

    private mutating func collects(_ asked: Asked) -> Bool {
        guard let immediate = collected?.immediate else { return false }
        if immediate > 0 { collected?.immediate -= 1 } else { collected?.asked.append(asked) }
        return immediate == 0
    }

    mutating func answerCollected() -> Bool {
        let asked = collected?.asked ?? []
        collected = nil
        // Breaks a reference cycle: an item refers to its style, and the style to this.
        expected = []
        guard !asked.isEmpty else { return false }
        ask(asked)
        return asked.contains { $0.entry.questions.contains($0.question) }
    }

    // MARK: - Exchanges

    /// - Returns: the failure that ended it.
    @discardableResult
    private mutating func ask(_ all: [Asked], patience: Duration? = nil) -> HostFailure? {
        guard let process = ready() else { return .late }
        defer { source.output.drain() }
        let begin = clock.now
        let end = begin + (patience ?? source.patience.left(at: begin))
        var (asked, failure): ([Asked], HostFailure?) = ([], nil)
        do throws(HostFailure) {
            try ask(process, all, until: end, &asked)
        } catch {
            failure = error
        }
        let now = clock.now
        source.patience.add(from: begin, to: now)
        waited.add(from: begin, to: now)
        if let failure { fail(failure, process, asked) }
        return failure
    }

    /// - Parameter asked: set to the questions of the latest message.
    private mutating func ask(
        _ process: HostProcess, _ all: [Asked], until end: ContinuousClock.Instant, _ asked: inout [Asked]
    ) throws(HostFailure) {
        var rest = all[...]
        while !rest.isEmpty {
            var message = HostQuestion()
            asked = Array(rest.prefix { message.add($0.entry.control, $0.question, services) })
            guard !asked.isEmpty else {
                let (question, entry) = rest.removeFirst()
                entry.keep(.tooLong, to: question)
                continue
            }
            try process.ask(message)
            let left = CInt(max(0, ((end - clock.now) / .milliseconds(1)).rounded(.up)))
            rest = rest.dropFirst(try keepAnswer(of: process, asked, milliseconds: left))
        }
    }

    /// - Returns: how many questions are answered.
    private mutating func keepAnswer(
        of process: HostProcess, _ asked: [Asked], milliseconds: CInt
    ) throws(HostFailure) -> Int {
        let drawn = try process.drawn(asked.map(\.question.canvas), milliseconds: milliseconds)
        cache.add(bytes: drawn.bytes)
        for (asked, answer) in zip(asked, drawn.answers) { asked.entry.keep(answer, to: asked.question) }
        hear(drawn.reports)
        return drawn.answers.count
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

    // MARK: - Failures

    /// The process if it can be asked now. Does not wait.
    private mutating func ready() -> HostProcess? {
        switch phase {
        case .running(let process): return process
        case .late(let process, let asked, let since, let hasFailed):
            do throws(HostFailure) {
                _ = try keepAnswer(of: process, asked, milliseconds: 0)
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

    private mutating func fail(_ failure: HostFailure, _ process: HostProcess, _ asked: [Asked]) {
        let now = clock.now
        let hasFailed = failure != .late || waited.sum(at: now) * 2 >= source.patience.limit
        if hasFailed { fail(failure, asked: process) }
        if case .quarantined = phase { return }
        // It may still answer.
        if failure == .late { phase = .late(process, asked, since: now, hasFailed: hasFailed) }
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
        cache.removeAll()
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
