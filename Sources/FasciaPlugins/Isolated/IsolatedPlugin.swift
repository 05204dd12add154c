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
    /// What an answer depends on. A class, because dictionaries copy their keys, and a control is large.
    final class Key: Hashable, Sendable {
        let style: UInt32
        let control: Control
        /// Proposed, or of the canvas.
        let size: fascia_size

        init(style: UInt32, control: Control, size: fascia_size) {
            (self.style, self.control, self.size) = (style, control, size)
        }

        static func == (a: Key, b: Key) -> Bool {
            a === b
                || a.size.columns == b.size.columns && a.size.rows == b.size.rows && a.style == b.style && a.control == b.control
        }

        /// Hashes what tells most controls apart: hashing all of a control costs more than asking about it.
        func hash(into hasher: inout Hasher) {
            hasher.combine(control.label)
            hasher.combine(control.value)
            hasher.combine(size.columns)
        }
    }

    let name: String
    /// The tests of the confinement that held.
    let confinement: [String]
    private let output: PluginOutput
    private let report: @Sendable (PluginIssue) -> Void
    private let state: Mutex<HostSupervisor>

    private init(_ source: PluginSource, holds: UInt32, _ supervisor: sending HostSupervisor, _ services: StyleServices) {
        name = source.plugin
        output = source.output
        report = services.report
        confinement = (0..<32).filter { holds & 1 << $0 != 0 }.compactMap { bit in
            plugin_host_confinement(bit).map { String(cString: $0) }
        }
        state = Mutex(supervisor)
    }

    /// Starts the plugin, and waits until it is loaded.
    ///
    /// - Throws: the errors of `PluginLoader.load` that its code can cause.
    static func load(
        _ source: PluginSource, services: StyleServices
    ) throws(PluginError) -> (plugin: IsolatedPlugin, loaded: HostAnswer.Loaded) {
        let (holds, loaded, process): (UInt32, HostAnswer.Loaded, HostProcess)
        do throws(HostFailure) {
            process = try source.start()
            (holds, loaded) = try process.start(milliseconds: max(2_000, CInt(source.patience / .milliseconds(1))))
        } catch {
            throw PluginError(.hostFailed, "plugin \"\(source.plugin)\" is not loaded: it \(error.words)")
        }
        for issue in loaded.reports { services.report(issue.issue(of: source.plugin)) }
        if let reason = PluginError.Reason(problem: loaded.problem) { throw PluginError(reason, loaded.message) }
        let supervisor = HostSupervisor(source, process, services)
        return (IsolatedPlugin(source, holds: holds, supervisor, services), loaded)
    }

    func measurement(_ key: Key) -> StyleMeasurement? { use { $0.measurement(key) } }
    func drawing(_ key: Key) -> StyleDrawing? { use { $0.drawing(key) } }

    /// Asks about this control, too, when another one is asked about.
    func expect(_ control: any LaidOutControl, style: UInt32) { state.withLock { $0.expect(control, style: style) } }

    /// A pass over the controls of a frame begins. After a few questions, controls whose answer is not known are collected
    /// instead of asked about.
    package func collect(toDraw draws: Bool) { use { $0.collect(draws: draws) } }

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
    var quarantine: String? { use { $0.quarantine } }

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
