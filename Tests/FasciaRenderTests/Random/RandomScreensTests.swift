import Foundation
import TestSupport
import Testing

@testable import FasciaDocument

/// No screen that a program puts, at no size, ends the daemon or leaves a request unanswered: a real daemon is sent random
/// screens, renderings, keys, clicks and sizes.
///
/// `FASCIA_RANDOM_SECONDS=600` goes on for that long; with `FASCIA_BUILD_DIRECTORY` it is the daemon of another build.
@Suite(.mustEnd) struct RandomScreensTests {
    private static let seconds = ProcessInfo.processInfo.environment["FASCIA_RANDOM_SECONDS"].flatMap(Double.init) ?? 0

    @Test func theDaemonShowsAnyScreenAtAnySize() throws {
        let end = Date(timeIntervalSinceNow: Self.seconds)
        let daemon = try DaemonProcess()
        try declareThings(daemon.client())
        var seed: UInt64 = 0
        while seed < 12 || Date() < end {
            seed += 1
            // A client that keeps its frames would need ever more memory.
            let client = try daemon.client()
            let terminal = try attach(client)
            let document = RandomDocument(seed: seed)
            for name in ["s0", "s1"] { send(client, "screen.put", ["screen": document.screen(name)], seed) }
            send(client, "nav.set", ["path": [["screen": "s0"], ["screen": "s1"]]], seed)
            for _ in 0..<4 {
                var picture = size(of: document)
                picture["renderer"] = document.one(of: ["text", "ansi", "json", "cells"])
                picture["colors"] = document.one(of: ["none", "16", "256", "true"])
                picture["unicode"] = .bool(document.chance(0.7))
                send(client, "ui.render", .object(picture), seed)
                operate(client, terminal, document, seed)
            }
        }
        // What became of the last requests, and that the daemon lives.
        #expect(try daemon.client().call("sync")["revision"] != nil)
        print("\(seed) documents")
    }

    private func declareThings(_ client: JSONClient) throws {
        let options: JSON = [["id": "ham", "on": true], ["id": "cheese"], ["id": "more", "options": [["id": "olives"]]]]
        try client.call("toggle.declare", ["group": ["id": "extras", "title": "Extras", "options": options]])
        let zones = JSON.array((0..<40).map { ["id": .string("zone\($0)"), "label": .string("Zone \($0)")] })
        try client.call("picker.declare", ["picker": ["id": "clock", "components": [["id": "zone", "elements": zones]]]])
        let values: JSON.Object = [
            "n/zero": 0, "n/large": .double(.greatestFiniteMagnitude), "n/steady": .int(.max), "n/none": .null,
            "t/text": "Käse 世界", "t/long": .string(String(repeating: "many words ", count: 200)), "v/object": ["a": [1, 2]],
        ]
        for (key, value) in values.members { try client.call("value.set", ["key": .string(key), "value": value]) }
    }

    /// Any answer will do, a refusal too.
    private func send(_ client: JSONClient, _ method: String, _ params: JSON, _ seed: UInt64) {
        #expect(throws: Never.self, "\(method) of document \(seed)") { _ = try client.reply(to: client.send(method, params)) }
    }

    private func attach(_ client: JSONClient) throws -> JSON {
        try #require(
            try client.call("terminal.attach", ["columns": 80, "rows": 24, "colors": "256", "status": true])["terminal"])
    }

    private static let keys = [
        "up", "down", "left", "right", "tab", "home", "end", "pageup", "pagedown", "space", "enter", "escape", "backspace", "a",
        "/", "?", "ctrl+k", "ctrl+f",
    ]

    private func operate(_ client: JSONClient, _ terminal: JSON, _ document: RandomDocument, _ seed: UInt64) {
        var resized = size(of: document)
        resized["terminal"] = terminal
        send(client, "terminal.resize", .object(resized), seed)
        for _ in 0..<document.int(0...6) {
            let key: JSON = .string(document.one(of: Self.keys))
            send(client, "terminal.key", ["terminal": terminal, "key": key], seed)
        }
        let (column, row) = (document.int(0...80), document.int(0...24))
        let click: JSON = ["terminal": terminal, "kind": "press", "column": .int(column), "row": .int(row)]
        send(client, "terminal.mouse", click, seed)
        send(client, "terminal.paste", ["terminal": terminal, "text": .string(document.one(of: document.words))], seed)
        if document.chance(0.1) { send(client, "terminal.detach", ["terminal": terminal], seed) }
    }

    /// From 1 × 1 to 500 × 200.
    private func size(of document: RandomDocument) -> JSON.Object {
        let (columns, rows) = document.chance(0.8) ? (120, 40) : (500, 200)
        return ["columns": .int(document.int(1...columns)), "rows": .int(document.int(1...rows))]
    }
}
