import CPluginHost
import CProcess
import FasciaRender
import FasciaScene
import Glibc

/// What starts the processes of plugins.
enum HostStarter {
    /// This process starts the program at this path, which confines itself, or does not.
    case program(String, isConfined: Bool = true)
    /// systemd starts one for each connection to this socket.
    case service(socket: String)

    var isConfined: Bool {
        switch self {
        case .program(_, let isConfined): isConfined
        case .service: true
        }
    }
}

/// A running `fascia-plugin-host`. One question at a time; it has one owner.
final class HostProcess {
    /// `nil` if it is not a child of this process.
    let process: pid_t?
    /// The socket. Can be read when there is an answer, or the process has ended.
    let connection: CInt
    private let buffer: UnsafeMutableRawBufferPointer
    private var serial: UInt32 = 0
    /// The latest message that was sent.
    private(set) var message: [UInt8] = []
    private var holds: UInt32?
    private var end: HostFailure?
    /// Keeps the read end of its output open; otherwise a write would end it with SIGPIPE.
    private let reader: PluginOutput?

    /// Starts a host for a file, and asks it to load the plugin. The answers are read by `start(milliseconds:)`.
    ///
    /// - Parameters:
    ///   - files: the descriptors of the plugin's file and of its libraries, each behind those that it needs.
    ///   - output: the descriptor that gets what the plugin prints.
    ///   - reader: what reads it.
    ///   - willLoad: called with the id of the process, before it loads the plugin, to debug it.
    init(
        _ starter: HostStarter, files: [CInt], plugin: String, path: String, version: String, output: CInt,
        reader: PluginOutput? = nil, willLoad: ((pid_t) -> Void)? = nil
    ) throws(HostFailure) {
        self.reader = reader
        (process, connection) = try Self.connect(starter, output)
        buffer = .allocate(byteCount: Int(PLUGIN_HOST_LONGEST), alignment: 8)
        serial = 2
        try send(HostQuestion.hello(isConfined: starter.isConfined, isDebugged: willLoad != nil, serial: 1), files)
        if let process, let willLoad { willLoad(process) }
        try send(HostQuestion.load(plugin: plugin, path: path, version: version, serial: 2))
    }

    private static func connect(
        _ starter: HostStarter, _ output: CInt
    ) throws(HostFailure) -> (process: pid_t?, connection: CInt) {
        var (process, connection): (pid_t, CInt) = (-1, -1)
        process_keep_ended_children()
        EndedHosts.reapLeft()
        let (path, code) =
            switch starter {
            case .program(let path, _): (path, plugin_host_start(path, output, &process, &connection))
            case .service(let socket): (socket, plugin_host_connect(socket, output, &connection))
            }
        guard code == 0 else { throw .notStarted("\(path): \(String(cString: strerror(code)))") }
        return (process > 0 ? process : nil, connection)
    }

    deinit {
        _ = stop()
        buffer.deallocate()
    }

    /// Ends the process, which may have closed its socket and go on.
    private func stop() -> HostFailure {
        if let end { return end }
        var failure = HostFailure.ended("ended; journalctl --unit 'fascia-plugin-host@*' says how")
        if let process {
            kill(process, SIGKILL)
            failure = EndedHosts.status(of: process).map { .ended(status: $0) } ?? .ended("was killed, and has not ended yet")
        }
        close(connection)
        end = failure
        return failure
    }

    /// Reads the answers to the first two messages. May be called again after `late`.
    ///
    /// - Returns: what its confinement was found to hold, and the plugin.
    func start(milliseconds: CInt) throws(HostFailure) -> (holds: UInt32, loaded: HostAnswer.Loaded) {
        if holds == nil { holds = try receive(PLUGIN_HOST_HELLO, serial: 1, milliseconds).holds() }
        return (holds ?? 0, try receive(PLUGIN_HOST_LOAD, serial: 2, milliseconds).loaded())
    }

    /// Tells the styles of controls which option is selected next: the question's columns.
    func tell(_ question: HostQuestion) throws(HostFailure) {
        try send(question.bytes(type: PLUGIN_HOST_SELECTED, serial: 0))
    }

    /// Sends a question. The answer is read by `drawn`, which may be called again after `late`.
    func ask(_ question: HostQuestion) throws(HostFailure) {
        serial &+= 1
        try send(question.bytes(type: PLUGIN_HOST_DRAW, serial: serial))
    }

    /// - Parameter canvases: the size of each canvas; `nil` for the size that the control takes.
    func drawn(_ canvases: [CellSize?], milliseconds: CInt) throws(HostFailure) -> HostAnswer.Drawn {
        let answer = try receive(PLUGIN_HOST_DRAW, serial: serial, milliseconds)
        guard (1...canvases.count).contains(Int(answer.header.count)) else {
            throw .nonsense("it is about \(answer.header.count) of \(canvases.count) controls")
        }
        return answer.drawn(canvases)
    }

    /// Sends a part of the screens to render. Each part is answered.
    func render(_ part: ArraySlice<UInt8>, hasMore: Bool) throws(HostFailure) {
        serial &+= 1
        try send(HostQuestion.render(part, hasMore: hasMore, serial: serial))
    }

    func rendered(milliseconds: CInt) throws(HostFailure) -> HostAnswer.Rendered {
        try receive(PLUGIN_HOST_RENDER, serial: serial, milliseconds).rendered()
    }

    private func send(_ message: [UInt8], _ files: [CInt] = []) throws(HostFailure) {
        if let end { throw end }
        self.message = message
        let code = plugin_host_send(connection, message, message.count, files, files.count)
        if code == EPIPE || code == ECONNRESET { throw stop() }
        // The socket is full: earlier questions have not been read.
        guard code == 0 else { throw .late }
    }

    private func receive(_ type: UInt32, serial: UInt32, _ milliseconds: CInt) throws(HostFailure) -> HostAnswer {
        if let end { throw end }
        let length = plugin_host_receive(connection, buffer.baseAddress, buffer.count, milliseconds)
        if length == 0 { throw stop() }
        guard length > 0 else { throw errno == ETIMEDOUT ? .late : .nonsense(String(cString: strerror(errno))) }
        let answer = try HostAnswer(UnsafeRawBufferPointer(rebasing: buffer[..<length]))
        guard answer.header.type == type | PLUGIN_HOST_ANSWER, answer.header.serial == serial else {
            throw .nonsense("it answers another question")
        }
        return answer
    }
}
