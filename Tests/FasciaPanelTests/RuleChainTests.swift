import FasciaDocument
import FasciaProcess
import Glibc
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

    @Test func theNameOfACommandSaysTheFirstChangeOfARule() {
        let (first, second) = ("fascia panel box, rule 1", "fascia on value:b")
        #expect(RuleChain(madeBy: "fascia", at: 6).name(of: first) == first)
        let name = RuleChain(madeBy: first, at: 7).name(of: second)
        #expect(name == second + ", step 2 since 7")
        #expect(RuleChain(madeBy: name, at: 8).name(of: first) == first + ", step 3 since 7")
        #expect(RuleChain(madeBy: name, at: 8).name == second)
    }

    /// Each step has more commands than the one before.
    @Test func rulesThatBranchEnd() {
        let (rules, budget) = (
            ["fascia panel box, rule 1", "fascia panel box, rule 2", "fascia panel box, rule 3"], RuleBudget()
        )
        var changes = ["fascia"]
        var (ran, told) = (0, 0)
        var revision = 0
        while revision < changes.count {
            let chain = RuleChain(madeBy: changes[revision], at: revision)
            revision += 1
            for rule in rules where rule != chain.name && !chain.isTooLong {
                switch chain.origin.map({ budget.take("AAAA:\($0)") }) {
                case nil, .granted:
                    ran += 1
                    changes += [chain.name(of: rule), chain.name(of: rule)]
                case .exceeded: told += 1
                case .exceededAgain: break
                }
            }
        }
        // Each of the first three commands makes two changes.
        #expect(ran == 3 + 6 * RuleBudget.most)
        #expect(told == 6)
    }

    @Test func noOtherCauseUsesUpABudget() async throws {
        let (budget, words) = (RuleBudget(), Words())
        for _ in 0..<RuleBudget.most { #expect(budget.take("AAAA:7") == .granted) }
        let rule = words.rule("fascia panel box, rule 2", ["value:a"], budget: budget)
        await rule.receive(words.event(8, by: "fascia panel box, rule 1, step 3 since 7"))
        let refusal = await words.next()
        #expect(refusal?.contains("at revision 7, the last change by fascia panel box, rule 1") == true, "\(refusal ?? "")")
        // It is told once.
        await rule.receive(words.event(9, by: "fascia panel box, rule 1, step 3 since 7"))
        await rule.receive(words.event(10, by: "fascia panel box, rule 1, step 3 since 6"))
        #expect(await words.next() == "fascia panel box, rule 2, step 4 since 6")
        await rule.receive(words.event(11, by: "fascia"))
        #expect(await words.next() == "fascia panel box, rule 2")
        await rule.cancel()
    }

    @Test func theOutcomeOfARequestBelongsToItsChain() async throws {
        let words = Words()
        let rule = words.rule("fascia panel box, rule 2", ["option:l/x"])
        let back: JSON = ["kind": "option", "id": "l/x", "from": true, "to": false, "why": "revert"]
        let reverted: [JSON] = [back, ["kind": "reverted", "id": "l/x", "to": false, "reason": "no"]]
        let pending: [JSON] = [["kind": "pending", "id": "l/x", "to": true]]
        func receive(_ number: Int, by name: String, _ method: String, _ changes: [JSON]) async {
            await rule.receive(words.event(number, by: name, method, changes))
        }
        await receive(8, by: "fascia panel box, rule 1, step 4 since 7", "toggle.set", pending)
        await receive(9, by: "fascia panel box", "bind.report", reverted)
        #expect(await words.next() == "fascia panel box, rule 2, step 5 since 7")
        // What is reported without a request has no such cause.
        await receive(10, by: "fascia panel box", "bind.report", [back])
        #expect(await words.next() == "fascia panel box, rule 2")
        // Its own request that fails again and again, too.
        await receive(11, by: "fascia panel box, rule 2, step 32 since 7", "toggle.set", pending)
        await receive(12, by: "fascia panel box", "carryOut", reverted)
        #expect(await words.next()?.contains("runs no more") == true)
        // Somebody has requested something else meanwhile.
        await receive(13, by: "fascia panel box, rule 1, step 4 since 7", "toggle.set", pending)
        await receive(14, by: "fascia", "toggle.set", pending)
        await receive(15, by: "fascia panel box", "bind.report", reverted)
        #expect(await words.next() == "fascia panel box, rule 2")
        await rule.cancel()
    }

    @Test func aRuleWatchesTheOutcomesOfRequests() {
        #expect(Rule.watched(["nav:main"]) == ["nav:main"])
        #expect(Rule.watched(["option:l/*"]) == ["option:l/*", "pending:l/*", "confirmed:l/*", "reverted:l/*"])
        #expect(Rule.watched(["group:l"]).contains("reverted:l/**"))
        #expect(Rule.watched(["value:v"]).contains("reverted:value:v"))
        // Many topics would need too much.
        let many = (0..<20).map { "option:l\($0)/*" }
        #expect(Rule.watched(many) == many)
    }

    @Test func whatARequestOfARuleLeadsToBelongsToItsChain() {
        func name(_ client: String) -> String? { (["name": .string(client)] as JSON).clientName(of: "fascia panel box") }
        #expect(name("fascia") == nil)
        #expect(name("fascia panel box, rule 1") == "fascia panel box, step 2")
        #expect(name("fascia panel box, rule 1, step 3 since 7") == "fascia panel box, step 4 since 7")
        #expect(name("fascia panel box, step 32 since 7") == "fascia panel box, step 32 since 7")
    }

    /// But not before an earlier change of the same thing: the last command is that for the last change.
    @Test func whatNoRuleHasMadeComesFirst() async throws {
        let directory = try TemporaryDirectory()
        let go = directory["go"]
        #expect(mkfifo(go, 0o600) == 0)
        let words = Words()
        let rule = words.rule("fascia panel box, rule 2", ["value:*"]) { trigger throws(Rule.Refusal) in
            guard trigger.change["to"] == 1 else { throw Rule.Refusal(trigger.change["to"]?.displayText ?? "") }
            return ProcessCommand(["/bin/sh", "-c", "read -r line <\(go)"])
        }
        func receive(_ number: Int, _ key: String, by name: String) async {
            let change: JSON = ["kind": "value", "key": .string(key), "from": 0, "to": .int(number)]
            await rule.receive(words.event(number, by: name, "value.set", [change]))
        }
        await receive(1, "a", by: "fascia")
        await receive(2, "a", by: "fascia panel box, rule 1")
        await receive(3, "b", by: "fascia panel box, rule 1")
        await receive(4, "c", by: "fascia panel box, rule 1")
        await receive(5, "d", by: "fascia")
        await receive(6, "b", by: "fascia")
        _ = try runProcess("/bin/sh", ["-c", "echo >\(go)"]).checked()
        var order: [String] = []
        for _ in 2...6 { order.append(await words.next() ?? "") }
        #expect(order == ["value:d: 5", "value:a: 2", "value:b: 3", "value:b: 6", "value:c: 4"])
        await rule.cancel()
        withExtendedLifetime(directory) {}
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

/// What rules say: the names of the connections of their commands, and why they run none.
private final class Words {
    private let saying: AsyncStream<String>.Continuation
    private var said: AsyncStream<String>.AsyncIterator

    init() {
        let (said, saying) = AsyncStream.makeStream(of: String.self)
        (self.said, self.saying) = (said.makeAsyncIterator(), saying)
    }

    func next() async -> String? { await said.next() }

    func rule(
        _ name: String, _ topics: [String], budget: RuleBudget = RuleBudget(),
        command: @escaping @Sendable (Rule.Trigger) throws(Rule.Refusal) -> ProcessCommand? = { _ in
            ProcessCommand(["/bin/sh", "-c", "printf %s \"$FASCIA_CLIENT\""])
        }
    ) -> Rule {
        let output = Rule.Output { [saying] stream, bytes in
            if stream == .output { saying.yield(String(decoding: bytes, as: UTF8.self)) }
        } report: { [saying] in
            saying.yield($0)
        }
        return Rule(
            name, topics: topics, settings: Rule.Settings(), socketPath: "/s", output: output, budget: budget, command: command)
    }

    func event(
        _ number: Int, by name: String, _ method: String = "value.set",
        _ changes: [JSON] = [["kind": "value", "key": "a", "from": 0, "to": 1]]
    ) -> JSON {
        [
            "cursor": .string("AAAA:\(number)"), "revision": .int(number),
            "cause": ["name": .string(name), "method": .string(method)], "changes": .array(changes),
        ]
    }
}
