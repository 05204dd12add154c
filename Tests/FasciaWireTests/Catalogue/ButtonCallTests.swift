import FasciaDocument
import FasciaModel
import FasciaWire
import Testing

@Suite struct ButtonCallTests {
    private let entry = EntryID("e7")

    private func command(_ method: String, _ params: JSON) throws -> Command? {
        try Catalogue.command(from: .call(method: method, params: params), entry: entry, stack: "side")
    }

    @Test func aNavigationCallIsAboutTheStackAndTheEntryThatShowTheButton() throws {
        #expect(try command("nav.pop", [:]) == .pop(stack: "side", entry: entry))
        #expect(try command("nav.close", [:]) == .close(stack: "side", entry: entry))
        #expect(try command("nav.replace", ["screen": "a"]) == .replace(stack: "side", entry: entry, route: Route("a")))
        #expect(try command("nav.push", ["screen": "a"]) == .push(stack: "side", route: Route("a"), handles: []))
        #expect(try command("nav.popTo", ["index": 0]) == .popTo(stack: "side", .index(0)))
    }

    @Test func explicitStackAndEntryAreKept() throws {
        #expect(try command("nav.pop", ["stack": "main", "entry": "e1"]) == .pop(stack: "main", entry: EntryID("e1")))
    }

    @Test func otherCallsAreUnchanged() throws {
        #expect(try command("toggle.set", ["id": "a", "on": true]) == .setToggle(id: "a", on: true))
        #expect(try command("nav.target", ["name": "a", "remove": true]) == .removeTarget(name: "a"))
    }

    @Test func theSameHoldsInABatch() throws {
        let calls: JSON = [["method": "nav.pop"], ["method": "value.set", "params": ["key": "a", "value": 1]]]
        #expect(
            try command("batch", ["commands": calls])
                == .batch([.pop(stack: "side", entry: entry), .setValue(key: "a", 1)]))
    }

    @Test func aMessageToTheParentIsNoCommand() throws {
        #expect(try Catalogue.command(from: .emit(name: "onTap", payload: .null), entry: entry, stack: "side") == nil)
    }

    @Test func nonMutationBehindButtonIsAnError() throws {
        #expect(
            thrown(WireError.self) { _ = try command("daemon.shutdown", [:]) }?.message
                == #"expected a method that changes the panel behind a button, found "daemon.shutdown""#)
        #expect(
            thrown(WireError.self) { _ = try command("nav.popp", [:]) }
                == .methodNotFound("nav.popp", nearest: "nav.pop"))
    }
}
