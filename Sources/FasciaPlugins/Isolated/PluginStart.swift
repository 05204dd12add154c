import CFasciaPlugin
import CPluginHost
import FasciaRender
import FasciaScene

/// The steps that take a plugin into use: it is loaded, and asked about the controls of the last frames of the build that it
/// replaces. Each step waits for an answer of its process.
struct PluginStart {
    private enum Step {
        case loading
        /// Asked, and still to be asked.
        case warming([OpenQuestion], ArraySlice<OpenQuestion>)
        case ready
    }

    let source: PluginSource
    let process: HostProcess
    private let before: IsolatedPlugin?
    private let services: StyleServices
    private var step = Step.loading
    /// The tests of the confinement that held, as bits.
    private(set) var holds: UInt32 = 0
    /// What the plugin has said of itself, once it is loaded.
    private(set) var loaded = HostAnswer.Loaded()
    private var cache = AnswerCache()
    private var reports = ReportLimit()

    /// - Parameter before: the build that it replaces.
    /// - Throws: `hostFailed`
    init(_ source: PluginSource, replacing before: IsolatedPlugin?, _ services: StyleServices) throws(PluginError) {
        (self.source, self.before, self.services) = (source, before, services)
        do throws(HostFailure) {
            process = try source.start()
        } catch {
            throw PluginError(.hostFailed, "plugin \"\(source.plugin)\" is not loaded: it \(error.words)")
        }
    }

    /// Goes on as far as the plugin has answered.
    ///
    /// - Parameter end: how long to wait for answers.
    /// - Returns: whether it can be used; `false` if it is late.
    /// - Throws: the errors of `PluginLoader.load` that its code can cause.
    mutating func proceed(until end: ContinuousClock.Instant = .now) throws(PluginError) -> Bool {
        while true {
            let isGoingOn: Result<Bool, PluginError>
            do throws(HostFailure) {
                isGoingOn = try takeStep(until: end)
            } catch {
                if error == .late { return false }
                throw failure(error)
            }
            guard try isGoingOn.get() else { return true }
        }
    }

    /// What to throw when it takes too long.
    func timedOut() -> PluginError { failure(.late) }

    /// Asks the plugin, which is ready, from now on.
    var supervisor: HostSupervisor { HostSupervisor(source, process, loaded.styles, cache, services) }

    /// - Returns: whether another step follows.
    /// - Throws: `late` while the plugin has not answered.
    private mutating func takeStep(until end: ContinuousClock.Instant) throws(HostFailure) -> Result<Bool, PluginError> {
        let milliseconds = CInt(max(0, ((end - .now) / .milliseconds(1)).rounded(.up)))
        switch step {
        case .loading:
            (holds, loaded) = try process.start(milliseconds: milliseconds)
            pass(loaded.reports)
            if let reason = PluginError.Reason(problem: loaded.problem) { return .failure(PluginError(reason, loaded.message)) }
            try warm(before?.questions ?? [])
        case .warming(let asked, let rest):
            let drawn = try process.drawn(asked.map(\.question.canvas), milliseconds: milliseconds)
            pass(drawn.reports)
            try ask(asked.dropFirst(cache.keep(drawn, of: asked)) + rest)
        case .ready: return .success(false)
        }
        return .success(true)
    }

    private mutating func warm(_ questions: [(StyleQuestion, Control)]) throws(HostFailure) {
        // The styles of the last frames are known by their places in the list.
        let isSame = before?.loaded.styles == loaded.styles
        var open: [OpenQuestion] = []
        for (question, control) in isSame ? questions : [] {
            open.append((question, cache.entry(style: question.style, control)))
        }
        try ask(open[...])
    }

    private mutating func ask(_ open: ArraySlice<OpenQuestion>) throws(HostFailure) {
        var rest = open
        guard let (message, asked) = HostQuestion.next(&rest, services) else {
            step = .ready
            return
        }
        try process.ask(message)
        step = .warming(asked, rest.dropFirst(asked.count))
    }

    private mutating func pass(_ new: [HostAnswer.Report]) {
        for issue in reports.pass(new, of: source.plugin) { services.report(issue) }
    }

    private func failure(_ failure: HostFailure) -> PluginError {
        let kept = source.keepQuestion(to: process, loaded.styles, failure)
        switch step {
        case .loading, .ready:
            return PluginError(.hostFailed, "plugin \"\(source.plugin)\" is not loaded: it \(failure.words)")
        case .warming:
            return PluginError(
                .hostFailed,
                "plugin \"\(source.plugin)\" is not loaded: it \(failure.words), so the build before it stays" + kept)
        }
    }
}
