import FasciaDocument
import FasciaModel
import Testing

@Suite struct ValueTests {
    @Test func values_anUndeclaredValueIsAnyJSON() throws {
        var bench = try Bench()
        #expect(try bench.do(.setValue(key: "a/b", 1)).words == ["declared value a/b", "a/b null>1"])
        #expect(try bench.do(.setValue(key: "a/b", 1)) == [])
        #expect(try bench.do(.setValue(key: "a/b", ["x": [1, 2.5]])).words == ["a/b 1>{x:[1,2.5]}"])
        #expect(try bench.do(.setValue(key: "n", .null)).words == ["declared value n"])
        #expect(bench.panel.value("n") == .null)
        #expect(bench.panel.value("m") == nil)
        #expect(bench.panel.valueKeys(prefix: "a/") == ["a/b"])
        #expect(try bench.do(.removeValue(key: "n")).words == ["removed value n"])
    }

    @Test func values_haveAKind() throws {
        let good: [(ValueDeclaration.Kind, JSON, JSON)] = [
            (.bool, true, true), (.int, 2, 2), (.int, 2.0, 2), (.double, 2, 2.0), (.double, 2.5, 2.5),
            (.string, "x", "x"), (.json, [.null], [.null]),
        ]
        for (kind, given, stored) in good {
            var bench = try Bench(.declareValue(.init(key: "v", kind: kind)))
            try bench.do(.setValue(key: "v", given))
            #expect(bench.panel.value("v") == stored)
        }
        let bad: [(ValueDeclaration.Kind, JSON)] = [
            (.bool, 1), (.int, 2.5), (.int, "2"), (.int, 1e300), (.double, "2"), (.string, .null), (.string, 1),
        ]
        for (kind, given) in bad {
            var bench = try Bench(.declareValue(.init(key: "v", kind: kind)))
            #expect(try bench.refusal(.setValue(key: "v", given)).reason == .invalid)
        }
    }

    @Test func values_haveAnInitialValue() throws {
        func initial(_ declaration: ValueDeclaration) throws -> JSON? {
            try Bench(.declareValue(declaration)).panel.value("v")
        }
        #expect(try initial(.init(key: "v", kind: .bool)) == false)
        #expect(try initial(.init(key: "v", kind: .int)) == 0)
        #expect(try initial(.init(key: "v", kind: .int, range: 2.5...9)) == 3)
        #expect(try initial(.init(key: "v", kind: .double, range: 2.5...9)) == 2.5)
        #expect(try initial(.init(key: "v", kind: .string)) == "")
        #expect(try initial(.init(key: "v", kind: .json)) == .null)
        #expect(try initial(.init(key: "v", kind: .int, initial: 5.0, range: 1...9)) == 5)
    }

    @Test func values_haveARange() throws {
        var bench = try Bench(.declareValue(.init(key: "v", kind: .double, range: -1...1, step: 0.1)))
        for good: JSON in [-1, 1, 0.25] { try bench.do(.setValue(key: "v", good)) }
        for bad: JSON in [1.0001, -2] { #expect(try bench.refusal(.setValue(key: "v", bad)).reason == .invalid) }
    }

    @Test func values_declaredAgainKeepWhatFits() throws {
        var bench = try Bench(.setValue(key: "v", 7))
        #expect(try bench.do(.declareValue(.init(key: "v", kind: .int))).words == ["declared value v"])
        #expect(try bench.do(.declareValue(.init(key: "v", kind: .int))) == [])
        #expect(
            try bench.do(.declareValue(.init(key: "v", kind: .int, range: 0...5))).words
                == ["declared value v", "v 7>0"])
        #expect(bench.panel.valueDeclaration("v")?.range == 0...5)
    }

    @Test func values_haveAtMost64KiBOfJSON() throws {
        var bench = try Bench()
        // Two quotes, and one escape of two bytes.
        let longest = String(repeating: "x", count: 65_536 - 4) + "\n"
        try bench.do(.setValue(key: "v", .string(longest)))
        #expect(try bench.refusal(.setValue(key: "v", .string(longest + "x"))).reason == .limit)
        #expect(try bench.refusal(.setValue(key: "w", .array(Array(repeating: .null, count: 20_000)))).reason == .limit)
        try bench.do(.setValue(key: "w", .array(Array(repeating: .null, count: 13_107))))
        // 13,107 nulls of 4 bytes, 13,106 commas, two brackets: 65,536.
        #expect(try bench.refusal(.setValue(key: "w", .array(Array(repeating: .null, count: 13_108)))).reason == .limit)
        #expect(try bench.refusal(.setValue(key: "w", ["k": .string(longest)])).reason == .limit)
    }
}
