import FasciaModel
import Testing

@testable import FasciaWire

/// What is read without JSON values in between is what the parser and the catalogue read; and it is not given up on.
@Suite struct CheckedRequestTests {
    // MARK: - It does not give up

    @Test(arguments: CallTests.all4)
    func everyMethodIsReadDirectly(_ method: String, _ params: String, _ call: Call) throws {
        let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
        let request = try #require(read(line))
        #expect(request.id == RequestID(1))
        #expect(request.method.name == method)
        #expect(request.call == call)
    }

    @Test(arguments: [
        #"{"method":"toggle.set","params":{"id":"a","on":true}}"#,
        #" { "id" : "x" , "method" : "toggle.set" , "params" : { "on" : true , "id" : "a" } } "#,
        #"{"id":-1.5e3,"method":"toggle.set","params":{"id":"\u0061","on":true}}"#,
        #"{"method":"toggle.set","params":{"id":"a","on":true},"id":null,"jsonrpc":"2.0"}"#,
        #"{"id":1,"method":"toggle.set","params":{"id":"a","more":[{"id":"b"},"\n"],"on":true,"é":0},"more":{}}"#,
        #"{"id":1,"method":"toggle.set","params":{"ifRevision":null,"dryRun":null,"id":"a","on":true}}"#,
        // Names that begin as others do, also as those that are expected next.
        #"{"i":0,"idx":0,"id":1,"methods":0,"method":"toggle.set","param":0,"params":{"id":"a","on":true},"paramsx":0}"#,
        #"{"id":1,"method":"toggle.set","params":{"i":0,"id":"a","o":0,"onx":0,"on":true,"durables":0,"ifRevisions":0}}"#,
        #"{"id":1 ,"method" :"toggle.set","params": {"id"  :"a","on":  true}}"#,
        // The end is nearer than a word.
        #"{"method":"toggle.set","params":{"id":"a","on":true},"":0}"#,
    ])
    func theOrderAndOtherMembersDoNotMatter(_ line: String) throws {
        #expect(try #require(read(line)).call == .apply(.setToggle(id: "a", on: true), MutationOptions()))
        #expect(problem(with: Array(line.utf8), mustBeTaken: true) == nil)
    }

    @Test func parametersMayBeLeftOut() {
        #expect(read(#"{"id":1,"method":"sync"}"#)?.call == .sync)
        #expect(read(#"{"id":1,"method":"nav.pop"}"#)?.call == .apply(.pop(stack: "main", entry: nil), .init()))
    }

    /// Names are compared by their first eight bytes, then by the rest.
    @Test func longNamesAreToldApart() throws {
        let line = #"{"method":"value.set","params":{"key":"k","value":1,"ifRevisio":0,"ifRevision":7,"ifRevisiom":"x"}}"#
        #expect(try #require(read(line)).call == .apply(.setValue(key: "k", 1), MutationOptions(ifRevision: 7)))
    }

    @Test(arguments: ["0", "7", "10", "123456789012345678", "1234567890123456789"])
    func idsComeBackAsTheyWere(_ id: String) throws {
        let request = try #require(read(#"{"id":\#(id),"method":"sync"}"#))
        #expect(request.id?.rawText == id)
    }

    // MARK: - It gives up

    @Test(arguments: [
        "", " ", "{", "{}", "[]", "null", #"[{"id":1,"method":"sync"}]"#, #"{"id":1,"result":1}"#,
        #"{"id":1,"method":"toggle.sett","params":{}}"#, #"{"id":1,"method":7}"#, #"{"id":1,"params":{}}"#,
        // The parameters before what they are parameters of.
        #"{"params":{"id":"a","on":true},"method":"toggle.set"}"#,
        // Twice.
        #"{"id":1,"id":2,"method":"sync"}"#, #"{"method":"toggle.get","method":"sync"}"#,
        #"{"method":"sync","params":{},"params":{}}"#, #"{"jsonrpc":"2.0","jsonrpc":"2.0","method":"sync"}"#,
        #"{"method":"toggle.set","params":{"id":"a","on":7,"on":true}}"#,
        // Escapes in names.
        #"{"i\u0064":1,"method":"sync"}"#, #"{"method":"s\u0079nc"}"#,
        #"{"method":"toggle.set","params":{"\u0069d":"a","on":true}}"#,
        // Mistakes.
        #"{"id":01,"method":"sync"}"#, #"{"id":[],"method":"sync"}"#, #"{"id":true,"method":"sync"}"#, #"{"jsonrpc":"1.0","method":"sync"}"#,
        #"{"method":"sync","params":[]}"#, #"{"method":"sync","params":null}"#, #"{"method":"sync"} x"#,
        #"{"method":"toggle.set"}"#, #"{"method":"toggle.set","params":{"id":"a"}}"#,
        #"{"method":"toggle.set","params":{"id":"a","on":truely}}"#, #"{"method":"sync","params":{"a":01}}"#,
        #"{"method":"toggle.set","params":{"id":"a","on":true,"dryRun":1}}"#,
        #"{"method":"toggle.set","params":{"id":"a","on":true,"dryRun":nullnull}}"#,
    ])
    func everythingElseIsLeftToTheParser(_ line: String) { #expect(read(line)?.call == nil) }

    @Test func aLineThatEndsAnywhereIsLeftToTheParser() {
        let line = Array(#"{"id":1,"method":"toggle.set","params":{"id":"a","on":true}}"#.utf8)
        for count in 0..<line.count { #expect(read(String(decoding: line[..<count], as: UTF8.self))?.call == nil) }
    }

    /// One member would otherwise be read into two places by one way, and into one by the other.
    @Test func noParameterIsCalledAsAnOptionOfMutations() {
        let options = Set(MutationOptions.fields.map(\.name))
        for method in Catalogue.methods {
            let names = method.parameters.map(\.name)
            #expect(Set(names).count == names.count, "\(method.name)")
            #expect(method.kind != .mutation || options.isDisjoint(with: names), "\(method.name)")
        }
    }

    // MARK: - Both ways are the same

    @Test func randomRequestsAreReadAlikeBothWays() throws {
        var maker = RequestMaker(random: Seeded(state: 2026))
        var (taken, left) = (0, 0)
        for (method, params, _) in CallTests.all4 {
            let params = try json(params)
            for _ in 0..<100 {
                let (line, isPlain) = maker.line(method: method, params: params)
                if let problem = problem(with: line, mustBeTaken: isPlain) {
                    Issue.record("\(problem): \(String(decoding: line, as: UTF8.self))")
                }
                if read(line) == nil { left += 1 } else { taken += 1 }
            }
        }
        // Both must have been tried.
        #expect(taken > 1_500)
        #expect(left > 1_500)
    }

    private func problem(with line: [UInt8], mustBeTaken: Bool) -> String? {
        var slow: (id: RequestID?, method: String, call: Call)?
        if case .call(let id, let method, let params) = LineParser.parse(line),
            let call = try? Catalogue.call(method, params)
        {
            slow = (id, method, call)
        }
        switch (read(line), slow) {
        case (nil, nil): return nil
        case (nil, _?): return mustBeTaken ? "not taken" : nil
        case (_?, nil): return "taken, but wrong"
        case (let fast?, let slow?):
            return fast.id == slow.id && fast.method.name == slow.method && fast.call == slow.call
                ? nil : "read otherwise"
        }
    }

    private struct Request {
        var id: RequestID?
        var method: Method
        var call: Call
    }

    private func read(_ line: String) -> Request? { read(Array(line.utf8)) }

    private func read(_ line: [UInt8]) -> Request? {
        var request: Request?
        let isTaken = line.withUnsafeBufferPointer {
            CheckedRequest.read($0) { request = Request(id: $0, method: $1, call: $2) }
        }
        return isTaken ? request : nil
    }
}

/// Makes requests that are right, odd or wrong out of right ones.
private struct RequestMaker {
    var random: Seeded
    /// Nothing that would be left to the parser has been done to the line so far.
    private var isPlain = true

    init(random: Seeded) { self.random = random }

    /// - Returns: the line, and whether it must be taken if it is right.
    mutating func line(method: String, params: JSON) -> (line: [UInt8], isPlain: Bool) {
        isPlain = true
        var envelope: [(name: String, text: String)] = []
        if one(in: 2) { envelope.append(("jsonrpc", one(in: 30) ? "\"1.0\"" : "\"2.0\"")) }
        if !one(in: 6) { envelope.append(("id", any(of: Self.ids))) }
        envelope.append(("method", one(in: 30) ? "\"nav.pip\"" : "\"\(method)\""))
        if !one(in: 20) || params == [:] { envelope.append(("params", text(one(in: 30) ? junk : params))) }
        if one(in: 10) { envelope.append(("more", text(junk))) }
        if one(in: 5) { envelope.shuffle(using: &random) }
        let places = (envelope.firstIndex { $0.name == "method" }, envelope.firstIndex { $0.name == "params" })
        if let method = places.0, let params = places.1, params < method { isPlain = false }
        var line = Array((space + object(envelope) + space).utf8)
        if one(in: 5) { spoil(&line) }
        return (line, isPlain)
    }

    private static let ids = ["1", "0", "-7", "1.0", "1e3", "null", #""x""#, #""\u00e9""#, #""é""#, "true", "[]"]

    private var junk: JSON {
        mutating get {
            any(of: [
                .null, true, 0, 1, -1, 1.5, 1e300, .int(.max), "", "on", "é🍕", "main", [], ["a"], [1, [.null]], [:],
                ["id": "a"], ["a": ["b": [:]]],
            ])
        }
    }

    // MARK: - Text

    private mutating func text(_ value: JSON) -> String {
        let value = one(in: 60) ? junk : value
        switch value {
        case .int(let number):
            return "\(number)" + (one(in: 5) ? any(of: [".0", "e0", ".5", "E+1"]) : "")
        case .string(let string): return quoted(string)
        case .array(let elements): return "[" + list(elements.map { text($0) }) + "]"
        case .object(let members):
            var texts = members.members.map { (name: $0.key, text: text($0.value)) }
            if one(in: 8) { texts.shuffle(using: &random) }
            if one(in: 20), !texts.isEmpty { texts.remove(at: Int.random(in: texts.indices, using: &random)) }
            if one(in: 8) { texts.append((any(of: ["dryRun", "durable"]), any(of: ["true", "false", "null"]))) }
            if one(in: 20) { texts.insert(("ifRevision", any(of: ["7", "7.0", "-1", "null", "\"7\""])), at: 0) }
            if one(in: 8) { texts.insert((any(of: ["more", "é", "", "a/b"]), text(junk)), at: 0) }
            // Some are there already; some are not required, and may be null.
            if one(in: 20) { texts.append((any(of: ["stack", "id", "entry", "title"]), "null")) }
            if Set(texts.map(\.name)).count < texts.count { isPlain = false }
            return object(texts)
        default: return written(value)
        }
    }

    private mutating func object(_ members: [(name: String, text: String)]) -> String {
        var members = members
        if one(in: 25), let member = members.randomElement(using: &random) {
            members.append((member.name, one(in: 2) ? member.text : text(junk)))
            isPlain = false
        }
        var texts: [String] = []
        for member in members {
            var name = written(.string(member.name))
            if one(in: 40), let first = member.name.utf8.first {
                name = "\"\\u00" + String(first, radix: 16) + member.name.dropFirst() + "\""
                isPlain = false
            }
            texts.append(name + space + ":" + space + member.text)
        }
        return "{" + list(texts) + "}"
    }

    private mutating func list(_ texts: [String]) -> String {
        var list = space
        for (index, text) in texts.enumerated() { list += (index > 0 ? "," + space : "") + text + space }
        return list
    }

    private mutating func quoted(_ string: String) -> String {
        guard one(in: 8), let first = string.unicodeScalars.first, first.isASCII else {
            return written(.string(string))
        }
        let rest = written(.string(String(string.unicodeScalars.dropFirst())))
        let code = String(first.value, radix: 16)
        return "\"\\u" + String(repeating: "0", count: 4 - code.count) + code + rest.dropFirst()
    }

    /// Changes, adds or takes away a byte, or cuts the rest off. Mostly that is no JSON any more.
    private mutating func spoil(_ line: inout [UInt8]) {
        isPlain = false
        let place = Int.random(in: line.indices, using: &random)
        let byte = any(of: Array("{}[]\",:\\ 0-.etn".utf8) + [0xC3, 0xA9, 0xFF, 0x00])
        switch Int.random(in: 0..<4, using: &random) {
        case 0: line[place] = byte
        case 1: line.insert(byte, at: place)
        case 2: line.remove(at: place)
        default: line.removeSubrange(place...)
        }
    }

    private var space: String { mutating get { one(in: 12) ? any(of: [" ", "\t", " \n ", "\r"]) : "" } }

    private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private mutating func any<Item>(of items: [Item]) -> Item {
        items[Int.random(in: items.indices, using: &random)]
    }
}
