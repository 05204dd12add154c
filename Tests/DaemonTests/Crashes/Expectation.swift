import FasciaDocument
import TestSupport

/// The state that one client of the model checker expects of its part of the panel, which no other client changes.
///
/// It implements only simple rules: a value is what it was set to, a toggle flips, a stack grows and shrinks.
struct Expectation: Equatable {
    /// A request with its steps, which are executed all or not at all.
    struct Request: Equatable {
        var method: String
        var params: JSON
        var steps: [Step]
    }

    enum Step: Equatable {
        case set(key: String, JSON)
        case remove(key: String)
        case flip(String)
        case push(screen: String)
        case pop
    }

    let client: Int
    var values: [String: JSON] = [:]
    var on: Set<String> = []
    /// Screens from the root to the top.
    var stack: [String] = ["root"]

    init(client: Int) { self.client = client }

    var group: String { "g\(client)" }
    var stackName: String { "s\(client)" }
    static let options = (0..<6).map { "o\($0)" }

    mutating func execute(_ request: Request) {
        for step in request.steps {
            switch step {
            case .set(let key, let value): values[key] = value
            case .remove(let key): values[key] = nil
            case .flip(let id): on.formSymmetricDifference([id])
            case .push(let screen): stack.append(screen)
            case .pop: if stack.count > 1 { stack.removeLast() }
            }
        }
    }

    // MARK: - Requests

    /// A random request that is valid in this state.
    func request(number: Int, _ generator: inout SeededGenerator) -> Request {
        guard Int.random(in: 0..<5, using: &generator) == 0 else {
            return single(number: number, part: 0, &generator)
        }
        let parts = (0..<Int.random(in: 1...4, using: &generator)).map { single(number: number, part: $0, &generator) }
        // Two removals in a batch could remove the same value, and the second one would be refused.
        let members = parts.filter { $0.method != "value.remove" }
        let commands = members.map { JSON.object(["method": .string($0.method), "params": $0.params]) }
        return Request(method: "batch", params: ["commands": .array(commands)], steps: members.flatMap(\.steps))
    }

    private func single(number: Int, part: Int, _ generator: inout SeededGenerator) -> Request {
        func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
        switch below(8) {
        case 0, 1:
            let key = "c\(client)/\(below(5))"
            let value: JSON = below(20) == 0 ? .string(String(repeating: "\(number) ", count: 2_000)) : .int(number)
            return Request(method: "value.set", params: ["key": .string(key), "value": value], steps: [.set(key: key, value)])
        case 2:
            guard let key = values.keys.sorted().first else { return flip(below(6)) }
            return Request(method: "value.remove", params: ["key": .string(key)], steps: [.remove(key: key)])
        case 3, 4: return flip(below(6))
        case 5, 6:
            guard stack.count < 40 else { return pop }
            let screen = "n\(number).\(part)"
            return Request(
                method: "nav.push", params: ["stack": .string(stackName), "screen": .string(screen)],
                steps: [.push(screen: screen)])
        default: return pop
        }
    }

    private func flip(_ option: Int) -> Request {
        let id = "\(group)/\(Self.options[option])"
        return Request(method: "toggle.flip", params: ["id": .string(id)], steps: [.flip(id)])
    }

    private var pop: Request { Request(method: "nav.pop", params: ["stack": .string(stackName)], steps: [.pop]) }

    // MARK: - What is there

    /// This client's part of the daemon's state.
    func found(_ daemon: JSONClient) throws -> Expectation {
        var found = Expectation(client: client)
        let values = try daemon.call("value.get", ["prefix": .string("c\(client)/")])["values"]?.objectValue
        for member in values?.members ?? [] { found.values[member.key] = member.value }
        for option in try daemon.call("toggle.get", ["id": .string(group)])["options"]?.arrayValue ?? [] {
            if option["state"] == "on", let id = option["id"]?.stringValue { found.on.insert(id) }
        }
        found.stack = try daemon.screens(of: stackName)
        return found
    }
}
