import CFasciaPlugin
import CPluginHost
import FasciaRender
import FasciaScene

/// A plugin in a process of its own.
///
/// Answers are kept by the content of the control. When the process ends, is late or answers nonsense, nothing is answered
/// until it runs again: it is started again after a pause, and not after `maximumFailures` within a minute.
package final class IsolatedPlugin {
    let name: String
    /// What the plugin has said of itself.
    let loaded: HostAnswer.Loaded
    /// The tests of the confinement that held.
    let confinement: [String]
    /// Whether the limits that every process sets itself were found to hold.
    let isConfined: Bool
    private let output: PluginOutput
    private let report: (PluginIssue) -> Void
    private var supervisor: HostSupervisor

    init(
        _ source: PluginSource, holds: UInt32, _ loaded: HostAnswer.Loaded, _ supervisor: HostSupervisor,
        _ services: StyleServices
    ) {
        name = source.plugin
        self.loaded = loaded
        output = source.output
        report = services.report
        isConfined = holds & PLUGIN_HOST_HOLDS_MEMORY != 0
        confinement = (0..<32).filter { holds & 1 << $0 != 0 }.compactMap { bit in
            plugin_host_confinement(bit).map { String(cString: $0) }
        }
        self.supervisor = supervisor
    }

    /// The questions of the last frames.
    var questions: [(StyleQuestion, Control)] { use { $0.questions } }

    /// - Parameter columns: the proposed width; `nil` asks for the ideal size.
    func measurement(style: UInt32, _ control: Control, columns: Int?) -> StyleAnswer? {
        use { $0.measurement(style: style, control, columns: columns) }
    }

    /// - Parameter size: the size of the canvas.
    func drawing(style: UInt32, _ control: Control, size: CellSize) -> StyleDrawing? {
        use { $0.drawing(style: style, control, size: size) }
    }

    /// Tells a style which option of a control is selected next.
    func tell(_ control: Control, style: UInt32, option: Int) { use { $0.tell(control, style: style, option: option) } }

    /// A pass over the controls of a frame begins. After a few questions, controls whose answer is not known are collected
    /// instead of asked about.
    ///
    /// - Parameter isLayout: whether sizes are collected, too: the pass is repeated with new items.
    package func collect(isLayout: Bool) { use { $0.collect(isLayout: isLayout) } }

    /// Asks about the collected controls, all in one message.
    ///
    /// - Returns: whether there are new answers.
    package func answerCollected() -> Bool { use { $0.answerCollected() } }

    /// Whether it failed and is tried again, by questions and by `recover`, which has the last word.
    package var isRecovering: Bool { use { $0.isRecovering } }

    /// Takes the next step to run again. Does not wait.
    ///
    /// - Returns: whether it runs, or is not tried any more: what was drawn meanwhile is to be laid out and drawn again.
    package func recover() -> Bool { use { $0.recover() } }

    /// The last part of what it has printed since it was loaded.
    package var printed: String { output.text }

    /// Why it is not used any more; `nil` while it is.
    package var quarantine: String? { use { $0.quarantine } }

    /// Reports afterwards, so that the listener may draw.
    private func use<Result>(_ body: (inout HostSupervisor) -> Result) -> Result {
        let result = body(&supervisor)
        supervisor.takeIssues().forEach(report)
        return result
    }
}

extension HostAnswer.Report {
    func issue(of plugin: String) -> PluginIssue { PluginIssue(plugin: plugin, severity: severity, message: text) }
}
