import FasciaAsk
import FasciaClient
import FasciaModel
import Glibc

extension AskOptions {
    /// Asks everybody at the panel, where there is a daemon.
    ///
    /// - Returns: `nil` if it is asked only here.
    /// - Throws: `ConnectionError` if others have to be asked and there is no daemon.
    func share(_ question: Question) throws -> SharedQuestion? {
        let isRequired = !to.isEmpty || keep
        guard !here, !SharedQuestion.isOnlyHere || isRequired else { return nil }
        // Lines are asked for one after the other: nothing can be shown or taken back meanwhile.
        let properties = TerminalProperties(environment: environmentVariable)
        guard isRequired || question.isProgress || !linear && properties.kind != .dumb else { return nil }
        var request = QuestionRequest(id ?? SharedQuestion.uniqueID, question.content)
        (request.audience, request.isKept) = (to, keep)
        (request.timeout, request.defaultAfter) = (
            timeout.map(SharedQuestion.milliseconds), defaultAfter.map(SharedQuestion.milliseconds)
        )
        let path = SocketPath.resolve(option: socket, environment: environmentVariable)
        do throws(ConnectionError) { return try SharedQuestion(question, request, path: path) } catch {
            guard isRequired || socket != nil else { return nil }
            throw error
        }
    }
}

extension SharedQuestion {
    /// At least a moment, which the daemon can wait for.
    static func milliseconds(_ time: Duration) -> Int { max(1, Int(min(time / .milliseconds(1), 2_592_000_000))) }

    /// A name that no other question has: asked again after a crash, it is the same question.
    static var uniqueID: String { "ask-\(getpid())-\(UInt32.random(in: 0 ... .max))" }

    /// Whether `$FASCIA_ASK_HERE` says that questions are asked only in the terminal of their script.
    static var isOnlyHere: Bool { environmentVariable("FASCIA_ASK_HERE")?.isEmpty == false }
}
