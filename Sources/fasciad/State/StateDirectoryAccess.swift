import FasciaModel
import FasciaServer
import FasciaStore
import Glibc

/// A state directory that `fascia state` works on.
///
/// Root acts as the directory's owner: the daemon could not read files that belong to root.
struct StateDirectoryAccess {
    let directory: String
    private let settings: StoreSettings
    private let limits: Limits
    private var lock: String { directory + "/lock" }

    /// - Parameter directory: the value of `--state`.
    init(_ directory: String?) throws(StartupError) {
        self.directory = try Paths.state(option: directory)
        settings = StoreSettings(directory: self.directory)
        var daemon = Settings()
        try daemon.applyEnvironment()
        limits = daemon.panel
        // SIGPIPE may have been inherited as ignored; here a closed pipe ends the command.
        signal(SIGPIPE, SIG_DFL)
    }

    /// Reads and checks the state while a shared lock keeps daemons from starting.
    ///
    /// - Parameter events: receives the events.
    /// - Returns: the report, and the running daemon that holds the state: `pid 42, fasciad`.
    func inspect(events: EventReader? = nil) throws(StartupError) -> (StateReport, holder: String?) {
        guard access(directory, F_OK) == 0 else {
            throw StartupError(.failure, "cannot read the state directory \(directory): \(systemMessage())")
        }
        return try asOwner { () throws(StartupError) in
            let (lock, holder) = try InstanceLock.share(directory: directory, path: lock)
            defer { withExtendedLifetime(lock) {} }
            do throws(StoreError) { return (try Store.inspect(settings, limits: limits, events: events), holder) } catch {
                throw StartupError(error)
            }
        }
    }

    /// - Throws: if the state or its history is damaged.
    func refuseDamage(_ report: StateReport) throws(StartupError) { try refuse(report.problems + report.historyProblems) }

    func refuse(_ problems: [String]) throws(StartupError) {
        guard !problems.isEmpty else { return }
        throw StartupError(
            .failure,
            "the state in \(directory) is damaged: \(problems.joined(separator: "; ")). A daemon that starts with it "
                + "sets unreadable files aside and deletes nothing")
    }

    /// - Returns: the directory that the previous state was moved to; `nil` if there was none.
    func begin(with panel: Panel, apps: [String], replaces: Bool) throws(StartupError) -> String? {
        try StateDirectory.make(directory)
        return try asOwner { () throws(StartupError) in
            let lock = try InstanceLock(directory: directory, path: lock, what: "the state directory \(directory)")
            defer { withExtendedLifetime(lock) {} }
            do throws(StoreError) {
                return try Store.create(settings, with: panel, apps: apps, replaces: replaces)
            } catch { throw StartupError(error) }
        }
    }

    private func asOwner<Value>(_ body: () throws(StartupError) -> Value) throws(StartupError) -> Value {
        var status = stat()
        guard geteuid() == 0, stat(directory, &status) == 0, status.st_uid != 0 else { return try body() }
        guard setegid(status.st_gid) == 0, seteuid(status.st_uid) == 0 else {
            throw StartupError(.failure, "cannot act as the owner of \(directory): \(systemMessage())")
        }
        defer {
            seteuid(0)
            setegid(0)
        }
        return try body()
    }
}

extension StartupError {
    init(_ error: StoreError) { self.init(error.kind == .newer ? .newerState : .failure, error.message) }
}
