import FasciaClient
import FasciaDocument
import FasciaUI

extension Snapshot {
    /// Handles an action that the views of the root screen send to its parent, as the parent's app would.
    public func onAction<Value: Decodable>(_ name: String, perform handler: @escaping (Value) throws -> Void) {
        answer(name) { try handler(try Payload.read(Value.self, from: $0)) }
    }

    public func onAction(_ name: String, perform handler: @escaping () throws -> Void) {
        answer(name) { _ in try handler() }
    }

    private func answer(_ name: String, _ handler: @escaping (JSON) throws -> Void) {
        let parent = panel.connect()
        Task.immediate { [weak parent] in
            try await parent?.receive { request in
                guard let id = request.request else { return }
                do {
                    try handler(request.params["payload"] ?? .null)
                    parent?.answer(id, .success([:]))
                } catch {
                    parent?.answer(id, .success(["outcome": "rejected", "reason": .string(Payload.describe(error))]))
                }
            }
        }
        parent.send("action.bind", ["screen": .string(Self.app), "names": [.string(name)]]) { _ in }
        panel.run()
    }
}
