/// The exit statuses.
enum ExitStatus: Int32 {
    case done = 0
    /// The daemon refused, or could do only a part.
    case refused = 1
    case usage = 2
    case noDaemon = 3
    /// The daemon reported a timeout: the exit status of timeout(1).
    case timedOut = 124
    /// The shown state may not be the actual one: a change is being carried out, for example. `EX_TEMPFAIL` of sysexits.h.
    case unverified = 75
    /// The output cannot be written; `EX_IOERR` of sysexits.h.
    case unwritable = 74
}

/// A usage error that the argument parser cannot detect.
struct UsageError: Error, Hashable {
    var message: String
    init(_ message: String) { self.message = message }
}

/// The daemon carried out only a part of the request.
struct PartialFailure: Error, Hashable {
    /// What failed, and why: one message each.
    var messages: [String]
}

/// The shown state may not be the actual one.
struct Unverified: Error, Hashable {
    var messages: [String]
}
