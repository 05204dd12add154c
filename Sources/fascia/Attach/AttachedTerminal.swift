import FasciaClient
import FasciaModel
import FasciaWire
import Glibc

/// `fascia attach` on a terminal that can move its cursor.
struct AttachedTerminal {
    let daemon: DaemonPlace
    let properties: TerminalProperties
    let timeLimit: Duration?
    /// What `terminal.attach` is told.
    let request: JSON.Object

    func run() throws {
        // Before the terminal is touched: what goes wrong here is said on a terminal that is as it was.
        let connection = try daemon.connect(within: timeLimit)
        let terminal = try TerminalDevice(entering: properties.kind, isFar: properties.isFar)
        let session = AttachSession(
            kind: properties.kind, size: terminal.size, place: daemon.name, timeLimit: timeLimit, request: request)
        var loop = AttachLoop(terminal: terminal, session: session, daemon: daemon, connection: connection)
        let end = loop.run()
        terminal.leave()
        switch end {
        case .left: break
        case .detached(let reason): Output.error("fascia: detached: \(Printable.text(reason))")
        case .failed(let error): throw error
        case .noDaemon(let error): throw daemon.explain(error)
        }
    }
}
