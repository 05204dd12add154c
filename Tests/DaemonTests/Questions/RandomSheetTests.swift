import FasciaDocument
import TestSupport
import Testing

/// Two people at terminals, who come and go, answer, put off and find questions, and an asker who comes and goes.
@Suite(.mustEnd) struct RandomSheetTests {
    /// What one terminal shows.
    private struct Naive {
        var sheet: String?
        /// Those that were put off, in that order.
        var postponed: [String] = []

        mutating func show(_ open: [String]) { if sheet == nil { sheet = open.first { !postponed.contains($0) } } }

        mutating func ended(_ id: String, _ open: [String]) {
            postponed.removeAll { $0 == id }
            if sheet == id { sheet = nil }
            show(open)
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func sheetsMatchNaiveModel(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
        let (daemon, watcher) = try SharedPanel.start(pause: 0)
        try watcher.watch(["topics": ["question:*"]])
        var asker = try daemon.client()
        var people = [try Person(daemon), try Person(daemon)]
        var naive = [Naive(), Naive()]
        var open: [String] = []
        var asked = 0

        func end(_ id: String) {
            open.removeAll { $0 == id }
            for index in naive.indices { naive[index].ended(id, open) }
        }

        for step in 0..<150 {
            let index = below(2)
            let place: Comment = "seed \(seed), step \(step), person \(index), open \(open)"
            switch below(20) {
            case 0..<5:
                asked += 1
                let id = "q\(asked)"
                try asker.call("ask.open", ["kind": "confirm", "text": .string("\(id)?"), "id": .string(id)])
                open.append(id)
                for index in naive.indices { naive[index].show(open) }
            case 5..<9:
                guard let id = naive[index].sheet else { continue }
                try people[index].press(below(2) == 0 ? "y" : "n")
                #expect(try asker.notification("ask.ended")["id"]?.stringValue == id, place)
                end(id)
            case 9..<13:
                guard let id = naive[index].sheet else { continue }
                try people[index].press("escape")
                naive[index].sheet = nil
                naive[index].postponed.append(id)
                naive[index].show(open)
            case 13..<15:
                if naive[index].sheet != nil { continue }
                try people[index].press("ctrl+g")
                naive[index].show(open)
                guard naive[index].sheet == nil, let id = naive[index].postponed.first else { continue }
                naive[index].postponed.removeFirst()
                naive[index].sheet = id
            case 15:
                guard naive[index].sheet == nil, let id = open.randomElement(using: &generator) else { continue }
                try people[index].press("ctrl+k")
                try people[index].type(id + "?")
                try people[index].press("enter")
                naive[index].postponed.removeAll { $0 == id }
                naive[index].sheet = id
            case 16:
                guard let id = open.randomElement(using: &generator) else { continue }
                try asker.call("ask.cancel", ["id": .string(id)])
                _ = try asker.notification("ask.ended")
                end(id)
            case 17..<19:
                people[index] = try Person(daemon)
                naive[index] = Naive()
                naive[index].show(open)
            default:
                _ = try watcher.sync()
                _ = watcher.takeNotifications()
                asker = try daemon.client()
                var gone = Set(open)
                while !gone.isEmpty {
                    for change in try watcher.notification()["changes"]?.arrayValue ?? [] where change["to"] == "withdrawn" {
                        gone.remove(change["id"]?.stringValue ?? "")
                    }
                }
                open = []
                naive = naive.map { _ in Naive() }
            }
            for index in people.indices {
                let focused = try people[index].focused
                let shown = focused.flatMap { $0.hasPrefix("question/") ? String($0.dropFirst(9)) : nil }
                #expect(shown == naive[index].sheet, "\(place): what person \(index) sees")
                guard shown == naive[index].sheet else { return }
                if let shown { #expect(try people[index].picture.contains("\(shown)?"), place) }
            }
        }
    }
}
