import FasciaClient
import FasciaDocument
import FasciaWire
import Glibc

/// `fascia attach` without a terminal: prints a picture and a hint.
struct PanelPicture {
    let daemon: DaemonEndpoint
    let stack: String
    let size: TerminalSize
    let isUnicode: Bool
    let timeLimit: Duration?

    func run() throws {
        let connection = try daemon.connect(within: timeLimit)
        let params: JSON.Object = [
            "stack": .string(stack), "columns": .int(size.columns), "rows": .int(size.rows),
            "unicode": .bool(isUnicode),
        ]
        let answer: Result<JSON, WireError>
        do throws(ConnectionError) {
            answer = try connection.answer(to: "ui.render", params, within: timeLimit)
        } catch {
            throw daemon.explain(error)
        }
        Output.text(TerminalText.picture(try answer.get()["data"]?.stringValue ?? ""))
        Output.error(
            "fascia: without a terminal, attach only prints a picture: run it in a terminal, or use \"fascia attach --linear\"")
    }
}

extension LineConnection {
    /// Sends one request and waits for its answer. Other messages are discarded.
    func answer(
        to method: String, _ params: JSON.Object, within timeLimit: Duration?
    ) throws(ConnectionError) -> Result<JSON, WireError> {
        let end = timeLimit.map { ContinuousClock.now + $0 }
        send(method, params, id: 1)
        while true {
            var answer: Result<JSON, WireError>?
            try receive { message in
                if case .response(RequestID(1), let result) = message { answer = result }
            }
            if let answer { return answer }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN | (hasUnsent ? POLLOUT : 0)), revents: 0)
            if poll(&entry, 1, PollTime.milliseconds(until: end)) == 0, let timeLimit {
                throw .timeout(path, to: method, within: timeLimit)
            }
            sendMore()
        }
    }
}
