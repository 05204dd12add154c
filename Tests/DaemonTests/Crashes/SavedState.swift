import FasciaDocument
import Foundation
import TestSupport

/// The state directory of a daemon that has ended, and what it had acknowledged.
final class SavedState {
    enum End: CaseIterable { case killed, terminated }

    /// The limits with which a daemon stores its state.
    enum Keeping: CaseIterable {
        case asUsual
        /// Small limits: snapshots and checkpoints are written during the traffic.
        case small
        /// Old rows are deleted, too, so the state depends on a snapshot.
        case compacted

        var environment: [String: String] {
            switch self {
            case .asUsual: [:]
            case .small: ["FASCIA_SMALL": "snapshot=60,checkpoint=65536"]
            case .compacted: ["FASCIA_SMALL": "history=20,snapshot=60,checkpoint=65536"]
            }
        }

        var arguments: [String] { self == .compacted ? ["--keep-size", "1K"] : [] }
    }

    private let directory: TemporaryDirectory
    private let statePath: String
    let epoch: String
    let revision: Int
    let panel: Replica
    let keeping: Keeping
    /// The first revision in the journal.
    let firstRevision: Int
    let events: [JSON]

    init(_ end: End, _ keeping: Keeping, _ generator: inout SeededGenerator) throws {
        self.keeping = keeping
        let daemon = try DaemonProcess(arguments: keeping.arguments, environment: keeping.environment)
        let traffic = TrafficClient(number: 1)
        try traffic.setUp(daemon)
        for _ in 0..<40 {
            traffic.send(8, &generator)
            guard try traffic.receive() else { throw TestFailure("the daemon has ended: \(daemon.log.text)") }
        }
        let client = try daemon.client()
        (epoch, revision, panel) = try Self.panel(client)
        events = try client.call("history.get", ["since": 0, "limit": 10_000])["events"]?.arrayValue ?? []
        firstRevision = revision - events.count + 1
        guard keeping == .compacted || firstRevision == 1 else { throw TestFailure("no event before \(firstRevision)") }
        switch end {
        case .killed: try daemon.kill9()
        case .terminated: try daemon.terminate()
        }
        (directory, statePath) = (daemon.directory, daemon.statePath)
    }

    static func panel(_ client: JSONClient) throws -> (epoch: String, revision: Int, panel: Replica) {
        let start = try client.call("watch.start", ["snapshot": true])
        try client.call("watch.stop", ["watch": start["watch"] ?? .null])
        let parts = (start["cursor"]?.stringValue ?? "").split(separator: ":")
        guard parts.count == 2, let revision = Int(parts[1]), let snapshot = start["snapshot"] else {
            throw TestFailure("no cursor: \(start.text)")
        }
        return (String(parts[0]), revision, Replica(snapshot: snapshot))
    }

    /// A copy in a directory of its own.
    func copy() throws -> TemporaryDirectory {
        let copy = try TemporaryDirectory()
        try FileManager.default.copyItem(atPath: statePath, toPath: copy["state"])
        return copy
    }

    /// The files of a state directory, without the empty lock file.
    static func files(in state: String) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: state).sorted()
        return names.filter { name in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: state + "/" + name, isDirectory: &isDirectory)
                && !isDirectory.boolValue && name != "lock"
        }
    }
}
