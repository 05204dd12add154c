import CFasciaPlugin
import CPluginHost
import FasciaRender
import FasciaScene
import Synchronization

/// A plugin in a process of its own.
///
/// Answers are kept by the content of the control. When the process ends, is late or answers nonsense, nothing is answered
/// until it runs again: it is started again after a pause, and not after `maximumFailures` within a minute.
package final class IsolatedPlugin: Sendable {
    let name: String
    /// What the plugin has said of itself.
    let loaded: HostAnswer.Loaded
    /// The tests of the confinement that held.
    let confinement: [String]
    private let output: PluginOutput
    private let report: @Sendable (PluginIssue) -> Void
    private let state: Mutex<HostSupervisor>

    private init(
        _ source: PluginSource, holds: UInt32, _ loaded: HostAnswer.Loaded, _ supervisor: sending HostSupervisor,
        _ services: StyleServices
    ) {
        name = source.plugin
        self.loaded = loaded
        output = source.output
        report = services.report
        confinement = (0..<32).filter { holds & 1 << $0 != 0 }.compactMap { bit in
            plugin_host_confinement(bit).map { String(cString: $0) }
        }
        state = Mutex(supervisor)
    }

    /// Waits until a plugin is loaded, and takes it into use.
    ///
    /// - Parameters:
    ///   - before: the build that it replaces, whose state it gets. It is asked about the controls of the last frames before
    ///     it is used.
    ///   - patience: how long to wait for it to be loaded.
    /// - Throws: the errors of `PluginLoader.load` that its code can cause.
    static func load(
        _ starting: StartingPlugin, replacing before: IsolatedPlugin?, patience: Duration, services: StyleServices
    ) throws(PluginError) -> IsolatedPlugin {
        let source = starting.source
        let (process, holds, loaded) = try starting.loaded(patience: patience, services)
        if let state = before.flatMap({ $0.use { $0.save() } }) {
            try restore(state, process, loaded, source, services)
        }
        let supervisor = HostSupervisor(source, process, loaded.styles, services)
        let plugin = IsolatedPlugin(source, holds: holds, loaded, supervisor, services)
        // The styles of the last frames are known by their places in the list.
        guard let before, before.loaded.styles == loaded.styles else { return plugin }
        let questions = before.use { $0.questions }
        if let problem = plugin.state.withLock({ $0.warm(questions) }) {
            throw PluginError(.hostFailed, problem)
        }
        return plugin
    }

    private static func restore(
        _ state: [UInt8], _ process: HostProcess, _ loaded: HostAnswer.Loaded, _ source: PluginSource,
        _ services: StyleServices
    ) throws(PluginError) {
        let name = source.plugin
        var why: String?
        do throws(HostFailure) {
            let answer = try process.restore(state, milliseconds: CInt(source.longest / .milliseconds(1)))
            for issue in answer.reports { services.report(issue.issue(of: name)) }
            // A build that keeps no state any more starts without it.
            if answer.status != FASCIA_OK, answer.status != FASCIA_UNSUPPORTED {
                why = "its restore returned status \(answer.status)"
            }
        } catch {
            why = "it \(error.words)" + source.keepQuestion(to: process, loaded.styles, error)
        }
        guard let why else { return }
        throw PluginError(
            .hostFailed,
            "plugin \"\(name)\" is not loaded, because it does not take the state of the build before it: \(why)")
    }

    /// - Parameter columns: the proposed width; `nil` asks for the ideal size.
    func measurement(style: UInt32, _ control: Control, columns: Int?) -> StyleMeasurement? {
        use { $0.measurement(style: style, control, columns: columns) }
    }

    /// - Parameter size: the size of the canvas.
    func drawing(style: UInt32, _ control: Control, size: CellSize) -> StyleDrawing? {
        use { $0.drawing(style: style, control, size: size) }
    }

    /// Tells a style which option of a control is selected next.
    func tell(_ control: Control, style: UInt32, option: Int) { use { $0.tell(control, style: style, option: option) } }

    /// Asks about this control, too, when another one is asked about.
    func expect(_ control: Control, in item: any LayoutMemo, style: UInt32) {
        state.withLock { $0.expect(control, in: item, style: style) }
    }

    /// A pass over the controls of a frame begins. After a few questions, controls whose answer is not known are collected
    /// instead of asked about.
    ///
    /// - Parameter isLayout: whether sizes are collected, too: the pass is repeated with new items.
    package func collect(isLayout: Bool) { use { $0.collect(isLayout: isLayout) } }

    /// Asks about the collected controls, all in one message.
    ///
    /// - Returns: whether there are new answers.
    package func answerCollected() -> Bool { use { $0.answerCollected() } }

    /// Whether it failed and is tried again, by questions and by `recover`.
    package var isRecovering: Bool { use { $0.isRecovering } }

    /// Takes the next step to run again. Does not wait.
    ///
    /// - Returns: whether it runs.
    package func recover() -> Bool { use { $0.recover() } }

    /// The last part of what it has printed since it was loaded.
    package var printed: String { output.text }

    /// Why it is not used any more; `nil` while it is.
    package var quarantine: String? { use { $0.quarantine } }

    /// Reports outside the lock, so that the listener may draw.
    private func use<Result: Sendable>(_ body: (inout HostSupervisor) -> Result) -> Result {
        let (result, issues) = state.withLock { supervisor in (body(&supervisor), supervisor.takeIssues()) }
        issues.forEach(report)
        return result
    }
}

extension HostAnswer.Report {
    func issue(of plugin: String) -> PluginIssue { PluginIssue(plugin: plugin, severity: severity, message: text) }
}
