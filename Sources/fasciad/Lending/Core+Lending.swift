import CLending
import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaTerminal
import FasciaWire
import Glibc

/// Terminals that the daemon itself reads and draws in.
extension Core {
    /// Takes over the terminal whose descriptor came beside the request.
    func takeOver(_ lend: TerminalLend, _ client: Client) throws(WireError) -> Reply {
        let terminal = try terminal(lend.terminal, of: client)
        defer { afterReply { [self] in if terminal.client === client { show(terminal) } } }
        // Whatever is wrong with it: its client goes on by itself.
        if case .awaited = terminal.way { terminal.way = .wire }
        guard let given = client.takeDescriptor() else {
            throw WireError(
                Refusal(
                    .invalid,
                    terminal.attach.lends
                        ? "no descriptor came with terminal.lend: send the terminal's beside the line (SCM_RIGHTS)"
                        : "terminal \(terminal.id) was attached without lends: say so with terminal.attach, so that the "
                            + "daemon looks for its descriptor"))
        }
        defer { close(given) }
        guard lend.restore.utf8.count <= 1_024 else {
            throw WireError(
                Refusal(.limit, "restore has \(lend.restore.utf8.count) bytes: 1024 are enough for any terminal"))
        }
        let opened = fascia_lending_open(given)
        guard opened >= 0 else { throw WireError(Refusal(.refused, Core.complaint(-opened))) }
        giveBack(terminal)
        do throws(LoopError) {
            terminal.way = .lent(
                try LentTerminal(opened, of: terminal, core: self, restore: lend.restore, isFar: lend.isFar))
        } catch {
            close(opened)
            throw WireError(Refusal(.refused, "the terminal cannot be watched: \(error)"))
        }
        terminal.shown = nil
        return .result(["terminal": .int(terminal.id)])
    }

    private static func complaint(_ code: Int32) -> String {
        switch code {
        case ENOTTY: "the descriptor that came with terminal.lend is no terminal: only terminals can be lent"
        case EACCES, EPERM:
            "the daemon, as uid \(geteuid()), may not open the terminal: its keys and frames go through its client"
        case EBUSY:
            "the daemon runs in the foreground of that terminal: its keys and frames go through its client"
        default: "the terminal cannot be opened: \(String(cString: strerror(code)))"
        }
    }

    // MARK: - Keys

    /// What was typed: the same as if its client had passed it on.
    func take(_ input: KeyDecoder.Input, from lent: LentTerminal) {
        let terminal = lent.terminal
        do throws(WireError) {
            switch input {
            case .key("ctrl+c"):
                lent.pause()
                tell(.interrupt, from: lent)
            case .key("ctrl+z"):
                lent.pause()
                tell(.suspend, from: lent)
            case .knowsKeyProtocol:
                lent.mayUseKeyProtocol()
                // Who asks for it must know first how to take it back.
                tell(.keyProtocol, from: lent)
            case .key(let key): _ = try press(key, on: terminal.id, request("terminal.key", terminal))
            case .mouse(let mouse):
                _ = try point(mouse.gesture(on: terminal.id), request("terminal.mouse", terminal))
            case .paste(let text):
                _ = try paste(text, on: terminal.id, request("terminal.paste", terminal))
            }
        } catch {
            // Whoever types has seen it in the picture.
        }
        replied()
    }

    private func request(_ method: String, _ terminal: Terminal) -> Request {
        Request(method: method, id: nil, client: terminal.client)
    }

    /// Tells the client of a lent terminal what came from there and is its own affair.
    func tell(_ input: TerminalInput, from lent: LentTerminal) {
        let terminal = lent.terminal
        // What it shows by then is another matter.
        if input != .keyProtocol { terminal.shown = nil }
        terminal.client.output.call(
            id: nil, method: "terminal.input",
            params: ["terminal": .int(terminal.id), "input": .string(input.rawValue)])
        hasOutput(terminal.client)
    }

    // MARK: - Frames

    /// Draws at once: whoever looks at it waits for nothing else. Where all connections would have to be written down for
    /// that (`secure`), with the next `flush`.
    func draw(_ frame: String, on lent: LentTerminal) {
        lent.append(frame)
        undrawn.append(lent)
        guard handover == nil else { return }
        secure()
        lent.draw()
    }

    /// Draws what there is to draw, and says then where the terminals are.
    func draw() {
        let due = undrawn
        undrawn = []
        for lent in due { lent.draw() }
        for lent in due { tellPlace(of: lent.terminal) }
    }

    private func tellPlace(of terminal: Terminal) {
        guard let place = newPlace(of: terminal) else { return }
        terminal.client.output.notify("terminal.place") { writer in
            writer.raw("{\"terminal\":")
            writer.writeInt(terminal.id)
            writer.raw(",\"place\":")
            writer.write(place)
            writer.raw("}")
        }
        hasOutput(terminal.client)
    }

    // MARK: - The end

    func hungUp(_ lent: LentTerminal) {
        guard terminals.contains(where: { $0.lent === lent }) else { return }
        letGo(lent.terminal, reason: "the terminal has gone")
        flush()
    }

    /// - Parameter isAbandoned: its client is gone, and has not put it back as it was.
    func giveBack(_ terminal: Terminal, isAbandoned: Bool = false) {
        guard let lent = terminal.lent else { return }
        if isAbandoned { lent.putBack() }
        undrawn.removeAll { $0 === lent }
        lent.close()
        terminal.way = .wire
    }
}
