import FasciaDocument
import TestSupport
import Testing

/// The work for frames: one layout for each terminal size, however many terminals there are.
@Suite(.mustEnd) struct PresentationTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws {
        (daemon, client) = try Fixture.panel()
        let nodes: [JSON] = [
            ["kind": "toggle", "bind": "extras/ham", "id": "ham"], ["kind": "toggle", "bind": "extras/cheese", "id": "cheese"],
        ]
        try client.call("screen.put", Fixture.screen("pizza", nodes[0], nodes[1]))
        try client.call("nav.set", ["path": [["screen": "pizza"]]])
    }

    private struct Work: Equatable {
        var scenes, layouts, pictures, frames: Int
    }

    /// The work since an earlier measurement.
    private func work(since before: Work = Work(scenes: 0, layouts: 0, pictures: 0, frames: 0)) throws -> Work {
        let work = try #require(try client.call("daemon.status")["work"])
        func count(_ name: String) throws -> Int { try #require(work[name]?.intValue) }
        return Work(
            scenes: try count("scenes") - before.scenes, layouts: try count("layouts") - before.layouts,
            pictures: try count("pictures") - before.pictures, frames: try count("frames") - before.frames)
    }

    /// 100 terminals of 5 sizes, each on a connection of its own, after their first frames.
    private func hundred() throws -> [(client: JSONClient, terminal: JSON)] {
        let sizes = [(80, 24), (40, 12), (120, 40), (20, 6), (200, 50)]
        return try (0..<100).map { index in
            let client = try daemon.client()
            let (columns, rows) = sizes[index % 5]
            let terminal = try #require(
                try client.call(
                    "terminal.attach", ["columns": .int(columns), "rows": .int(rows), "colors": "256", "features": ["lines"]]
                )["terminal"])
            #expect(try client.notification("terminal.frame")["full"] == true)
            return (client, terminal)
        }
    }

    /// Many frames of different sizes are made in slices, and other clients are served in between.
    @Test func manyDifferentPicturesAreMadeInSlices() throws {
        let viewer = try daemon.client()
        for index in 0..<40 {
            try viewer.call("terminal.attach", ["columns": .int(200 + index), "rows": 60, "colors": "none"])
        }
        try viewer.call("sync")
        func slices() throws -> Int { try #require(try client.call("daemon.status")[at: "work/slices"]?.intValue) }
        let (before, sequences) = (try slices(), viewer.takeNotifications().count)
        #expect(sequences == 40)
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        var shown: Set<JSON> = []
        while shown.count < 40 { shown.insert(try #require(try viewer.notification("terminal.frame")["terminal"])) }
        // 40 frames of at least 12,000 cells take several event loop turns.
        #expect(try slices() - before >= 5)
    }

    @Test func aChangeCostsOneLayoutForEachSizeHoweverManyTerminalsThereAre() throws {
        let terminals = try hundred()
        let before = try work()
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        var frames: Set<String> = []
        for (client, _) in terminals {
            let frame = try client.notification("terminal.frame")
            #expect(frame["full"] == false)
            frames.insert(try #require(frame["data"]?.stringValue))
        }
        #expect(try work(since: before) == Work(scenes: 1, layouts: 5, pictures: 100, frames: 100))
        #expect(frames.count == 5)
    }

    @Test func layoutsOfUnusedSizesAreDropped() throws {
        let terminal = try client.attach(80, 24)
        func resize(_ columns: Int) throws {
            try client.call("terminal.resize", ["terminal": terminal, "columns": .int(columns), "rows": 24])
        }
        let before = try work()
        for columns in 81...90 { try resize(columns) }
        try resize(85)
        #expect(try work(since: before).layouts == 11)
    }

    /// Backpressure: a terminal that does not read skips frames, and then gets a full frame of the current state.
    @Test func backpressureSkipsFrames() throws {
        let (slow, other) = (try daemon.client(), try daemon.client())
        for client in [slow, other] {
            try client.call("terminal.attach", ["columns": 150, "rows": 50, "colors": "true"])
            _ = try client.notification("terminal.frame")
        }
        let before = try daemon.peakMemory
        // Each round changes almost every cell, about 7 KB per terminal.
        let rounds = 200
        for round in 1...rounds {
            let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(round % 26)))
            let text = String(repeating: letter, count: 7_000) + " round \(round)"
            try client.call("screen.put", Fixture.screen("pizza", ["kind": "text", "text": .string(text)]))
            let frame = try other.notification("terminal.frame")
            #expect(frame["data"]?.stringValue?.contains(letter) == true, "round \(round)")
        }
        #expect(try daemon.peakMemory - before < 32)
        try slow.send("sync")
        var frames: [JSON] = []
        while let params = try slow.receive()["params"] { frames.append(params) }
        #expect(frames.count < rounds)
        // Sequence numbers have no gap, and the last frame is a full one.
        #expect(frames.map { $0["sequence"]?.intValue } == Array(2..<frames.count + 2))
        let whole = frames.filter { $0["full"] == true }
        #expect(whole.count >= 1)
        #expect(frames.last?["full"] == true)
        #expect(frames.last?["data"]?.stringValue?.contains("round \(rounds)") == true)
    }
}
