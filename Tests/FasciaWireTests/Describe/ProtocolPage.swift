import FasciaDocument
import FasciaWire

extension JSON {
    fileprivate var line: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }

    /// A string without its quotes.
    fileprivate var plain: String { stringValue ?? line }
}

/// docs/protocol.md, made from what `daemon.describe` answers.
struct ProtocolPage {
    private let description: JSON
    private var text = ""

    static func text() throws -> String {
        var page = ProtocolPage(description: try Description.json())
        page.write()
        return page.text
    }

    private init(description: JSON) {
        self.description = description
    }

    private mutating func write() {
        text = Self.introduction
        text += "\n## Methods\n\n| method | what it does | command |\n| --- | --- | --- |\n"
        for method in methods {
            let name = method["name"]?.stringValue ?? ""
            let command = method["command"]?.stringValue.map { "`fascia \($0)`" } ?? ""
            text += "| [`\(name)`](#\(anchor(name))) | \(cell(method["summary"])) | \(command) |\n"
        }
        text += "\nA method that changes the panel also takes these parameters:\n\n"
        table(of: common(methods.filter { $0["kind"] == "mutation" }), heading: "parameter")
        for method in methods { write(method: method) }

        text += "\n## Notifications\n\nThe daemon sends these without being asked for each of them.\n"
        for (name, schema) in members(description["events"]) { write(type: schema, named: name) }
        text += "\n## Requests from the daemon\n\nThe daemon sends these to an app, which answers each by its `id`.\n"
        for (name, request) in members(description["requests"]) {
            text += "\n### \(name)\n\n"
            table(of: request["params"], heading: "parameter")
            text += "\n"
            table(of: request["result"], heading: "result")
        }

        text += "\n## Errors\n\n| reason | code | when |\n| --- | --- | --- |\n"
        for error in description["errors"]?.arrayValue ?? [] {
            text += "| `\(error["reason"]?.stringValue ?? "")` | \(error["code"]?.line ?? "") | \(cell(error["summary"])) |\n"
        }

        text += "\n## Types\n"
        for (name, schema) in members(description["$defs"]) { write(type: schema, named: name) }
    }

    // MARK: - Parts

    private mutating func write(method: JSON) {
        text += "\n### \(method["name"]?.stringValue ?? "")\n\n\(method["summary"]?.stringValue ?? "")"
        let changes = method["kind"] == "mutation"
        text += changes ? " Changes the panel.\n" : "\n"
        let shared = Set(changes ? members(common(methods.filter { $0["kind"] == "mutation" })["properties"]).map(\.0) : [])
        let params = rows(of: method["params"]).filter { !shared.contains($0.name) }
        if !params.isEmpty {
            text += "\n"
            table(params, heading: "parameter")
        }
        let results = rows(of: method["result"])
        if !results.isEmpty {
            text += "\n"
            table(results, heading: "result")
        }
    }

    /// A type that others refer to by its name; one with kinds has a table for each of them.
    private mutating func write(type schema: JSON, named name: String) {
        text += "\n### \(name)\n\n"
        let choices = choices(of: schema)
        guard choices.allSatisfy({ $0["properties"]?["kind"]?["const"] != nil }), !choices.isEmpty else {
            return table(of: schema, heading: "member")
        }
        text += "One of these, by its `kind`:\n"
        for choice in choices {
            text += "\n#### \(name) \(choice["properties"]?["kind"]?["const"]?.stringValue ?? "")\n\n"
            if let summary = choice["description"]?.stringValue { text += "\(summary)\n\n" }
            table(rows(of: choice).filter { $0.name != "kind" }, heading: "member")
        }
    }

    // MARK: - Tables

    private struct Row {
        var name: String
        var type: String
        var summary: String
    }

    private mutating func table(of schema: JSON?, heading: String) {
        table(rows(of: schema), heading: heading)
    }

    private mutating func table(_ rows: [Row], heading: String) {
        text += "| \(heading) | type | meaning |\n| --- | --- | --- |\n"
        for row in rows { text += "| `\(row.name)` | \(row.type) | \(row.summary) |\n" }
    }

    /// A row for each member, and below it those of the objects in it: `path[].screen`.
    private func rows(of schema: JSON?, in prefix: String = "") -> [Row] {
        let required = schema?["required"]?.arrayValue ?? []
        let own = members(schema?["properties"]).flatMap { name, member -> [Row] in
            var summary = cell(member["description"])
            if let value = member["default"] {
                if value != .null { summary += " Default: `\(value.line)`." }
            } else if !required.contains(.string(name)) {
                summary += summary.isEmpty ? "Optional." : " Optional."
            }
            let isList = member["type"] == "array"
            return [Row(name: prefix + name, type: type(of: member), summary: summary)]
                + (isColor(member) ? [] : rows(of: isList ? member["items"] : member, in: prefix + name + (isList ? "[]." : ".")))
        }
        return own + choices(of: schema).flatMap { rows(of: $0, in: prefix) }
    }

    private func type(of schema: JSON) -> String {
        if isColor(schema) { return "colour" }
        if let reference = schema["$ref"]?.stringValue {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            return "[\(name)](#\(anchor(name)))"
        }
        if let names = schema["enum"]?.arrayValue { return names.map { "`\($0.plain)`" }.joined(separator: ", ") }
        if let constant = schema["const"] { return "`\(constant.plain)`" }
        let choices = choices(of: schema).map(type)
        if !choices.isEmpty {
            return choices.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }.joined(separator: " or ")
        }
        if let names = schema["type"]?.arrayValue { return names.compactMap(\.stringValue).joined(separator: " or ") }
        switch schema["type"]?.stringValue {
        case "array": return "list of " + type(of: schema["items"] ?? [:])
        case let name?: return name
        case nil: return schema["pattern"] == nil ? "any" : "string"
        }
    }

    private func isColor(_ schema: JSON) -> Bool {
        schema["enum"]?.arrayValue?.contains("accentColor") == true || choices(of: schema).contains(where: isColor)
    }

    private func choices(of schema: JSON?) -> [JSON] { (schema?["oneOf"] ?? schema?["anyOf"])?.arrayValue ?? [] }

    private func members(_ object: JSON?) -> [(String, JSON)] {
        (object?.objectValue?.members ?? []).map { ($0.key, $0.value) }
    }

    private var methods: [JSON] { description["methods"]?.arrayValue ?? [] }

    /// What the parameters of all these methods have in common.
    private func common(_ methods: [JSON]) -> JSON {
        let names = methods.map { Set(members($0["params"]?["properties"]).map(\.0)) }
        let shared = names.dropFirst().reduce(names.first ?? []) { $0.intersection($1) }
        var properties: JSON.Object = [:]
        for (name, schema) in members(methods.first?["params"]?["properties"]) where shared.contains(name) {
            properties[name] = schema
        }
        return ["properties": .object(properties)]
    }

    private func cell(_ text: JSON?) -> String { (text?.stringValue ?? "").replacing("|", with: "\\|") }

    /// As GitHub makes it of a heading.
    private func anchor(_ heading: String) -> String { heading.lowercased().filter { $0.isLetter || $0.isNumber } }

    private static let introduction = """
        # The protocol

        <!-- Generated from the definitions of the methods. Do not edit it: change them, and run `make docs`. -->

        The daemon listens on a Unix socket and speaks [JSON-RPC 2.0](https://www.jsonrpc.org/specification), one message a
        line. No greeting is needed; `"jsonrpc":"2.0"` may be left out of a request.

        ```text
        → {"id":1,"method":"toggle.set","params":{"id":"extras/ham","on":true}}
        ← {"jsonrpc":"2.0","id":1,"result":{"revision":12,"changed":true}}
        → {"id":2,"method":"toggle.set","params":{"id":"extras/hem","on":true}}
        ← {"jsonrpc":"2.0","id":2,"error":{"code":-32001,"message":"no switch \\"extras/hem\\": did you mean \\"extras/ham\\"?",…}}
        ```

        A request without an `id` gets no answer. A bad line gets an error and never ends the connection. `error.data.reason`
        is one of the [reasons](#errors). Requests of one connection are carried out in order; those of different
        connections are not ordered among each other.

        Each command that changes something makes one *revision* and one [`event`](#event). A *cursor* (`EPOCH:REVISION`)
        names a place in the stream of events, and [`watch.start`](#watchstart) continues from it.

        Members of parameters that the daemon does not know are ignored. `fascia describe METHOD` prints the part of this page
        that is about one method, and `fascia describe --json` prints all of it as JSON Schema. A *colour* is a name
        (`red`, `primary`, `accentColor`, …), `#rgb`, `#rrggbb`, or `{"color": …, "opacity": 0.5}`.

        """
}
