import FasciaModel
import Testing

@testable import FasciaWire

/// What is read without the parser and the catalogue is what they would have read.
struct FrequentRequestTests {
    @Test(arguments: [
        #"{"id":1,"method":"toggle.set","params":{"id":"extras/cheese","on":true}}"#,
        #"{"jsonrpc":"2.0","id":42,"method":"toggle.set","params":{"id":"a","on":false}}"#,
        #"{ "jsonrpc" : "2.0" , "id" : 0 , "method" : "toggle.set" , "params" : { "id" : "a b" , "on" : true } }  "#,
        #"{"id":123456789012345678,"method":"toggle.set","params":{"id":"\u00e9\"ü\\","on":true}}"#,
        #"{"id":1,"method":"toggle.set","params":{"id":"","on":true}}"#,
    ])
    func whatIsTakenIsWhatTheParserTakes(_ line: String) throws {
        let frequent = try #require(read(line))
        guard case .call(let id, let method, let params) = LineParser.parse(Array(line.utf8)) else {
            Issue.record("the parser takes it for no call")
            return
        }
        #expect(frequent.id == id)
        #expect(frequent.method == method)
        #expect(frequent.call == (try Catalogue.call(method, params)))
    }

    @Test(arguments: [
        "", "{", "[]", "null",
        // Other members, or the same in another order or twice.
        #"{"id":1,"method":"toggle.flip","params":{"id":"a","on":true}}"#,
        #"{"id":1,"method":"toggle.set","params":{"on":true,"id":"a"}}"#,
        #"{"id":1,"method":"toggle.set","params":{"id":"a","on":true,"dryRun":true}}"#,
        #"{"id":1,"method":"toggle.set","params":{"id":"a","on":true},"id":2}"#,
        #"{"method":"toggle.set","params":{"id":"a","on":true}}"#,
        // Ids that are not plain numbers.
        #"{"id":"1","method":"toggle.set","params":{"id":"a","on":true}}"#,
        #"{"id":-1,"method":"toggle.set","params":{"id":"a","on":true}}"#,
        #"{"id":1.5,"method":"toggle.set","params":{"id":"a","on":true}}"#,
        #"{"id":1e3,"method":"toggle.set","params":{"id":"a","on":true}}"#,
        #"{"id":01,"method":"toggle.set","params":{"id":"a","on":true}}"#,
        #"{"id":1234567890123456789,"method":"toggle.set","params":{"id":"a","on":true}}"#,
        // Mistakes.
        #"{"jsonrpc":"1.0","id":1,"method":"toggle.set","params":{"id":"a","on":true}}"#,
        #"{"id":1,"method":"toggle.set","params":{"id":"a","on":1}}"#,
        #"{"id":1,"method":"toggle.set","params":{"id":7,"on":true}}"#,
        #"{"id":1,"method":"toggle.set","params":{"id":"\ud800","on":true}}"#,
        #"{"id":1,"method":"toggle.set","params":{"id":"a","on":truely}}"#,
        #"{"id":1,"method":"toggle.set","params":{"id":"a","on":true}}}"#,
        #"{"id":1,"method":"toggle.set","params":{"id":"a","on":true}} x"#,
    ])
    func everythingElseIsLeftToTheParser(_ line: String) {
        #expect(read(line)?.call == nil)
    }

    @Test func aLineThatEndsAnywhereIsLeftToTheParser() {
        let line = Array(#"{"id":1,"method":"toggle.set","params":{"id":"a","on":true}}"#.utf8)
        for count in 0..<line.count { #expect(read(String(decoding: line[..<count], as: UTF8.self))?.call == nil) }
    }

    private func read(_ line: String) -> FrequentRequest? {
        Array(line.utf8).withUnsafeBufferPointer { FrequentRequest($0) }
    }
}
