import Glibc

/// A connection that sends the same lines repeatedly and discards all replies.
final class HeavyClient {
    private let client: LineClient
    private var outgoing: [UInt8] = []
    private var sent = 0
    private var rounds = 0
    /// Number of lines that are still expected.
    private var awaited = 0
    /// Whether the daemon closed the connection.
    private(set) var isClosed = false

    init(_ client: LineClient) {
        self.client = client
        _ = fcntl(client.descriptor, F_SETFL, fcntl(client.descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Queues lines to be sent a number of times.
    ///
    /// - Parameter answers: the number of lines that come back each time, notifications included.
    func send(_ bytes: [UInt8], times: Int = 1, answers: Int = 0) {
        (outgoing, sent, rounds) = (bytes, 0, times)
        awaited = answers * times
    }

    private var hasMore: Bool { !isClosed && rounds > 0 }
    private var isDone: Bool { isClosed || rounds == 0 && awaited <= 0 }

    private func write() {
        while rounds > 0 {
            let count = outgoing.withUnsafeBytes {
                Glibc.send(client.descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else {
                if errno != EAGAIN, errno != EINTR { isClosed = true }
                return
            }
            sent += count
            if sent == outgoing.count { (sent, rounds) = (0, rounds - 1) }
        }
    }

    private func read() {
        guard let bytes = client.available() else { return isClosed = true }
        awaited -= bytes.count { $0 == UInt8(ascii: "\n") }
    }

    /// Sends and reads until all attackers have their answers, for at most this many seconds.
    static func run(_ attackers: [HeavyClient], atMost seconds: Double) {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end, attackers.contains(where: { !$0.isDone }) {
            let open = attackers.filter { !$0.isClosed }
            var entries = open.map { attacker in
                let events = POLLIN | (attacker.hasMore ? POLLOUT : 0)
                return pollfd(fd: attacker.client.descriptor, events: Int16(events), revents: 0)
            }
            guard poll(&entries, nfds_t(entries.count), 50) > 0 else { continue }
            for (attacker, entry) in zip(open, entries) {
                if entry.revents & Int16(POLLOUT) != 0 { attacker.write() }
                if entry.revents & Int16(POLLIN | POLLHUP) != 0 { attacker.read() }
            }
        }
    }

    /// Runs this attacker alone.
    func run(atMost seconds: Double) { Self.run([self], atMost: seconds) }
}
