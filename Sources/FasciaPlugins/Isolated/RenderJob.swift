import CFasciaPlugin
import CPluginHost

/// A renderer at work, in a process that ends with it.
package final class RenderJob {
    package struct Document: Hashable, Sendable {
        package var mediaType: String
        package var text: String
    }

    private let source: PluginSource
    private let process: HostProcess
    private let report: (PluginIssue) -> Void
    private var isStarting = true
    private let screens: (RendererInput) -> [UInt8]
    /// The screens that are still to be sent.
    private var rest: ArraySlice<UInt8> = []
    private var written: [UInt8] = []
    private var errors: [String] = []
    private var reports = ReportLimit()
    /// How many answers one call of `proceed` reads. The daemon does nothing else meanwhile.
    private static let maximumAnswers = 4
    /// JSON escapes each as up to six bytes.
    private static let maximumControls = 1 << 20

    init(
        _ source: PluginSource, _ screens: @escaping (RendererInput) -> [UInt8], services: StyleServices
    ) throws(PluginError) {
        self.source = source
        report = services.report
        self.screens = screens
        do throws(HostFailure) {
            process = try source.start()
        } catch {
            throw Self.error(source.plugin, error.words)
        }
    }

    private var plugin: String { source.plugin }

    /// What it prints, also after it has ended.
    package var output: PluginOutput { source.output }

    /// Can be read when `proceed` is to be called.
    package var descriptor: CInt { process.connection }

    /// Goes on as far as the plugin has answered.
    ///
    /// - Returns: the document when it is complete.
    package func proceed() throws(PluginError) -> Document? {
        let result: Result<Document, PluginError>
        defer { source.output.drain() }
        do throws(HostFailure) {
            result = try finish()
        } catch {
            guard error != .late else { return nil }
            throw Self.error(plugin, error.words + printed)
        }
        return try result.get()
    }

    /// - Throws: `late` while the plugin has not answered.
    private func finish() throws(HostFailure) -> Result<Document, PluginError> {
        if isStarting {
            let loaded = try process.start(milliseconds: 0).loaded
            isStarting = false
            pass(loaded.reports)
            if let reason = PluginError.Reason(problem: loaded.problem) { return .failure(PluginError(reason, loaded.message)) }
            rest = screens(loaded.input)[...]
            try sendPart()
        }
        // The socket stays readable, so `proceed` is called again.
        for _ in 0..<Self.maximumAnswers {
            let answer = try process.rendered(milliseconds: 0)
            pass(answer.reports)
            if answer.status != FASCIA_OK { return .failure(refusal(answer)) }
            guard rest.isEmpty else {
                try sendPart()
                continue
            }
            written += answer.part
            guard written.count <= PLUGIN_HOST_DOCUMENT else { throw .nonsense("it has written too much") }
            guard !answer.hasMore else {
                guard !answer.part.isEmpty else { throw .nonsense("a part of the document is empty") }
                continue
            }
            guard written.count(where: { $0 < 0x20 && $0 != 0x0A }) <= Self.maximumControls else {
                throw .nonsense("it has written more than \(Self.maximumControls) control characters")
            }
            guard let text = String(validating: written, as: UTF8.self) else {
                throw .nonsense("what it has written is not UTF-8")
            }
            return .success(Document(mediaType: answer.mediaType, text: text))
        }
        throw .late
    }

    private func sendPart() throws(HostFailure) {
        let part = rest.prefix(Int(PLUGIN_HOST_PART))
        rest = rest.dropFirst(part.count)
        try process.render(part, hasMore: !rest.isEmpty)
    }

    private func pass(_ new: [HostAnswer.Report]) {
        for issue in reports.pass(new, of: plugin) {
            report(issue)
            if issue.severity == .error { errors.append(issue.message) }
        }
    }

    private func refusal(_ answer: HostAnswer.Rendered) -> PluginError {
        if answer.mediaType.isEmpty, answer.status == FASCIA_UNSUPPORTED {
            return PluginError(.nothingKnown, "plugin \"\(plugin)\" has no renderer")
        }
        let why = errors.isEmpty ? "its renderer returned status \(answer.status)" : errors.joined(separator: "; ")
        return PluginError(.renderFailed, "plugin \"\(plugin)\" has not rendered: \(why)")
    }

    /// What to throw when the plugin takes too long.
    package func timedOut() -> PluginError { Self.error(plugin, HostFailure.late.words + printed) }

    /// What it has printed, for an error message.
    private var printed: String {
        let lines = source.output.text.split(whereSeparator: \.isNewline)
        return lines.isEmpty ? "" : "; it has printed: \(lines.suffix(3).joined(separator: " / ").prefix(500))"
    }

    private static func error(_ plugin: String, _ words: String) -> PluginError {
        PluginError(.hostFailed, "plugin \"\(plugin)\" has not rendered: it \(words)")
    }
}
