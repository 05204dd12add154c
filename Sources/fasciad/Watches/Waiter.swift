import FasciaLoop
import FasciaModel
import FasciaWire

/// A request that is answered when something holds (`ui.wait`).
final class Waiter {
    let client: Client
    let wait: UIWait
    /// Answers it.
    let finish: (Reply) -> Void
    var timer: Timer?

    init(client: Client, wait: UIWait, finish: @escaping (Reply) -> Void) {
        self.client = client
        self.wait = wait
        self.finish = finish
    }
}

extension Core {
    func startWaiting(_ wait: UIWait, _ request: Request) throws(WireError) -> Reply {
        guard !request.inBatch else {
            throw .invalidRequest("ui.wait cannot stand in a batch, whose other answers would wait with it: send it alone")
        }
        if try holds(wait) { return .result(["revision": .int(panel.revision)]) }
        let waiter = Waiter(client: request.client, wait: wait, finish: answerLater(request))
        waiters.append(waiter)
        waiter.timer = loop.schedule(in: .seconds(wait.timeout)) { [self] in
            waiters.removeAll { $0 === waiter }
            finish(
                waiter,
                .refused(
                    Refusal(.timeout, "it did not hold within \(wait.timeout) s: wait longer, or look at ui.tree")))
            flush()
        }
        return .later
    }

    /// Answers those for whom it holds now.
    func answerWaiters() {
        let revision = panel.revision
        for waiter in waiters {
            let reply: Reply
            do throws(WireError) {
                guard try holds(waiter.wait) else { continue }
                reply = .result(["revision": .int(revision)])
            } catch {
                reply = .error(error)
            }
            waiters.removeAll { $0 === waiter }
            finish(waiter, reply)
        }
    }

    private func finish(_ waiter: Waiter, _ reply: Reply) {
        waiter.timer?.cancel()
        waiter.finish(reply)
    }

    private func holds(_ wait: UIWait) throws(WireError) -> Bool {
        switch wait.condition {
        case .toggle(let id, let state): return panel.toggle(id)?.state == state
        case .value(let key, let expected): return panel.value(key) == expected
        case .screen(let screen): return panel.stack(wait.stack)?.top.route.screen == screen
        case .node(let node, let value):
            guard let found = try visible(wait.stack).element(node) else { return false }
            return value == nil || found.value == value
        }
    }
}
