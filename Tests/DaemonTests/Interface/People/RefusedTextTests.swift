import FasciaDocument
import TestSupport
import Testing

/// A text that a program refuses belongs to the terminal that typed it.
@Suite struct RefusedTextTests {
    private let daemon: DaemonProcess
    private let script: JSONClient
    private let agent: Agent
    private let (ada, bob): (Person, Person)
    private static let reason = "Name must match [a-z]+"

    init() throws {
        (daemon, script) = try SharedPanel.start(pause: 0)
        agent = try Agent(daemon, ["value:name"])
        try agent.report("value:name", "box")
        (ada, bob) = (try Person(daemon), try Person(daemon))
        for key in ["down", "down"] { try ada.press(key) }
        try ada.type("!")
        try ada.press("enter")
        try refuse()
    }

    private func refuse() throws {
        let (id, _) = try agent.carryOut()
        try agent.client.send(
            [
                "jsonrpc": "2.0", "id": id,
                "error": ["code": -32005, "message": .string(Self.reason), "data": ["reason": "invalid"]],
            ])
        _ = try agent.client.sync()
    }

    @Test func onlyTheTerminalThatTypedItShowsIt() throws {
        #expect(try ada.picture.contains(Self.reason) && ada.picture.contains("box!"))
        #expect(try !bob.picture.contains("must match") && bob.picture.contains("box"))
        #expect(try Person(daemon).picture.contains("must match") == false)
        let shown = try script.call("value.get", ["key": "name"])
        #expect(!shown.text.contains("failed"), "\(shown.text)")
    }

    /// Who leaves the field sends the text again, and is told again.
    @Test(arguments: ["tab", "up"]) func itStaysWhenTheFieldIsLeft(_ key: String) throws {
        try ada.press(key)
        try refuse()
        #expect(try ada.picture.contains(Self.reason) && ada.picture.contains("box!"))
        #expect(try !bob.picture.contains("must match") && bob.picture.contains("box"))
    }

    @Test func itEndsWithEscape() throws {
        try ada.press("escape")
        #expect(try !ada.picture.contains("must match"))
        #expect(try !bob.picture.contains("must match"))
    }

    @Test func itEndsWithACorrectText() throws {
        try ada.press("backspace")
        try ada.type("es")
        try ada.press("enter")
        #expect(try agent.carryOutNext()["to"] == "boxes")
        _ = try agent.client.sync()
        #expect(try !ada.picture.contains("must match") && ada.picture.contains("boxes"))
    }

    // MARK: - Two texts for one value

    /// Bob's waits until Ada's is done.
    @Test func whoseTextIsAcceptedIsNotToldOfTheNext() throws {
        try ada.press("backspace")
        try ada.type("es")
        try ada.press("enter")
        let (id, params) = try agent.carryOut()
        #expect(params["to"] == "boxes")
        for key in ["down", "down"] { try bob.press(key) }
        try bob.type("!")
        try bob.press("enter")
        try agent.client.answer(id)
        try refuse()
        #expect(try bob.picture.contains(Self.reason) && bob.picture.contains("boxes!"))
        #expect(try !ada.picture.contains("must match") && ada.picture.contains("[boxes "))
    }

    @Test func whoseTextIsRefusedIsToldThoughAnotherFollows() throws {
        try ada.type("?")
        try ada.press("enter")
        for key in ["down", "down", "backspace", "backspace"] { try bob.press(key) }
        try bob.type("es")
        try bob.press("enter")
        try refuse()
        #expect(try ada.picture.contains(Self.reason) && ada.picture.contains("box!?"))
        #expect(try agent.carryOutNext()["to"] == "boxes")
        _ = try agent.client.sync()
        #expect(try ada.picture.contains(Self.reason) && ada.picture.contains("box!?"))
        #expect(try !bob.picture.contains("must match") && bob.picture.contains("[boxes "))
    }

    @Test func aProgramIsToldTheReason() throws {
        try script.watch()
        try script.call("value.set", ["key": "name", "value": "!"])
        let (id, _) = try agent.carryOut()
        try agent.client.send(
            [
                "jsonrpc": "2.0", "id": id,
                "error": ["code": -32005, "message": .string(Self.reason), "data": ["reason": "invalid"]],
            ])
        var reason: String?
        while reason == nil {
            let changes = try script.notification()["changes"]?.arrayValue ?? []
            reason = changes.first { $0["kind"] == "reverted" }?["reason"]?.stringValue
        }
        #expect(reason == Self.reason)
        #expect(try !bob.picture.contains("must match"))
    }
}
