import CTerminal
import FasciaClient
import FasciaModel
import FasciaWire
import Glibc

/// The thin terminal client: it sends keys, shows the bytes that come, and knows nothing of what they mean.
struct AttachedTerminal {
    let mode: TerminalAttach.Mode?
    let colors: ColorDepth?
    let scheme: TerminalAttach.Scheme?
    let status: Bool
    let stack: String?
    let common: CommonOptions

    /// Why it is over.
    private enum End: Sendable {
        /// Ctrl-C, or the terminal's input has ended.
        case left
        /// The daemon has let the terminal go: q was pressed, or it says why.
        case detached(reason: String?)
        case failed(any Error)
    }

    func run() async throws {
        try TerminalProperties.check(environment: environmentVariable)
        // Before the terminal is touched: what goes wrong here is said on a terminal that is as it was.
        let connection = try await common.connect()
        let inputs = try TerminalInput.enter()
        defer { fascia_terminal_leave() }

        let end: End
        do {
            let size = TerminalInput.size
            let answer = try await connection.call("terminal.attach", attachParams(size))
            guard let id = answer["terminal"] else {
                throw ConnectionError(
                    .notFascia, path: connection.path, "the answer to terminal.attach has no terminal")
            }
            end = await operate(connection, terminal: id, inputs: inputs)
        } catch {
            end = .failed(error)
        }
        fascia_terminal_leave()
        switch end {
        case .left, .detached(reason: nil): await connection.close()
        case .detached(let reason?): Output.error("fascia: detached: \(Printable.text(reason))")
        case .failed(let error): throw error
        }
    }

    private func attachParams(_ size: (columns: Int, rows: Int)) -> JSON.Object {
        let colors = colors ?? TerminalProperties.colors(environment: environmentVariable)
        var params: JSON.Object = [
            "columns": .int(size.columns), "rows": .int(size.rows), "colors": .string(colors.rawValue),
            "unicode": .bool(TerminalProperties.isUnicode(environment: environmentVariable)),
            "scheme": .string((scheme ?? TerminalProperties.scheme(environment: environmentVariable)).rawValue),
            "status": .bool(status),
            "features": .array(
                TerminalProperties.features(environment: environmentVariable).map { .string($0.rawValue) }),
        ]
        params.set("stack", stack)
        params.set("mode", mode?.rawValue)
        return params
    }

    private func operate(
        _ connection: Connection, terminal: JSON, inputs: AsyncStream<TerminalInput.Event>
    ) async -> End {
        await withTaskGroup(of: End.self) { group in
            group.addTask { await Self.show(connection, terminal: terminal) }
            group.addTask { await Self.send(inputs, to: connection, terminal: terminal) }
            let end = await group.next() ?? .left
            group.cancelAll()
            return end
        }
    }

    /// Writes the frames that come until the daemon says that it is over.
    private static func show(_ connection: Connection, terminal: JSON) async -> End {
        do {
            for try await notification in connection.notifications where notification.params["terminal"] == terminal {
                switch notification.method {
                case "terminal.frame":
                    var data = notification.params["data"]?.stringValue ?? ""
                    // The terminal is gone if it cannot be written to.
                    guard data.withUTF8({ fascia_terminal_write($0.baseAddress, $0.count) }) == 0 else { return .left }
                case "terminal.detached":
                    let reason = notification.params["reason"]?.stringValue
                    return .detached(reason: reason == "quit" ? nil : reason)
                default: break
                }
            }
            return .left
        } catch {
            return .failed(error)
        }
    }

    /// Sends what is typed until somebody leaves. Nobody waits for the answers: what a key did is seen in a frame.
    private static func send(
        _ inputs: AsyncStream<TerminalInput.Event>, to connection: Connection, terminal: JSON
    ) async -> End {
        for await input in inputs {
            switch input {
            case .input(.key("ctrl+c")): return .left
            case .input(.key("ctrl+z")): fascia_terminal_suspend()
            case .input(.key(let key)):
                connection.notify("terminal.key", ["terminal": terminal, "key": .string(key)])
            case .input(.paste(let text)):
                connection.notify("terminal.paste", ["terminal": terminal, "text": .string(text)])
            case .input(.mouse(let mouse)): connection.notify("terminal.mouse", mouse.params(terminal))
            case .resized(let columns, let rows):
                connection.notify(
                    "terminal.resize", ["terminal": terminal, "columns": .int(columns), "rows": .int(rows)])
            }
        }
        return .left
    }
}

extension MouseInput {
    fileprivate func params(_ terminal: JSON) -> JSON.Object {
        var params: JSON.Object = [
            "terminal": terminal, "kind": .string(kind.rawValue), "column": .int(column), "row": .int(row),
        ]
        if kind == .press || kind == .release { params["button"] = .string(button.rawValue) }
        return params
    }
}
