/// The reason why the daemon did not start. It is printed on standard error, and `code` is the exit status.
struct StartupError: Error {
    /// Exit statuses for service managers and scripts.
    enum Code: Int32 {
        case failure = 1
        case usage = 2
        /// Another daemon holds the socket or the state directory.
        case alreadyRunning = 4
        /// The state was written by a newer version.
        case newerState = 5
        /// The output cannot be written; `EX_IOERR` of sysexits.h.
        case unwritable = 74

        /// Whether each further start would fail, too. Must have the cases of RestartPreventExitStatus= in the units.
        var isForGood: Bool { self == .usage || self == .newerState }
    }

    var code: Code
    var message: String

    init(_ code: Code = .failure, _ message: String) {
        self.code = code
        self.message = message
    }
}
