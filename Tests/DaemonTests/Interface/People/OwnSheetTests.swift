import FasciaDocument
import TestSupport
import Testing

/// A sheet of output closes for the terminal that closes it.
@Suite struct OwnSheetTests {
    private let daemon: DaemonProcess
    private let app: JSONClient
    private let (ada, bob): (Person, Person)

    init() throws {
        (daemon, app) = try SharedPanel.start(pause: 0)
        let close: JSON = ["kind": "button", "label": "Shut", "id": "shut", "tap": ["method": "nav.close"]]
        try app.call(
            "screen.put",
            [
                "screen": [
                    "id": "run/df", "title": "Free space", "environment": ["dismissal": "terminal"],
                    "body": ["kind": "vstack", "children": [["kind": "log", "id": "output", "bind": "df"], close]],
                ]
            ])
        try app.call("log.append", ["id": "df", "lines": ["all of it"]])
        try app.call("action.bind", ["screen": "home", "names": ["*"]])
        (ada, bob) = (try Person(daemon), try Person(daemon))
        try open()
    }

    private func open() throws { try app.call("nav.modal", ["screen": "run/df", "style": "sheet"]) }

    @Test(arguments: ["escape", "shut"]) func itClosesForTheTerminalThatClosesIt(_ how: String) throws {
        #expect(try ada.picture.contains("all of it") && bob.picture.contains("all of it"))
        if how == "escape" { try ada.press("escape") } else { try ada.click("Shut") }
        #expect(try !ada.picture.contains("all of it"))
        #expect(try bob.picture.contains("all of it"), "bob still reads it")
        #expect(try app.screens() == ["home", "run/df"])
        // The last one closes it for good.
        try bob.press("escape")
        #expect(try app.screens() == ["home"])
    }

    @Test func whoClosedItGoesOnBelow() throws {
        try ada.press("escape")
        #expect(try ada.press("space")[at: "result/changed"] == true)
        #expect(try app.state(of: "box/printing") == "off")
        #expect(try bob.picture.contains("all of it"))
    }

    /// A tap on the row of the command shows it again, without a second sheet.
    @Test func itIsOpenedAgainForWhoAsksForIt() throws {
        let reader = try Person(daemon)
        for person in [ada, bob] { try person.press("escape") }
        _ = try app.sync()
        _ = app.takeNotifications()
        try ada.press("end")
        try ada.press("enter")
        let request = try app.receive()
        try open()
        try app.send(["id": try #require(request["id"]), "result": [:]])
        _ = try app.sync()
        #expect(try ada.picture.contains("all of it"))
        #expect(try !bob.picture.contains("all of it"), "bob has not asked")
        #expect(try reader.picture.contains("all of it"))
        #expect(try app.screens() == ["home", "run/df"])
    }

    /// As for any other command, whose result it has.
    @Test func whatIsOnlyTriedOrRefusedOrRepeatedOpensNothing() throws {
        try ada.press("escape")
        var params: JSON.Object = ["screen": "run/df", "style": "sheet", "dryRun": true]
        #expect(try app.call("nav.modal", .object(params)).changed == false)
        #expect(try !ada.picture.contains("all of it"), "it was only tried")
        params["dryRun"] = nil
        params["ifRevision"] = 1
        #expect(try app.failure("nav.modal", .object(params)).reason == "conflict")
        #expect(try !ada.picture.contains("all of it"))
        params["ifRevision"] = nil
        params["once"] = "again"
        try app.call("nav.modal", .object(params))
        #expect(try ada.picture.contains("all of it"))
        try ada.press("escape")
        try app.call("nav.modal", .object(params))
        #expect(try !ada.picture.contains("all of it"), "that was done already")
        #expect(try app.screens() == ["home", "run/df"])
    }

    /// Going to another screen is for everybody, as ever.
    @Test func goingElsewhereClosesIt() throws {
        try ada.press("escape")
        for key in ["ctrl+k", "f", "i", "l", "e", "s", "enter"] { try ada.press(key) }
        #expect(try app.screens() == ["home", "files"])
    }
}
