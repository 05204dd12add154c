import FasciaClient
import FasciaModel
import FasciaWire
import Glibc

/// `fascia attach` on a terminal that can move its cursor.
struct AttachedTerminal {
    let daemon: DaemonPlace
    let properties: TerminalProperties
    let timeLimit: Duration?
    /// Whether the daemon may have the terminal.
    let lends: Bool
    /// What `terminal.attach` is told.
    let request: JSON.Object

    func run() throws {
        // Before the terminal is touched: what goes wrong here is said on a terminal that is as it was.
        let patience = try Self.patience()
        let connection = try daemon.connect(within: timeLimit)
        let terminal = try TerminalDevice(entering: properties.kind, isFar: properties.isFar)
        let session = AttachSession(
            kind: properties.kind, size: terminal.size, place: daemon.name, timeLimit: timeLimit, request: request,
            lends: lends, patience: patience)
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

    /// How long the daemon may leave alone what is typed, and a question after that. A debug build obeys
    /// `FASCIA_SMALL=patience=MILLISECONDS`, so that a test need not wait as long as a person.
    private static func patience() throws -> Duration {
        #if DEBUG
            if let text = environmentVariable("FASCIA_SMALL") {
                do throws(Refusal) {
                    let small = try SmallLimits.parse(text, of: ["patience"])
                    return small["patience"].map { .milliseconds($0) } ?? AttachSession.usualPatience
                } catch {
                    throw UsageError(error.message)
                }
            }
        #endif
        return AttachSession.usualPatience
    }
}
