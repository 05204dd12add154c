import CPluginHost
import FasciaRender
import Synchronization

/// A plugin whose process has been asked to load it. It may take long, or never answer.
package final class StartingPlugin: Sendable {
    typealias Answer = (holds: UInt32, loaded: HostAnswer.Loaded)
    typealias Loaded = (process: HostProcess, holds: UInt32, loaded: HostAnswer.Loaded)

    private struct State {
        /// `nil` once it is taken.
        var process: HostProcess?
        var result: Result<Answer, HostFailure>?

        /// - Returns: `nil` if the plugin is late.
        mutating func answer(milliseconds: CInt) -> Result<Answer, HostFailure>? {
            guard result == nil, let process else { return result }
            do throws(HostFailure) {
                result = .success(try process.start(milliseconds: milliseconds))
            } catch {
                if error != .late { result = .failure(error) }
            }
            return result
        }
    }

    let source: PluginSource
    /// Becomes readable when it is time to call `hasAnswered`.
    package let descriptor: CInt
    private let state: Mutex<State>

    init(_ source: PluginSource) throws(PluginError) {
        self.source = source
        let process: HostProcess
        do throws(HostFailure) { process = try source.start() } catch { throw Self.error(source.plugin, error) }
        descriptor = process.connection
        state = Mutex(State(process: process))
    }

    /// Whether the plugin is loaded, or cannot be. Does not wait.
    package func hasAnswered() -> Bool { state.withLock { $0.answer(milliseconds: 0) != nil } }

    /// Waits for the answer, unless it is there, and gives away the process.
    ///
    /// - Throws: the errors of `PluginLoader.load` that the plugin's code can cause.
    func loaded(patience: Duration, _ services: StyleServices) throws(PluginError) -> sending Loaded {
        let answer: Answer
        let taken: HostProcess
        do throws(HostFailure) {
            let result = state.withLock { $0.answer(milliseconds: CInt(patience / .milliseconds(1))) }
            guard let result else { throw .late }
            answer = try result.get()
            guard let process = takeProcess() else { throw .late }
            taken = process
        } catch {
            throw Self.error(source.plugin, error)
        }
        for issue in answer.loaded.reports { services.report(issue.issue(of: source.plugin)) }
        let problem = PluginError.Reason(problem: answer.loaded.problem)
        if let problem { throw PluginError(problem, answer.loaded.message) }
        return (taken, answer.holds, answer.loaded)
    }

    /// - Returns: `nil` if it was taken before.
    private func takeProcess() -> sending HostProcess? {
        state.withLock { state in
            let process = state.process
            state.process = nil
            return process
        }
    }

    private static func error(_ plugin: String, _ failure: HostFailure) -> PluginError {
        PluginError(.hostFailed, "plugin \"\(plugin)\" is not loaded: it \(failure.words)")
    }
}
