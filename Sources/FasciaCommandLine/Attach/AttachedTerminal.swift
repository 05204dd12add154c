import FasciaClient
import FasciaDocument
import FasciaWire
import Glibc

/// `fascia attach` on a terminal with cursor control.
struct AttachedTerminal {
    let daemon: DaemonEndpoint
    let properties: TerminalProperties
    let timeLimit: Duration?
    /// Whether the terminal reports the mouse.
    let usesMouse: Bool
    /// Parameters of `terminal.attach`.
    let request: JSON.Object
    /// Why its user makes changes.
    let reason: String?

    func run() throws {
        // Connects before the terminal is changed, so that errors are printed on a normal terminal.
        let connection = try daemon.connect(within: timeLimit)
        let terminal = try TerminalDevice(entering: properties, usesMouse: usesMouse)
        let session = AttachSession(
            kind: properties.kind, size: terminal.size, daemonName: daemon.name, timeLimit: timeLimit, request: request,
            patience: properties.patience, reason: reason, isRemote: daemon.isRemote)
        var loop = AttachLoop(terminal: terminal, session: session, daemon: daemon, connection: connection)
        let outcome = loop.run()
        terminal.leave()
        switch outcome {
        case .quit: break
        case .detached(let reason): Output.error("fascia: the daemon detached this terminal: \(Printable.text(reason))")
        case .failed(let error): throw error
        case .noDaemon(let error): throw daemon.explain(error)
        }
    }
}
