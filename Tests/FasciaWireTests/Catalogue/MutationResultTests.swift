import FasciaDocument
import FasciaModel
import FasciaWire
import Testing

@Suite struct MutationResultTests {
    private func result(_ prepare: [Command], _ command: Command) throws -> JSON.Object {
        var panel = Panel()
        for command in prepare { _ = try panel.apply(command) }
        let changes = try panel.apply(command)
        return command.result(changes: changes, panel: panel)
    }

    private let push = Command.push(stack: "main", route: Route("red"), handles: [])

    @Test func pushReturnsEntry() throws {
        var panel = Panel()
        let changes = try panel.apply(push)
        let top = try #require(panel.stack("main")).top.id.rawValue
        #expect(push.result(changes: changes, panel: panel) == ["entry": .string(top)])
    }

    @Test func popReturnsRemoved() throws {
        let removed = try #require(try result([push], .pop(stack: "main", entry: nil))["removed"]?.arrayValue)
        #expect(removed.map { $0["screen"] } == ["red"])
        #expect(removed.map { $0["outcome"] } == ["popped"])
        #expect(try result([], .pop(stack: "main", entry: nil)) == ["removed": []])
    }

    @Test func setPathReturnsAddedAndRemoved() throws {
        let answer = try result([push], .setPath(stack: "main", [PathStep(Route("a")), PathStep(Route("b"))]))
        #expect(answer["added"]?.arrayValue?.map { $0["screen"] } == ["a", "b"])
        #expect(answer["removed"]?.arrayValue?.count == 2)
    }

    @Test func aFlipAnswersTheState() throws {
        let group = Command.declareGroup(OptionDeclaration(id: "g", options: [OptionDeclaration(id: "a")]))
        #expect(try result([group], .flipToggle(id: "g", expect: nil)) == ["state": "on"])
        #expect(try result([group], .setToggle(id: "g", on: true)) == [:])
    }
}
