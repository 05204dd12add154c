import FasciaDocument
import Glibc
import TestSupport
import Testing

/// Two people in two terminals on one stack, and a script, do things at random. The model of whose key does what is naive: a
/// key or a click may only operate what the picture shows that was on that terminal's glass, whatever has happened since; or,
/// while nobody else has done anything, what a key operates that is typed ahead.
///
/// `FASCIA_STEPS` sets the number of steps of each run, and `FASCIA_SEED` repeats one.
@Suite struct RandomPeopleTests {
    private static let steps = number("FASCIA_STEPS").map(Int.init) ?? 400
    private static let seeds: [UInt64] = number("FASCIA_SEED").map { [$0] } ?? Torture.all(1...8, otherwiseEvery: 3)

    private static func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    @Test(arguments: seeds) func noKeyOperatesWhatWasNotOnTheGlass(_ seed: UInt64) throws {
        // With an even seed, a key keeps everything back until its user looks; with an odd one, only what is open does.
        var run = try PeopleRun(seed: seed, pause: seed % 2 == 0 ? .seconds(1_000_000) : .zero)
        for step in 0..<Self.steps {
            let problem = try run.step()
            #expect(problem == nil, "FASCIA_SEED=\(seed), step \(step): \(problem ?? "")\n\(run.last)")
            guard problem == nil else { return }
        }
        // A run in which nothing happens shows nothing.
        #expect(run.operated.count > 3 && run.refused > 0, "\(run.operated), \(run.refused) were late")
    }
}

/// One random run.
private struct PeopleRun {
    private let bench: PeopleBench
    private let script: LocalPeer
    private let people: [LocalPerson]
    private var random: SeededGenerator
    /// The pictures of each person, by the numbers of their frames, and the last one that is on the glass.
    private var pictures: [[Int: String]] = [[:], [:]]
    private var drawn = [0, 0]
    /// The last frame of each person when somebody else did something.
    private var lastOfOthers = [0, 0]
    /// What was operated, and how often; and how many inputs came too late.
    private(set) var operated: [String: Int] = [:]
    private(set) var refused = 0
    /// The last step, for messages.
    private(set) var last = ""

    init(seed: UInt64, pause: Duration) throws {
        random = SeededGenerator(seed: seed)
        bench = try PeopleBench(pause: pause)
        script = bench.connect()
        try RandomPanel.publish(script)
        people = try (0..<2).map { [bench] _ in try LocalPerson(bench) }
        for index in people.indices { try receive(index) }
        drawn = people.map(\.latest)
    }

    private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    private mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    /// - Returns: what must not have happened.
    mutating func step() throws -> String? {
        let index = below(2)
        let kind = below(10)
        let problem: String? =
            switch kind {
            case 0..<2: try scriptActs()
            case 2..<4: draw(index)
            default: try acts(index)
            }
        for index in people.indices { try receive(index) }
        if kind < 2 { lastOfOthers = people.map(\.latest) }
        if kind >= 4 { lastOfOthers[1 - index] = people[1 - index].latest }
        return problem
    }

    /// A person's terminal draws some of the frames that have arrived.
    private mutating func draw(_ index: Int) -> String? {
        let known = pictures[index].keys.filter { $0 >= drawn[index] }.sorted()
        drawn[index] = pick(below(3) == 0 ? known : Array(known.suffix(1)))
        pictures[index] = pictures[index].filter { $0.key >= drawn[index] }
        return nil
    }

    /// Receives the frames of a person, and the picture that the last one shows.
    private mutating func receive(_ index: Int) throws {
        while true {
            let number = try people[index].look()
            let picture = try people[index].picture
            guard try people[index].look() == number else { continue }
            pictures[index][number] = picture
            return
        }
    }

    // MARK: - The script

    private mutating func scriptActs() throws -> String? {
        let searching = try people.map { try $0.picture.contains("Find") }
        last = "the script: " + (try RandomPanel.act(script, below(RandomPanel.acts)))
        for (index, wasSearching) in searching.enumerated() where wasSearching {
            guard try people[index].picture.contains("Find") else { return "the palette of person \(index) is gone" }
        }
        return nil
    }

    // MARK: - People

    private static let keys = [
        "up", "down", "down", "tab", "backtab", "space", "space", "space", "enter", "enter", "enter", "escape", "left",
        "right", "home", "end", "s", "g", "f", "a", "r", "/", "ctrl+k", "ctrl+g", "ctrl+e",
    ]

    private mutating func acts(_ index: Int) throws -> String? {
        let (person, frame) = (people[index], drawn[index])
        guard let seen = pictures[index][frame] else { return "the picture of frame \(frame) is not known" }
        let isFresh = frame == person.latest
        let (before, now, focused) = (try RandomPanel.state(script), try person.picture, try person.focused)
        let reply: JSON
        var row: Int?
        if below(4) == 0, let label = RandomPanel.labels.filter({ seen.contains($0) }).randomElement(using: &random) {
            let lines = seen.split(separator: "\n", omittingEmptySubsequences: false)
            guard let line = lines.firstIndex(where: { $0.contains(label) }), let start = lines[line].firstRange(of: label)
            else { return nil }
            row = line
            let column = lines[line].distance(from: lines[line].startIndex, to: start.lowerBound)
            last = "person \(index) clicks on \(label) in frame \(frame) of \(person.latest)"
            reply = try person.click(on: (column, line), at: frame)
        } else {
            let key = pick(Self.keys)
            last = "person \(index) presses \(key) at frame \(frame) of \(person.latest)"
            reply = try person.press(key, at: frame)
            let isSwitch = focused.map(RandomPanel.switches.contains) == true && !now.contains("Find")
            if key == "space", isFresh, isSwitch, try RandomPanel.state(script) == before { return "the switch is not flipped" }
        }
        last += "\nthe picture was\n\(seen)\nand is now\n\(now)"
        if reply[at: "error/message"]?.stringValue?.contains("the picture has changed") == true {
            refused += 1
            if isFresh { return "it was refused, though the picture is the latest" }
        }
        let after = try RandomPanel.state(script)
        for label in RandomPanel.operated(before, after, isSearching: now.contains("Find")) {
            operated[label, default: 0] += 1
            // Nobody else opens a menu in this terminal.
            let isOwn = frame >= lastOfOthers[index] || RandomPanel.items.contains(label)
            let isTypedAhead = row == nil && isOwn && now.contains(label)
            guard seen.contains(label) || isTypedAhead else { return "\(label) was operated, which is not in the picture" }
            // A click elsewhere also sends the text of the field that it leaves.
            let isThere =
                label == "Field"
                ? true : row.map { seen.split(separator: "\n", omittingEmptySubsequences: false)[$0].contains(label) } ?? true
            guard isThere else { return "\(label) was operated, which is not where the click was" }
        }
        try RandomPanel.forget(script)
        return nil
    }
}
