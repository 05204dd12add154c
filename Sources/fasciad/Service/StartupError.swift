/// Why the daemon did not start; it says so on standard error and ends with `code`.
struct StartupError: Error {
    /// What a service manager or a script can branch on.
    enum Code: Int32 {
        case failure = 1
        case usage = 2
        /// Another daemon holds the socket or the state directory.
        case alreadyRunning = 4
        /// The state was written by a newer version.
        case newerState = 5
        /// What is to be printed cannot be written; `EX_IOERR` of sysexits.h.
        case unwritable = 74
    }

    var code: Code
    var message: String

    init(_ code: Code = .failure, _ message: String) {
        self.code = code
        self.message = message
    }
}
