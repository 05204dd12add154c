import FasciaClient
import TestSupport
import Testing

/// What docs/swift-apps.md shows of `FasciaClient`.
@Suite(.mustEnd) struct GuideTests {
    @Test func aProgramWithoutViews() async throws {
        let process = try DaemonProcess()
        let path = process.socketPath

        let daemon = try await Connection.open(path: path)
        _ = try await daemon.call("screen.put", ["screen": ["id": "hello", "body": ["kind": "text", "text": "Hello"]]])
        _ = try await daemon.call("nav.push", ["screen": "hello"])
        _ = try await daemon.call("value.set", ["key": "greeting", "value": "hello"])

        for try await item in ReconnectingWatch(path: path, topics: ["value:greeting"], name: "hello") {
            print(item)
            break
        }

        #expect(try process.fascia(["get", "greeting"]).checked().output == "hello\n")
        #expect(try process.fascia(["render"]).checked().output.contains("Hello"))
    }
}
