import CFasciaPlugin
import CPluginHost
import FasciaRender
import FasciaScene

/// Asks the process of a plugin, and decides what follows when it fails.
struct HostSupervisor {
    private enum Phase {
        /// Its first answers have not arrived yet.
        case starting(HostProcess, since: ContinuousClock.Instant)
        case running(HostProcess)
        /// The answer to these is late. The plugin has not failed if the time was used up before it was asked.
        case late(HostProcess, [OpenQuestion], since: ContinuousClock.Instant, hasFailed: Bool)
        case paused(until: ContinuousClock.Instant)
        case quarantined
    }

    private static let maximumFailures = 3
    private let source: PluginSource
    private let styles: [HostAnswer.Style]
    private let services: StyleServices
    private let clock = ContinuousClock()
    private var phase: Phase {
        didSet { if case .running = phase {} else { hasMissed = true } }
    }
    /// Whether it has left questions without an answer since `recover` found that it runs.
    private var hasMissed = false
    private var failures: [ContinuousClock.Instant] = []
    private var cache: AnswerCache
    private var issues: [PluginIssue] = []
    private var pass: FramePass?
    /// The colour depth of the latest drawing, which is the guess for the next question.
    private var colorDepth = 24
    private var reports = ReportLimit()
    /// The time spent waiting for this plugin; `source.patience` counts all plugins.
    private var waited = WaitedTime()
    private var isReportedSlow = false

    init(
        _ source: PluginSource, _ process: HostProcess, _ styles: [HostAnswer.Style], _ cache: AnswerCache,
        _ services: StyleServices
    ) {
        (self.source, self.styles, self.cache, self.services) = (source, styles, cache, services)
        phase = .running(process)
    }

    var quarantine: String? {
        guard case .quarantined = phase else { return nil }
        return "it failed \(Self.maximumFailures) times in a minute; fascia plugin reload \(source.plugin) starts it again"
    }

    /// Whether it failed and is tried again, or what was drawn without its answers may still be shown.
    var isRecovering: Bool {
        switch phase {
        case .starting, .late, .paused: true
        case .running, .quarantined: hasMissed
        }
    }

    /// Takes the next step to run again.
    ///
    /// - Returns: whether it runs, or is not tried any more: what was drawn meanwhile is to be laid out and drawn again.
    mutating func recover() -> Bool {
        let isSettled = ready() != nil || quarantine != nil
        if isSettled { hasMissed = false }
        return isSettled
    }

    /// Tells the plugin which option of a control is selected next. The style may look different afterwards, so its answers are
    /// forgotten.
    mutating func tell(_ control: Control, style: UInt32, option: Int) {
        guard let process = ready() else { return }
        let question = StyleQuestion(style: style, task: .select(option: option), colorDepth: control.colorDepth)
        var message = HostQuestion()
        guard message.add(control, question, services) else { return }
        do throws(HostFailure) {
            try process.tell(message)
        } catch {
            fail(error, asked: process)
        }
        cache.removeAll(of: style)
    }

    /// The questions of the last frames.
    var questions: [(StyleQuestion, Control)] { cache.questions(Int(PLUGIN_HOST_CONTROLS)) }

    mutating func takeIssues() -> [PluginIssue] {
        defer { issues = [] }
        return issues
    }

    /// The size that a control takes, and its drawing in that size; `nil` if the plugin has not answered.
    ///
    /// - Parameter columns: the proposed width; `nil` asks for the ideal size.
    mutating func measurement(style: UInt32, _ control: Control, columns: Int?) -> StyleAnswer? {
        let entry = cache.entry(style: style, control)
        if let known = entry.measurement(columns: columns) { return known }
        let open = (StyleQuestion(style: style, task: .measure(columns: columns), colorDepth: colorDepth), entry)
        if pass?.isLayout == true, collects(open) { return nil }
        ask([open])
        return entry.measurement(columns: columns)
    }

    /// What the plugin draws for a control; `nil` if it has not answered.
    ///
    /// - Parameter size: the size of the canvas.
    mutating func drawing(style: UInt32, _ control: Control, size: CellSize) -> StyleDrawing? {
        let entry = cache.entry(style: style, control)
        colorDepth = control.colorDepth
        if let known = entry.drawing(size: size, colorDepth: colorDepth) { return known }
        let open = (StyleQuestion(style: style, task: .draw(size), colorDepth: colorDepth), entry)
        guard !collects(open) else { return nil }
        ask([open])
        return entry.drawing(size: size, colorDepth: colorDepth)
    }

    mutating func collect(isLayout: Bool) { pass = FramePass(isLayout: isLayout) }

    private mutating func collects(_ open: OpenQuestion) -> Bool { pass?.collects(open) ?? false }

    mutating func answerCollected() -> Bool {
        let collected = pass?.collected ?? []
        pass = nil
        guard !collected.isEmpty else { return false }
        ask(collected)
        return collected.contains { $0.entry.hasAnswer(to: $0.question) }
    }

    // MARK: - Exchanges

    private mutating func ask(_ all: [OpenQuestion]) {
        guard let process = ready() else { return }
        defer { source.output.drain() }
        let begin = clock.now
        let end = begin + source.patience.left(at: begin)
        var (asked, failure): ([OpenQuestion], HostFailure?) = ([], nil)
        do throws(HostFailure) {
            try ask(process, all, until: end, &asked)
        } catch {
            failure = error
        }
        let now = clock.now
        source.patience.add(from: begin, to: now)
        waited.add(from: begin, to: now)
        if let failure { fail(failure, process, asked, after: now - begin) }
    }

    /// - Parameter asked: set to the questions of the latest message.
    private mutating func ask(
        _ process: HostProcess, _ all: [OpenQuestion], until end: ContinuousClock.Instant, _ asked: inout [OpenQuestion]
    ) throws(HostFailure) {
        var rest = all[...]
        while let (message, open) = HostQuestion.next(&rest, services) {
            asked = open
            try process.ask(message)
            let left = CInt(max(0, ((end - clock.now) / .milliseconds(1)).rounded(.up)))
            rest = rest.dropFirst(try keepAnswer(of: process, asked, milliseconds: left))
        }
    }

    /// - Returns: how many questions are answered.
    private mutating func keepAnswer(
        of process: HostProcess, _ asked: [OpenQuestion], milliseconds: CInt
    ) throws(HostFailure) -> Int {
        let drawn = try process.drawn(asked.map(\.question.canvas), milliseconds: milliseconds)
        hear(drawn.reports)
        return cache.keep(drawn, of: asked)
    }

    private mutating func hear(_ new: [HostAnswer.Report]) { issues += reports.pass(new, of: source.plugin) }

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
            } catch .late where clock.now - since < source.longest {
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
                // Another build can have been written into its file. Styles are asked by their places in the list.
                guard loaded.styles == styles else { throw .nonsense("its styles are others than when it was loaded") }
                phase = .running(process)
                return process
            } catch .late where clock.now - since < source.longest {
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

    /// - Parameter time: how long the daemon waited. If it was less than half of the limit, the budget was used up before, and
    ///   lateness is not a failure.
    private mutating func fail(
        _ failure: HostFailure, _ process: HostProcess, _ asked: [OpenQuestion], after time: Duration
    ) {
        let hasFailed = failure != .late || time * 2 >= source.patience.limit
        if !hasFailed { reportSlow() }
        if hasFailed { fail(failure, asked: process) }
        if case .quarantined = phase { return }
        // It may still answer.
        if failure == .late { phase = .late(process, asked, since: clock.now, hasFailed: hasFailed) }
    }

    private mutating func reportSlow() {
        guard !isReportedSlow, waited.sum(at: clock.now) * 2 >= source.patience.limit else { return }
        isReportedSlow = true
        report(
            "plugin \"\(source.plugin)\" takes more than a quarter of the daemon's time, so some frames use the default styles "
                + "until its answers are there", .warning)
    }

    /// - Parameter process: the process that was asked, if it was.
    private mutating func fail(_ failure: HostFailure, asked process: HostProcess? = nil) {
        let now = clock.now
        failures = failures.filter { now - $0 < .seconds(60) } + [now]
        pause()
        let kept = process.map { source.keepQuestion(to: $0, styles, failure) } ?? ""
        report(
            "plugin \"\(source.plugin)\" \(failure.words); the default styles take its place until it works again\(kept)",
            .warning, isFailure: true)
        guard failures.count >= Self.maximumFailures else { return }
        phase = .quarantined
        cache.removeAll()
        report(
            "plugin \"\(source.plugin)\" is not used any more: it failed \(failures.count) times in a minute; fascia plugin "
                + "reload \(source.plugin) starts it again", isFailure: true)
    }

    /// The first pause is 100 ms; later ones are 1 s.
    private mutating func pause() {
        phase = .paused(until: clock.now + .milliseconds(failures.count > 1 ? 1_000 : 100))
    }

    private mutating func report(_ message: String, _ severity: PluginIssue.Severity = .error, isFailure: Bool = false) {
        issues.append(PluginIssue(plugin: source.plugin, severity: severity, message: message, isFailure: isFailure))
    }
}
