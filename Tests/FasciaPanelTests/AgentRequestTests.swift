import FasciaAgent
import FasciaClient
import FasciaDocument
import Synchronization
import TestSupport
import Testing

@testable import FasciaPanel

/// What an agent asks of a daemon, which answers everything with nothing.
@Suite(.mustEnd) struct AgentRequestTests {
    private final class Requests: Sendable {
        private let made = Mutex<[(method: String, id: String)]>([])

        func add(_ request: FakeDaemon.Request) {
            made.withLock { $0.append((request.method, request.params["id"]?.stringValue ?? "")) }
        }

        var methods: Set<String> { Set(made.withLock { $0.map(\.method) }) }
        func count(_ method: String, _ id: String) -> Int { made.withLock { $0.count { $0.method == method && $0.id == id } } }
    }

    private let requests: Requests
    private let directory: TemporaryDirectory
    private let daemon: FakeDaemon

    init() throws {
        directory = try TemporaryDirectory()
        let requests = Requests()
        daemon = try FakeDaemon(at: directory["s"]) { request, peer in
            requests.add(request)
            if !request.id.isEmpty { peer.send(#"{"id":\#(request.id),"result":{}}"#) }
        }
        self.requests = requests
    }

    /// A long history would keep the panel away: who publishes a screen is a state.
    @Test func aStartAsksNothingAboutThePast() async throws {
        let file = try #require(
            parse(
                """
                panel: box
                screens:
                  home:
                    - switch: a/b
                      on: ["true"]
                      off: ["true"]
                    - button: Reboot
                      confirm: Reboot it?
                      run: ["true"]
                    - link: more
                  more:
                    - text: More
                """
            ).file)
        let (published, publication) = AsyncStream.makeStream(of: Void.self)
        let options = PanelAgent.Options(
            socketPath: daemon.path, print: { _ in }, warn: { Issue.record("\($0)") }, published: { publication.yield() })
        let agent = PanelAgent(path: directory["box.yaml"], file: file, options: options)
        let run = Task {
            defer { publication.finish() }
            try await agent.run()
        }
        for await _ in published { break }
        run.cancel()
        try await run.value
        #expect(requests.methods.isSuperset(of: ["bind.claim", "screen.put", "action.bind"]))
        #expect(!requests.methods.contains("history.get"), "\(requests.methods.sorted())")
    }

    /// As for every other command, a daemon that was reached and is lost comes back.
    @Test func anAgentWhoseFirstStepsAreCutOffBeginsAgain() async throws {
        struct Service: AgentService {
            let begun: @Sendable () -> Void
            func begin(_ connection: Connection) async throws {
                _ = try await connection.call("value.declare", ["key": "n"])
                begun()
            }
            func carryOut(_ change: CarryOut, _ cancellation: ChangeCancellation) -> CarryOutFailure? { nil }
            func poll(_ id: String) -> String? { nil }
            func perform(_ action: ActionRequest, _ connection: Connection) -> Result<JSON, RemoteError> { .success([:]) }
            func ended() {}
        }
        let counts = Mutex<[String: Int]>([:])
        let daemon = try FakeDaemon(at: directory["restarted"]) { request, peer in
            let count = counts.withLock { counts in
                counts[request.method, default: 0] += 1
                return counts[request.method]
            }
            if count == 1 { peer.hangUp() } else { peer.send(#"{"id":\#(request.id),"result":{}}"#) }
        }
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let reports = Mutex<[String]>([])
        let agent = Agent(path: daemon.path, name: "test", timeout: nil) { reason in reports.withLock { $0.append(reason) } }
        let run = Task {
            defer { beginning.finish() }
            try await agent.serve(Service { beginning.yield() })
        }
        for await _ in begun { break }
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(counts.withLock { $0 } == ["daemon.hello": 3, "value.declare": 2])
        #expect(reports.withLock { $0.count } == 1)
        let absent = Agent(path: directory["none"], name: "test", timeout: nil) { _ in }
        await #expect(throws: ConnectionError.self) { try await absent.serve(Service {}) }
    }

    /// A curve shows when its number was read.
    @Test func eachReadingOfACurveIsReported_changedOrNot() async throws {
        struct Steady: Carrier {
            let state: JSON
            func carryOut(_ change: ThingChange, progress: @escaping @Sendable (String) async -> Void) {}
            func read() async -> StatusReading? { .value(state) }
            func observe(_ read: @Sendable () async -> Void) async {}
        }
        let text = panel(
            """
            - switch: a/b
              on: ["true"]
              off: ["true"]
              status: ["true"]
            - gauge: disk
              from: [used]
            - value: host
              from: [hostname]
            """)
        let things = Thing.all(ExpandedPanel(try #require(parse(text).file), ExpandedPanel.Data()))
        let link = DaemonLink()
        link.connection = try await Connection.open(path: daemon.path)
        let carriers = Carriers(link) { Steady(state: $0.kind == .toggle ? true : 50) }
        await carriers.update(things, ScreenPlacement(), claimed: [])
        for _ in 0..<3 {
            for thing in things { #expect(await carriers.read(thing.id) == nil) }
        }
        #expect(things.map(\.id) == ["a/b", "value:host", "value:disk"])
        #expect(things.map { requests.count("bind.report", $0.id) } == [1, 3, 3])
        link.close()
    }
}
