import FasciaDocument
import TestSupport
import Testing

@testable import FasciaUI

/// An app in this process, connected to its own daemon.
@MainActor final class HostedApp {
    nonisolated let daemon: DaemonProcess
    /// A script client. It blocks its thread while it waits, so it must not be called on the main actor.
    nonisolated let script: JSONClient
    let host: AppHost

    /// - Parameter prepare: prepares the panel before the app starts.
    init(
        _ name: String = "app", before prepare: (JSONClient) throws -> Void = { _ in },
        scenes: @escaping @MainActor () -> SceneList
    ) async throws {
        daemon = try DaemonProcess()
        script = try daemon.client()
        try prepare(script)
        host = AppHost(name: name, path: daemon.socketPath)
        withIssueReporters([HostIssueReporter(host: host)]) {
            host.start { [unowned host] in SceneView(scenes: scenes, host: host) }
        }
        try await wait(["screen": .string(name)])
    }

    /// An app with this view in one window.
    convenience init<Content: View>(
        _ name: String = "app", before prepare: (JSONClient) throws -> Void = { _ in },
        @ViewBuilder view: @escaping @MainActor () -> Content
    ) async throws {
        try await self.init(name, before: prepare) { SceneList(WindowGroup("Test") { view() }) }
    }

    deinit { let host = host; Task { await host.stop() } }

    struct SceneView: View, Primitive {
        let scenes: @MainActor () -> SceneList
        let host: AppHost
        func update(_ viewNode: ViewNode) { host.adopt(scenes()) }
    }

    // MARK: - The script

    nonisolated func run<Value: Sendable>(
        _ what: @escaping @Sendable (JSONClient) throws -> Value
    ) async throws -> Value {
        let script = script
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try what(script) }) }
        }
    }

    @discardableResult
    nonisolated func call(_ method: String, _ params: JSON = [:]) async throws -> JSON {
        try await run { try $0.call(method, params) }
    }

    nonisolated func failure(_ method: String, _ params: JSON = [:]) async throws -> JSON {
        try await run { try $0.failure(method, params) }
    }

    @discardableResult
    nonisolated func tap(_ node: String) async throws -> JSON { try await call("ui.tap", ["node": .string(node)]) }

    nonisolated func wait(_ condition: JSON) async throws {
        try await call("ui.wait", ["for": condition, "timeout": 3_600])
    }

    nonisolated func wait(node: String) async throws { try await wait(["node": .string(node)]) }

    nonisolated func path(_ stack: String = "main") async throws -> [String] {
        let layers = try await call("nav.get", ["stack": .string(stack)])["layers"]?.arrayValue ?? []
        return layers.flatMap { $0["entries"]?.arrayValue ?? [] }.compactMap { $0["screen"]?.stringValue }
    }

    nonisolated var text: String {
        get async throws {
            try #require(try await call("ui.render", ["columns": 60, "rows": 14])["data"]?.stringValue)
        }
    }

    nonisolated var revision: Int {
        get async throws { try #require(try await call("sync")["revision"]?.intValue) }
    }

    /// The changes in each event after a revision, as `kind` or `kind id`.
    nonisolated func events(since revision: Int) async throws -> [[String]] {
        let events = try await call("history.get", ["since": .int(revision)])["events"]?.arrayValue ?? []
        return events.map { event in
            (event["changes"]?.arrayValue ?? []).map { change in
                let kind = change["kind"]?.stringValue ?? ""
                return change["id"]?.stringValue.map { kind + " " + $0 } ?? kind
            }
        }
    }
}
