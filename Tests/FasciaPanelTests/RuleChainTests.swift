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

    /// If each command makes two changes that set off others, the length of a chain does not bound their number.
    @Test func noMoreThanAThousandChangesWaitThatRulesMake() async throws {
        let (said, saying) = AsyncStream.makeStream(of: String.self)
        let output = Rule.Output { _, _ in
        } report: {
            saying.yield($0)
        }
        let rule = Rule(
            "fascia panel box, rule 2", topics: ["value:a"], settings: Rule.Settings(), socketPath: "/s", output: output,
            describe: { $0 == "fascia panel box, rule 1" ? "box.yaml:3" : "box.yaml:5" },
            command: { _ in ProcessCommand(["/bin/sleep", "infinity"]) })
        func receive(_ number: Int, from name: String) async {
            await rule.receive([
                "cursor": .string("AAAA:\(number)"), "cause": ["name": .string(name)],
                "changes": [["kind": "value", "key": "a", "from": 0, "to": 1]],
            ])
        }
        // One runs, and a thousand wait. Those of people wait, however many there are.
        for number in 0...Rule.mostWaiting { await receive(number, from: "fascia panel box, rule 1") }
        await receive(2_000, from: "fascia")
        saying.yield("until here")
        for number in 2_001...2_003 { await receive(number, from: "fascia panel box, rule 1, step 2") }
        await rule.cancel()
        saying.finish()
        var all: [String] = []
        for await words in said { all.append(words) }
        #expect(
            all == [
                "until here",
                "value:a: 1000 changes wait for box.yaml:5, so none of those does that commands of rules make, such as that of "
                    + "box.yaml:3: they set off each other",
            ])
    }
}
