import Foundation
import Glibc
import TestSupport
import Testing

/// Starting the daemon: socket, directories, options, and their errors.
@Suite struct StartTests {
    private let directory: TemporaryDirectory
    private var socket: String { directory["s"] }
    private var state: String { directory["state"] }

    init() throws { directory = try TemporaryDirectory() }

    /// Runs a daemon that should fail to start.
    private func start(_ arguments: [String], environment: [String: String] = [:]) throws -> ProcessResult {
        try runProcess(Products.executable("fasciad"), arguments, environment: environment)
    }

    private func expectFailure(
        _ arguments: [String], code: Int32, _ parts: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try start(arguments)
        #expect(result.status == .exited(code), sourceLocation: sourceLocation)
        #expect(result.output == "", sourceLocation: sourceLocation)
        for part in parts {
            #expect(result.error.contains(part), "\(result.error)", sourceLocation: sourceLocation)
        }
        #expect(result.error.split(separator: "\n").last?.hasPrefix("fasciad: ") == true, sourceLocation: sourceLocation)
    }

    private func mode(_ path: String) throws -> mode_t {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw TestFailure("no \(path)") }
        return status.st_mode & 0o7777
    }

    @Test func onlyTheOwnerMayUseTheSocket() throws {
        let daemon = try DaemonProcess(in: directory)
        #expect(try mode(socket) == 0o600)
        #expect(try mode(state) == 0o700)
        withExtendedLifetime(daemon) {}
    }

    #if DEBUG
        @Test(arguments: [
            "backlog", "backlog=", "backlog=many", "backlog=0", "backlock=65536", "history=40,snapshot=-1", "backlog=1=2",
        ])
        func invalidTestLimits(_ limits: String) throws {
            let result = try start(["--socket", socket, "--state", state], environment: ["FASCIA_SMALL": limits])
            #expect(result.status == .exited(2))
            let wrong = limits.split(separator: ",").last ?? ""
            #expect(
                result.error.contains(
                    "FASCIA_SMALL: invalid \"\(wrong)\", expected backlog=, history=, snapshot=, checkpoint=, depth=, groups=, "
                        + "screens=, values= and valueBytes= with numbers above 0, and a comma between them"))
        }
    #endif

    // MARK: - One instance

    @Test func aStaleSocketIsReplaced() throws {
        let first = try DaemonProcess(in: directory)
        try first.kill9()
        #expect(access(socket, F_OK) == 0, "it had no time to clear up")
        let second = try DaemonProcess(in: directory)
        #expect(try second.client().sync() == 0)
        #expect(try mode(socket) == 0o600)
    }

    @Test func aSecondDaemonOnTheSameSocketSaysWhoHasItAndTheFirstIsUnharmed() throws {
        let first = try DaemonProcess(in: directory)
        let client = try first.client()
        try expectFailure(
            ["--socket", socket, "--state", directory["other"]], code: 4, socket, "pid \(first.id)", "choose another")
        #expect(try client.sync() == 0)
        #expect(try first.client().sync() == 0)
    }

    @Test func aSecondDaemonOnTheSameStateSaysWhoHasIt() throws {
        let first = try DaemonProcess(in: directory)
        try expectFailure(
            ["--socket", directory["t"], "--state", state], code: 4, state, "pid \(first.id)", "choose another")
        #expect(access(directory["t"], F_OK) != 0, "it has made no socket")
        #expect(try first.client().sync() == 0)
    }

    @Test func aDaemonThatKeepsItsStateInMemoryNeedsNoDirectory() throws {
        let first = try DaemonProcess(in: directory)
        let path = try Products.executable("fasciad")
        let beside = try RunningProcess(path, ["--socket", directory["t"], "--state", state, "--ephemeral"])
        try beside.error.wait(for: "ready")
        #expect(beside.error.text.contains("state=\"in memory\""))
        let other = try RunningProcess(path, ["--socket", directory["u"], "--state", directory["none"], "--ephemeral"])
        try other.error.wait(for: "ready")
        #expect(access(directory["none"], F_OK) != 0)
        #expect(try first.client().sync() == 0)
    }

    /// The state directory itself is locked, so removing or replacing the lock file does not help.
    @Test func aSecondDaemonDoesNotStartWhereTheLockFileWasRemoved() throws {
        let first = try DaemonProcess(in: directory)
        #expect(unlink(state + "/lock") == 0)
        try expectFailure(
            ["--socket", directory["t"], "--state", state], code: 4, state, "is in use: \"fascia state\" reads it, or")
        #expect(try first.client().sync() == 0)
    }

    /// The directory is locked, not the lock file, so a lock on that file does not prevent a start.
    @Test func aLockOnTheLockFileKeepsNoDaemonOut() throws {
        #expect(mkdir(state, 0o700) == 0)
        let file = try Descriptor(open(state + "/lock", O_RDWR | O_CREAT, 0o600), from: "open")
        #expect(flock(file.number, LOCK_EX | LOCK_NB) == 0)
        let daemon = try DaemonProcess(in: directory)
        #expect(try daemon.client().sync() == 0)
    }

    // MARK: - The socket file

    /// Without its socket file no client can connect, so the daemon ends and the service manager can restart it.
    @Test(arguments: [true, false]) func aSocketThatIsTakenAwayEndsTheDaemon(isMoved: Bool) throws {
        let daemon = try DaemonProcess(in: directory)
        let client = try daemon.client()
        #expect(chmod(socket, 0o660) == 0)
        #expect(try client.sync() == 0)
        #expect(isMoved ? rename(socket, directory["elsewhere"]) == 0 : unlink(socket) == 0)
        #expect(try daemon.process.waitForExit() == .exited(1))
        #expect(daemon.log.text.contains("the socket \(socket) was removed or replaced, so no client can connect"))
        let again = try DaemonProcess(in: directory)
        #expect(try again.client().sync() == 0)
    }

    @Test func aLockFileThatIsAnotherFileIsNotOverwritten() throws {
        try directory.write("important", to: "other")
        #expect(mkdir(state, 0o700) == 0)
        #expect(link(directory["other"], state + "/lock") == 0)
        try expectFailure(["--socket", socket, "--state", state], code: 1, state + "/lock", "must be a regular file")
        #expect(try String(contentsOfFile: directory["other"], encoding: .utf8) == "important")
        #expect(unlink(state + "/lock") == 0)
        #expect(mkfifo(state + "/lock", 0o600) == 0)
        try expectFailure(["--socket", socket, "--state", state], code: 1, state + "/lock", "must be a regular file")
    }

    /// A listener that accepts no connection is reported instead of blocking the start.
    @Test func aListenerThatNeverAcceptsIsReported() throws {
        let listening = try Descriptor(Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), from: "socket")
        #expect(try UnixAddress(socket).use { bind(listening.number, $0, $1) } == 0)
        #expect(listen(listening.number, 0) == 0)
        let waiting = try LineClient(connectingTo: socket)
        try expectFailure(["--socket", socket, "--state", state], code: 4, "another process listens on \(socket)")
        withExtendedLifetime(waiting) {}
    }

    // MARK: - The state directory

    @Test(arguments: [mode_t(0o777), 0o1777, 0o770, 0o722]) func aStateDirectoryThatOthersMayWriteIsRefused(_ mode: mode_t) throws
    {
        #expect(mkdir(state, 0o700) == 0 && chmod(state, mode) == 0)
        let remedy = mode & 0o1000 == 0 ? "chmod go-w '\(state)'" : "use a directory of your own"
        try expectFailure(
            ["--socket", socket, "--state", state], code: 1, "the state directory is not safe",
            "can be written by others than its owner (mode \(String(mode, radix: 8))): \(remedy)")
        #expect(access(socket, F_OK) != 0)
    }

    @Test func aStateDirectoryThatOthersMayReplaceIsRefused() throws {
        let above = directory["above"]
        #expect(mkdir(above, 0o700) == 0 && chmod(above, 0o757) == 0)
        try expectFailure(["--socket", socket, "--state", above + "/state"], code: 1, "is not safe", "chmod go-w '\(above)'")
        // In a sticky directory others may not replace it.
        #expect(chmod(above, 0o1777) == 0)
        let daemon = try RunningProcess(
            Products.executable("fasciad"), ["--socket", socket, "--state", above + "/state"])
        try daemon.error.wait(for: "ready")
        daemon.process.signal(SIGTERM)
        try daemon.process.waitForExit()
    }

    @Test func aSymbolicLinkIsNoStateDirectory() throws {
        #expect(mkdir(directory["real"], 0o700) == 0)
        #expect(symlink(directory["real"], state) == 0)
        try expectFailure(["--socket", socket, "--state", state], code: 1, state, "is not a directory")
    }

    @Test(.enabled(if: geteuid() == 0, "needs root")) func aStateDirectoryOfSomebodyElseIsRefused() throws {
        #expect(mkdir(state, 0o700) == 0 && chown(state, 65_534, 65_534) == 0)
        try expectFailure(["--socket", socket, "--state", state], code: 1, "is owned by uid 65534")
    }

    // MARK: - Signals

    @Test func allThreadsBlockTheSignalsOfTheLoop() throws {
        let daemon = try DaemonProcess(in: directory)
        let tasks = "/proc/\(daemon.id)/task"
        let threads = try FileManager.default.contentsOfDirectory(atPath: tasks)
        #expect(threads.count >= 2)
        func mask(_ name: String, of thread: String) throws -> UInt64 {
            let status = try String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
            return try #require(UInt64(line.split(separator: "\t")[1], radix: 16))
        }
        func bits(_ signals: Int32...) -> UInt64 { signals.reduce(0) { $0 | 1 << UInt64($1 - 1) } }
        for thread in threads {
            let blocked = bits(SIGTERM, SIGINT, SIGHUP)
            #expect(try mask("SigBlk", of: thread) & blocked == blocked, "\(thread) of \(threads)")
        }
        let ignored = bits(SIGTTIN, SIGTTOU, SIGPIPE)
        #expect(try mask("SigIgn", of: "\(daemon.id)") & ignored == ignored)
    }

    // MARK: - Inherited descriptors and limits

    @Test func whereStandardErrorIsClosedNothingElseGetsTheLog() throws {
        let notifications = try NotifySocket(path: directory["notify"])
        let running = try RunningProcess(
            "/bin/sh",
            ["-c", "exec \"$0\" \"$@\" <&- >&- 2>&-", Products.executable("fasciad"), "--socket", socket, "--state", state],
            environment: ["NOTIFY_SOCKET": directory["notify"]])
        #expect(try notifications.receive(from: running.process)["READY"] == "1")
        for number in 0...2 {
            let link = "/proc/\(running.process.id)/fd/\(number)"
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/null")
        }
    }

    /// A file size limit (`ulimit -f`, LimitFSIZE=) is an error and does not end the daemon by SIGXFSZ.
    @Test func aFileThatMayNotGrowIsAnErrorAndNoSignal() throws {
        let result = try runProcess(
            "/bin/sh",
            ["-c", "ulimit -f 1; exec \"$0\" \"$@\"", Products.executable("fasciad"), "--socket", socket, "--state", state])
        #expect(result.status == .exited(1))
        #expect(result.error.hasPrefix("fasciad: cannot "), "\(result.error)")
        #expect(result.error.contains(state))
    }

    // MARK: - Sockets in use

    /// Without a lock file: another program listens, or a daemon whose lock file was removed.
    @Test func aSocketOnWhichSomebodyAnswersIsNotReplaced() throws {
        let other = try RunningProcess("/usr/bin/socat", ["-d", "-d", "UNIX-LISTEN:\(socket),fork", "EXEC:cat"])
        try other.error.wait(for: "listening on")
        try expectFailure(["--socket", socket, "--state", state], code: 4, socket, "pid \(other.process.id)", "socat")
        #expect(access(socket, F_OK) == 0)
    }

    @Test func ofManyDaemonsAtOnceExactlyOneStarts() throws {
        let path = try Products.executable("fasciad")
        let daemons = try (1...6).map { number in
            try RunningProcess(path, ["--socket", socket, "--state", directory["state\(number)"]])
        }
        let words = try daemons.map { daemon in
            try daemon.error.wait("a decision") { $0.contains("ready") || $0.contains("is in use") }
        }
        #expect(words.filter { $0.contains("ready") }.count == 1)
        for (daemon, said) in zip(daemons, words) where !said.contains("ready") {
            #expect(try daemon.process.waitForExit() == .exited(4))
        }
        #expect(try JSONClient(connectingTo: socket).sync() == 0)
    }

    @Test func aDaemonThatHasNotWrittenItsPidIsOne() throws {
        let lock = open(socket + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        try expectFailure(
            ["--socket", socket, "--state", state], code: 4, socket, "is in use by another fasciad, which has just started")
    }

    // MARK: - Invalid paths

    @Test func aDirectoryInTheSocketsPlace() throws {
        #expect(mkdir(socket, 0o700) == 0)
        try expectFailure(["--socket", socket, "--state", state], code: 1, "\(socket) is a directory", "another path")
        #expect(try mode(socket) == 0o700)
    }

    @Test func aFileInTheSocketsPlace() throws {
        try directory.write("precious", to: "s")
        try expectFailure(["--socket", socket, "--state", state], code: 1, "\(socket) is not a socket", "another path")
        #expect(try runProcess("/bin/cat", [socket]).output == "precious")
    }

    @Test func aPathThatIsTooLong() throws {
        let path = directory[String(repeating: "x", count: 120)]
        try expectFailure(
            ["--socket", path, "--state", state], code: 2, "\(path.utf8.count) bytes", "the limit is 107", "shorter")
    }

    @Test func theLongestPath() throws {
        let path = directory[String(repeating: "x", count: 107 - directory.path.utf8.count - 1)]
        let daemon = try RunningProcess(Products.executable("fasciad"), ["--socket", path, "--state", state])
        try daemon.error.wait(for: "ready")
        #expect(try JSONClient(connectingTo: path).sync() == 0)
    }

    @Test func aStateThatIsNotADirectory() throws {
        try directory.write("", to: "state")
        try expectFailure(["--socket", socket, "--state", state], code: 1, state)
    }

    @Test func aDirectoryThatCannotBeMade() throws {
        try expectFailure(
            ["--socket", "/proc/nowhere/s", "--state", state], code: 1, "cannot create the directory /proc/nowhere")
        try expectFailure(["--socket", socket, "--state", "/proc/nowhere"], code: 1, "/proc/nowhere")
    }

    // MARK: - Other users

    private func startAsOtherUser(_ arguments: [String], environment: [String: String] = [:]) throws -> ProcessResult {
        #expect(chmod(directory.path, 0o755) == 0)
        // Other users may have no access to the directory of the products.
        let copy = directory["fasciad"]
        _ = try runProcess("/bin/cp", [try Products.executable("fasciad"), copy]).checked()
        return try runProcess(
            "/usr/bin/setpriv", ["--reuid", "65534", "--regid", "65534", "--clear-groups", copy] + arguments,
            environment: environment)
    }

    @Test(.enabled(if: isRoot, "only root can become somebody else")) func noPermissionForTheDirectory() throws {
        #expect(mkdir(directory["closed"], 0o700) == 0)
        #expect(mkdir(state, 0o700) == 0 && chown(state, 65_534, 65_534) == 0)
        let result = try startAsOtherUser(["--socket", directory["closed/s"], "--state", state])
        #expect(result.status == .exited(1))
        #expect(result.error.contains(directory["closed/s"]))
        #expect(result.error.contains("Permission denied"))
    }

    @Test(.enabled(if: isRoot, "only root can become somebody else")) func noPermissionForTheState() throws {
        #expect(mkdir(state, 0o700) == 0)
        let result = try startAsOtherUser(["--socket", directory["s"], "--state", state])
        #expect(result.status == .exited(1))
        #expect(result.error.contains("the state directory \(state)"))
    }

    @Test(.enabled(if: isRoot, "only root can become somebody else")) func noRuntimeDirectory() throws {
        let result = try startAsOtherUser(["--state", state])
        #expect(result.status == .exited(2))
        #expect(
            result.error
                == "fasciad: XDG_RUNTIME_DIR is not set, so the socket has no default path: set it, or use --socket PATH\n")
    }

    @Test func theRuntimeDirectoryIsUsed() throws {
        let daemon = try RunningProcess(
            Products.executable("fasciad"), ["--state", state], environment: ["XDG_RUNTIME_DIR": directory.path])
        try daemon.error.wait(for: "ready")
        #expect(try JSONClient(connectingTo: directory["fascia/fascia.sock"]).sync() == 0)
        #expect(try mode(directory["fascia"]) == 0o700)
    }

    @Test func theSocketsVariableIsUsed() throws {
        let daemon = try RunningProcess(
            Products.executable("fasciad"), ["--state", state],
            environment: ["XDG_RUNTIME_DIR": directory["no"], "FASCIA_SOCKET": socket])
        try daemon.error.wait(for: "ready")
        #expect(try JSONClient(connectingTo: socket).sync() == 0)
    }

    // MARK: - The command line

    @Test(arguments: [
        ["--no-such-option"], ["--max-line"], ["--max-line", "ten"], ["--max-line", "10"], ["--max-clients", "0"],
        ["--max-clients", "-1"], ["--typing-pause", "61"], ["--typing-pause=-1"], ["--action-timeout", "0"],
        ["--notice-time", "0"], ["--plugin-timeout", "0"], ["--plugin-timeout", "61"], ["argument"],
        ["--socket"],
    ])
    func aWrongCommandLine(_ arguments: [String]) throws {
        let result = try start(["--state", state] + arguments)
        #expect(result.status == .exited(2))
        #expect(result.output == "")
        #expect(result.error.contains("Usage: fasciad"))
        #expect(result.error.hasSuffix("\n"))
    }

    /// Else its members would silently be operators.
    @Test(arguments: ["--view-group", "--author-group"])
    func aGroupThatDoesNotExist(_ option: String) throws {
        let result = try start(["--state", state, option, "no-such"])
        #expect(result.status == .exited(2))
        #expect(result.error.contains("\(option) names a group that does not exist: \"no-such\""), "\(result.error)")
    }

    @Test(arguments: [
        ("--keep-age", "30", "expected a whole number with a unit (s, m, h, d or w), such as 30d"),
        ("--keep-age", "-1d", "expected a whole number with a unit (s, m, h, d or w), such as 30d"),
        ("--keep-age", "99999999999999999w", "expected a whole number with a unit (s, m, h, d or w), such as 30d"),
        ("--keep-size", "1.5G", "expected a whole number of bytes, or one with K, M or G, such as 256M"),
        ("--keep-size", "M", "expected a whole number of bytes, or one with K, M or G, such as 256M"),
    ])
    func invalidQuantities(_ option: String, _ value: String, _ message: String) throws {
        let result = try start(["--state", state, "\(option)=\(value)"])
        #expect(result.status == .exited(2))
        #expect(result.error.contains("The value '\(value)' is invalid for '\(option)"), "\(result.error)")
        #expect(result.error.contains(message), "\(result.error)")
    }

    @Test func quantities() throws {
        let daemon = try DaemonProcess(in: directory, arguments: ["--keep-age", "2w", "--keep-size", "1G"])
        #expect(try daemon.client().sync() == 0)
    }

    @Test func helpAndVersion() throws {
        let help = try start(["--help"])
        #expect(help.status == .exited(0))
        #expect(help.error == "")
        for part in ["--socket", "--state", "--name", "--plugin", "--max-line", "--max-clients", "--typing-pause", "--keep-age"] {
            #expect(help.output.contains(part), "\(part)")
        }
        let version = try start(["--version"])
        #expect(version.status == .exited(0))
        #expect(version.output.hasSuffix("\n"))
    }

    @Test func aPluginThatIsMissingDoesNotKeepItFromStarting() throws {
        let daemon = try DaemonProcess(in: directory, arguments: ["--plugin", "nosuch"])
        #expect(try daemon.client().sync() == 0)
        try daemon.log.wait(for: "nosuch")
    }

    /// Libraries of the daemon end it if they get no descriptor.
    @Test func itDoesNotStartWithFewOpenFiles() throws {
        let start = "ulimit -n 63; exec \(try Products.executable("fasciad")) --socket \(directory["s"]) --ephemeral"
        let result = try runProcess("/bin/sh", ["-c", start])
        #expect(result.status == .exited(1))
        #expect(
            result.error == "fasciad: the limit of open files is 63, and at least 64 are needed: raise it with LimitNOFILE= of "
                + "the unit, or ulimit -n\n")
    }

    @Test func aPluginIsNotLoadedWithTheLastDescriptors() throws {
        try FileManager.default.copyItem(atPath: Products.directory + "/libneon.so", toPath: directory["neon.so"])
        let daemon = try DaemonProcess(in: directory, environment: ["FASCIA_PLUGIN_PATH": directory.path])
        let client = try daemon.client()
        _ = try runProcess("/usr/bin/env", ["prlimit", "--pid", "\(daemon.id)", "--nofile=64:"]).checked()
        let others = try (0..<20).map { _ in try daemon.client() }
        for other in others { try other.call("sync") }
        #expect(
            try client.failure("plugin.load", ["id": "neon"]).message
                == "plugin \"neon\" is not loaded: too many files are open, and the limit is 64: raise it with LimitNOFILE= of "
                + "the unit, or ulimit -n")
        _ = try runProcess("/usr/bin/env", ["prlimit", "--pid", "\(daemon.id)", "--nofile=1024:"]).checked()
        try client.call("plugin.load", ["id": "neon"])
    }
}
