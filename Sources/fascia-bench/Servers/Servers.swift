import Glibc

/// Starts the servers, each with its socket and log in the same directory.
struct Servers {
    var folder: TemporaryFolder
    /// The path of the daemon; `nil` for the one beside this program.
    var daemon: String?

    func echo(_ name: String = "echo") throws -> Server {
        let socket = folder.file("\(name).sock")
        return try start(name, [try Self.thisProgram(), "echo-server", socket], socket)
    }

    enum RedisDurability: String {
        case inMemory = "no"
        /// A file that is synced once a second. The daemon syncs within ten milliseconds.
        case everySecond = "everysec"
        /// A file that is synced before each answer.
        case always
    }

    /// `nil` if Redis is not installed.
    func redis(_ name: String, _ keeping: RedisDurability) throws -> Server? {
        guard let program = Self.find("redis-server") else { return nil }
        let (socket, state) = (folder.file("\(name).sock"), folder.file("\(name).state"))
        guard mkdir(state, 0o700) == 0 else { throw BenchFailure("cannot make \(state)") }
        var arguments = [
            program, "--port", "0", "--unixsocket", socket, "--save", "", "--dir", state, "--daemonize", "no",
            "--appendonly", keeping == .inMemory ? "no" : "yes",
        ]
        if keeping != .inMemory { arguments += ["--appendfsync", keeping.rawValue] }
        return try start(name, arguments, socket)
    }

    /// A message bus. `nil` if dbus-daemon is not installed.
    func bus(_ name: String) throws -> Server? {
        guard let program = Self.find("dbus-daemon") else { return nil }
        let (socket, settings) = (folder.file("\(name).sock"), folder.file("\(name).conf"))
        try TextFile.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <listen>unix:path=\(socket)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/><allow user="*"/>
              </policy>
            </busconfig>

            """, to: settings)
        return try start(name, [program, "--nofork", "--nopidfile", "--config-file", settings], socket)
    }

    /// A service with properties on a message bus.
    func service(on bus: Server) throws -> Server {
        let service = try start("\(bus.name)-service", [try Self.thisProgram(), "property-service", bus.socket], bus.socket)
        let participant = Participant.bus(bus, service: service)
        let load = Load(
            ring: RequestRing(connections: 1, request: participant.request), requests: 64, warmup: 0, wire: participant.wire,
            isPinned: false)
        try Server.waitUntilItSucceeds { _ = try load.run(on: bus) }
        return service
    }

    /// A broker that keeps retained messages in a file. `nil` if mosquitto is not installed.
    func mosquitto(_ name: String) throws -> Server? {
        guard let program = Self.find("mosquitto") ?? Self.find("mosquitto", in: "/usr/sbin") else { return nil }
        let (socket, state, settings) = (folder.file("\(name).sock"), folder.file("\(name).state"), folder.file("\(name).conf"))
        guard mkdir(state, 0o700) == 0 else { throw BenchFailure("cannot make \(state)") }
        try TextFile.write(
            """
            listener 0 \(socket)
            allow_anonymous true
            persistence true
            persistence_location \(state)/
            log_type error
            \(geteuid() == 0 ? "user root" : "")

            """, to: settings)
        return try start(name, [program, "-c", settings], socket)
    }

    /// A daemon with the options of the shipped unit and a state directory of its own, which may exist already.
    func fascia(_ name: String) throws -> Server {
        let program = try daemon ?? Self.besideThisProgram("fasciad")
        let (socket, state) = (folder.file("\(name).sock"), folder.file("\(name).state"))
        guard access(program, X_OK) == 0 else {
            throw BenchFailure("there is no \(program): build it, or name another one with --daemon")
        }
        return try start(name, [program, "--socket", socket, "--state", state, "--keep-connections"], socket)
    }

    private func start(_ name: String, _ arguments: [String], _ socket: String) throws -> Server {
        try Server(name: name, arguments: arguments, socket: socket, log: folder.file("\(name).log"))
    }

    private static func thisProgram() throws(BenchFailure) -> String {
        guard let path = realpath("/proc/self/exe", nil) else { throw BenchFailure("/proc is not there") }
        defer { free(path) }
        return String(cString: path)
    }

    static func besideThisProgram(_ name: String) throws(BenchFailure) -> String {
        let folder = try thisProgram().split(separator: "/").dropLast()
        return "/" + (folder + [Substring(name)]).joined(separator: "/")
    }

    /// The path of a program in `PATH`, or in another list of folders; `nil` if it is not installed.
    static func find(_ name: String, in path: String? = nil) -> String? {
        let path = path ?? getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
