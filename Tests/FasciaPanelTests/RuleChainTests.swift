import FasciaDocument
import FasciaProcess
import Synchronization
import TestSupport
import Testing

@testable import FasciaAgent

/// Rules whose commands make the changes that set off other rules.
@Suite(.mustEnd) struct RuleChainTests {
    @Test func theNameOfACommandSaysItsStep() {
        let (first, second) = ("fascia panel box, rule 1", "fascia on value:b")
        #expect(RuleChain(madeBy: "fascia").name(of: first) == first)
        #expect(RuleChain(madeBy: first).name(of: second) == second + ", step 2")
        #expect(RuleChain(madeBy: second + ", step 2").name(of: first) == first + ", step 3")
        #expect(RuleChain(madeBy: second + ", step 31").isTooLong == false)
        #expect(RuleChain(madeBy: second + ", step 32").isTooLong)
        // What is meant to set off itself may.
        #expect(RuleChain(madeBy: first).name(of: first) == first)
        #expect(RuleChain(madeBy: first + ", step 7").name(of: first) == first + ", step 7")
        #expect(RuleChain(madeBy: "somebody, step by step").steps == 0)
    }

    @Test func rulesThatSetOffEachOtherEnd() async throws {
        let (said, saying) = AsyncStream.makeStream(of: String.self)
        let output = Rule.Output { stream, bytes in
            if stream == .output { saying.yield(String(decoding: bytes, as: UTF8.self)) }
        } report: {
            saying.yield($0)
        }
        let rule = Rule(
            "fascia panel box, rule 2", topics: ["value:a"], settings: Rule.Settings(), socketPath: "/s", output: output,
            describe: { $0 == "fascia panel box, rule 1" ? "box.yaml:3" : "box.yaml:5" },
            command: { _ in ProcessCommand(["/bin/sh", "-c", "printf %s \"$FASCIA_CLIENT\""]) })
        let change: JSON = ["kind": "value", "key": "a", "from": 0, "to": 1]
        var words = said.makeAsyncIterator()
        func receive(_ number: Int, from name: String) async -> String? {
            await rule.receive([
                "cursor": .string("AAAA:\(number)"), "cause": ["name": .string(name)], "changes": [change],
            ])
            return await words.next()
        }
        #expect(await receive(1, from: "fascia") == "fascia panel box, rule 2")
        #expect(await receive(2, from: "fascia panel box, rule 1, step 31") == "fascia panel box, rule 2, step 32")
        let refusal = await receive(3, from: "fascia panel box, rule 1, step 32")
        #expect(refusal?.contains("the last one that of box.yaml:3, so box.yaml:5 runs no more") == true, "\(refusal ?? "")")
        // Another change begins anew.
        #expect(await receive(4, from: "fascia") == "fascia panel box, rule 2")
        await rule.cancel()
    }
}
