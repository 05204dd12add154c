import Glibc

/// A connection that sends the same lines over and over, and reads and drops what comes back.
final class Attacker {
    private let client: LineClient
    private var outgoing: [UInt8] = []
    private var sent = 0
    private var rounds = 0
    /// Line feeds that are still to come before it has all its answers.
    private var awaited = 0
    /// The daemon has closed it.
    private(set) var isClosed = false

    init(_ client: LineClient) {
        self.client = client
        _ = fcntl(client.descriptor, F_SETFL, fcntl(client.descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Sends something a number of times.
    ///
    /// - Parameter answers: how many lines come back each time; those of notifications count, too.
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

    /// Lets them send and read until all of them have their answers, or for so many seconds.
    static func run(_ attackers: [Attacker], atMost seconds: Double) {
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

    /// Until the answer to its one request is there.
    func run(atMost seconds: Double) { Self.run([self], atMost: seconds) }
}
