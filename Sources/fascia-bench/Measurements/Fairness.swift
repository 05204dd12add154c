import FasciaModel
import Foundation
import Glibc

/// How long a client waits for its replies while another one does its worst.
struct Fairness {
    private let fascia: Server
    private let share: Double

    init(_ servers: Servers, share: Double) throws {
        fascia = try servers.fascia("fairness")
        self.share = share
    }

    func run(into report: inout Report) throws {
        let client = try LineClient(fascia.socket)
        try client.pushSwitches(100, "worst", in: "form")
        for number in 0..<2_000 { try client.call("toggle.flip", ["id": .string("worst/o\(number % 100)")]) }
        var waits = [("nobody", try worstWait(of: client))]
        for (name, lines) in Self.attacks {
            let attacker = try Attacker(fascia.socket, lines)
            waits.append((name, try worstWait(of: client)))
            attacker.stop()
        }
        report.add("the worst wait while another client does its worst", "ms", waits)
        for (name, wait) in waits.dropFirst() {
            report.require("beside one client's \(name)", "milliseconds, worst wait:", wait, .atMost(20))
        }
    }

    /// What one client sends over and over.
    private static var attacks: [(String, [UInt8])] {
        let render = #"{"id":1,"method":"ui.render","params":{"columns":500,"rows":200}}"#
        let status = #"{"id":1,"method":"daemon.status"}"#
        let history = #"{"id":1,"method":"history.get","params":{"since":0,"limit":1000}}"#
        let flip = #"{"id":1,"method":"toggle.flip","params":{"id":"worst/o1"}}"#
        let wait = #"{"method":"ui.wait","params":{"for":{"text":"never there"},"timeout":60}}"#
        func batch(_ request: String) -> [UInt8] {
            Array(("[" + Array(repeating: request, count: 4_096).joined(separator: ",") + "]\n").utf8)
        }
        func flood(_ request: String) -> [UInt8] {
            Array(Array(repeating: request + "\n", count: 1_024).joined().utf8)
        }
        return [
            ("batches of ui.render", batch(render)), ("batches of daemon.status", batch(status)),
            ("flood of ui.render", flood(render)), ("flood of history.get", flood(history)),
            ("flood of toggle.flip", flood(flip)), ("flood of ui.wait", flood(wait)),
        ]
    }

    /// Milliseconds.
    private func worstWait(of client: LineClient) throws -> Double {
        var worst = 0.0
        let deadline = ContinuousClock.now + .seconds(4 * share)
        var number = 0
        repeat {
            number += 1
            let params: JSON = ["id": "worst/o2", "on": .bool(number.isMultiple(of: 2))]
            let time = try ContinuousClock().measure { try client.call("toggle.set", params) }
            worst = max(worst, time / .milliseconds(1))
        } while ContinuousClock.now < deadline
        return worst
    }
}

/// A connection that sends the same lines as fast as the server takes them, and reads and drops what comes back.
private final class Attacker {
    private let client: LineClient

    init(_ socket: String, _ lines: [UInt8]) throws {
        client = try LineClient(socket)
        let descriptor = client.descriptor
        // Both end when `stop` shuts the connection down.
        Thread.detachNewThread {
            while lines.withUnsafeBytes({ Self.sendAll($0, to: descriptor) }) {}
        }
        Thread.detachNewThread {
            var space = [UInt8](repeating: 0, count: 1 << 16)
            while recv(descriptor, &space, space.count, 0) > 0 {}
        }
    }

    func stop() { shutdown(client.descriptor, Int32(SHUT_RDWR)) }

    private static func sendAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = send(
                descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
