import FasciaDocument
import TestSupport
import Testing

/// The largest and smallest numbers in JSON, for each numeric parameter of each method: every request gets a reply and
/// the daemon keeps running.
@Suite(.mustEnd) struct LargeNumberTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws { (daemon, client) = try Fixture.panel() }

    /// A valid value for a schema.
    private func value(_ schema: JSON) -> JSON {
        if let first = schema["enum"]?.arrayValue?.first { return first }
        switch schema["type"]?.stringValue {
        case "string": return "extras"
        case "boolean": return true
        case "array": return []
        case "object": return .object(required(schema))
        case "integer", "number": return schema["minimum"] ?? 1
        default: return "extras"
        }
    }

    private func required(_ schema: JSON) -> JSON.Object {
        var result = JSON.Object()
        for name in (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue) {
            result[name] = value(schema["properties"]?[name] ?? [:])
        }
        return result
    }

    /// Parameters in which one number, also a nested one, has an extreme value.
    private func variants(of schema: JSON) -> [JSON.Object] {
        var result: [JSON.Object] = []
        for (name, property) in schema["properties"]?.objectValue?.members ?? [] {
            var values: [JSON] = []
            switch property["type"]?.stringValue {
            case "integer": values = [.int(.max), .int(.min), property["maximum"] ?? 0, property["minimum"] ?? 0]
            case "number": values = [.double(.greatestFiniteMagnitude), .double(-.greatestFiniteMagnitude)]
            case "object": values = variants(of: property).map { .object($0) }
            case "array": values = variants(of: property["items"] ?? [:]).map { [.object($0)] }
            default: continue
            }
            for value in values {
                var params = required(schema)
                params[name] = value
                result.append(params)
            }
        }
        return result
    }

    @Test func eachIsAnswered() throws {
        let methods = try #require(try client.call("daemon.describe")["methods"]?.arrayValue)
        var asked: Set<String> = []
        for method in methods {
            let name = try #require(method["name"]?.stringValue)
            guard !["daemon.shutdown", "ui.wait"].contains(name) else { continue }
            for params in variants(of: method["params"] ?? [:]) {
                asked.insert(name)
                let answer = try client.reply(to: client.send(name, .object(params)))
                #expect((answer["result"] ?? answer["error"]) != nil, "\(name) \(JSON.object(params).text)")
            }
        }
        #expect(asked.isSuperset(of: ["history.get", "history.undo", "nav.popTo", "terminal.attach", "terminal.mouse"]))
        #expect(try client.sync() > 0)
    }

    @Test func historyAfterTheLastRevisionIsEmpty() throws {
        for since in [2, Int.max - 1, Int.max] {
            #expect(try client.call("history.get", ["since": .int(since)])["events"] == [])
        }
    }
}
