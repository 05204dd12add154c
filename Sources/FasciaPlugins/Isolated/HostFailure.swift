import CPluginHost
import Glibc

/// Why a plugin's host gave no answer.
enum HostFailure: Error, Hashable {
    /// It cannot be started, for this reason.
    case notStarted(String)
    /// No answer arrived in time.
    case late
    /// The process has ended, in these words.
    case ended(String)
    /// The answer is not valid, for this reason.
    case nonsense(String)

    /// A predicate for the plugin.
    var words: String {
        switch self {
        case .notStarted(let why): "cannot be started: \(why)"
        case .late: "did not answer in time"
        case .ended(let how): how
        case .nonsense(let why): "gave an answer that is not valid: \(why)"
        }
    }

    /// - Parameter status: of a process that has ended, as `waitpid` returns it.
    static func ended(status: CInt) -> HostFailure {
        let signal = status & 0x7F
        guard signal != 0 else { return .ended("ended with status \((status >> 8) & 0xFF)") }
        // The host's own alarm.
        if signal == SIGALRM { return .ended("took longer than \(PLUGIN_HOST_SECONDS) seconds") }
        return .ended("was ended by signal \(signal) (\(String(cString: strsignal(signal))))")
    }
}
