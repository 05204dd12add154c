import FasciaDocument
import Glibc
import TestSupport
import Testing

/// Two people in two terminals on one stack, and a script, do things at random. The model of whose key does what is naive: a
/// key or a click may only operate what the picture shows that was on that terminal's glass, whatever has happened since.
///
/// `FASCIA_STEPS` sets the number of steps of each run, and `FASCIA_SEED` repeats one.
@Suite struct RandomPeopleTests {
    private static let steps = number("FASCIA_STEPS").map(Int.init) ?? 250
    private static let seeds: [UInt64] = number("FASCIA_SEED").map { [$0] } ?? [1, 2, 3, 4]

    private static func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    @Test(arguments: seeds) func noKeyOperatesWhatWasNotOnTheGlass(_ seed: UInt64) throws {
        // With an even seed, a key keeps everything back until its user looks; with an odd one, only what is open does.
        var run = try PeopleRun(seed: seed, pause: seed % 2 == 0 ? 3_600_000 : 0)
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
    private let daemon: DaemonProcess
    private let script: JSONClient
    private let people: [Person]
    private var random: SeededGenerator
    /// The pictures of each person, by the numbers of their frames, and the last one that is on the glass.
    private var pictures: [[Int: String]] = [[:], [:]]
    private var drawn = [0, 0]
    /// What was operated, and how often; and how many inputs came too late.
    private(set) var operated: [String: Int] = [:]
    private(set) var refused = 0
    /// The last step, for messages.
    private(set) var last = ""

    init(seed: UInt64, pause: Int) throws {
        random = SeededGenerator(seed: seed)
        daemon = try DaemonProcess(environment: ["FASCIA_FRAME_INTERVAL": "0", "FASCIA_ATTENTION_PAUSE": "\(pause)"])
        script = try daemon.client()
        try RandomPanel.publish(script)
        people = try (0..<2).map { [daemon] _ in try Person(daemon) }
        for index in people.indices { try receive(index) }
        drawn = people.map(\.latest)
    }

    private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    private mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    /// - Returns: what must not have happened.
    mutating func step() throws -> String? {
        let index = below(2)
        let problem: String? =
            switch below(10) {
            case 0..<2: try scriptActs()
            case 2..<4: draw(index)
            default: try acts(index)
            }
        for index in people.indices { try receive(index) }
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
            try person.input("terminal.mouse", ["kind": "release", "column": .int(column), "row": .int(line)], at: frame)
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
            guard seen.contains(label) else { return "\(label) was operated, which is not in the picture" }
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

/// A panel whose labels all differ, so that a picture shows what can be operated.
private enum RandomPanel {
    static let switches: Set<String> = ["a", "b"]
    static let labels = [
        "Sw-a", "Sw-b", "Hit-home", "Go-files", "Field", "File-1", "File-2", "File-3", "Ask-1-yes", "Ask-1-no", "Ask-2-ok",
        "Ask-2-run", "Form-go", "Note", "Row-1", "Row-2", "Row-3", "Row-4", "Red", "Blue",
    ]
    private static let titles = [
        "home": "T-home", "files": "T-files", "ask1": "T-ask1", "ask2": "T-ask2", "form": "T-form", "rows": "T-rows",
    ]

    private static func screen(_ id: String, _ kind: String, _ nodes: [JSON]) -> JSON {
        let body: JSON = ["kind": .string(kind), "children": .array(nodes)]
        return ["screen": ["id": .string(id), "title": .string(titles[id] ?? id), "body": body]]
    }

    /// - Parameter id: the node's id; without one it is generated from the position.
    private static func hit(_ label: String, _ role: String? = nil, key: String? = nil, hasID: Bool = true) -> JSON {
        var button = SharedPanel.hit(label, role).objectValue ?? [:]
        if !hasID { button["id"] = JSON?.none }
        if let key { button["modifiers"] = [["shortcut": .string(key)]] }
        return .object(button)
    }

    static func publish(_ script: JSONClient) throws {
        try script.call(
            "toggle.declare", ["group": ["id": "sw", "options": [["id": "a", "title": "Sw-a"], ["id": "b", "title": "Sw-b"]]]])
        let colors: JSON = [["id": "red", "label": "Red"], ["id": "blue", "label": "Blue"]]
        try script.call(
            "picker.declare", ["picker": ["id": "p", "title": "Pick", "components": [["id": "c", "elements": colors]]]])
        for key in ["hit", "name", "note"] { try script.call("value.set", ["key": .string(key), "value": ""]) }
        let home: [JSON] = [
            ["kind": "toggle", "bind": "sw/a", "id": "a"], ["kind": "toggle", "bind": "sw/b", "id": "b"], hit("Hit-home"),
            ["kind": "button", "label": "Go-files", "id": "go", "tap": ["method": "nav.push", "params": ["screen": "files"]]],
            ["kind": "picker", "bind": "p/c", "id": "pick", "label": "Pick"],
            ["kind": "textField", "bind": "name", "id": "name", "label": "Field", "updates": "submit"],
        ]
        let form: [JSON] = [
            ["kind": "textField", "bind": "note", "id": "note", "label": "Note", "updates": "change"],
            hit("Form-go", key: "ctrl+e"),
        ]
        try script.call("screen.put", screen("home", "form", home))
        try script.call("screen.put", screen("files", "list", (1...3).map { hit("File-\($0)") }))
        try script.call("screen.put", screen("ask1", "hstack", [hit("Ask-1-yes", "destructive"), hit("Ask-1-no", "cancel")]))
        try script.call("screen.put", screen("ask2", "vstack", [hit("Ask-2-ok"), hit("Ask-2-run", key: "ctrl+e")]))
        try script.call("screen.put", screen("form", "vstack", form))
        try putRows(script, [1, 2])
    }

    private static func putRows(_ script: JSONClient, _ rows: [Int]) throws {
        try script.call("screen.put", screen("rows", "form", rows.map { hit("Row-\($0)", hasID: false) }))
    }

    // MARK: - What others do

    static let acts = 16

    static func act(_ script: JSONClient, _ number: Int) throws -> String {
        // The stack must not grow without end.
        let depth = try script.entries().count
        let name: String
        switch depth > 5 ? 0 : number {
        case 0:
            name = "goes back to the root"
            try script.call("nav.popTo", ["index": 0])
        case 1, 2, 3:
            name = "asks \(number % 2 + 1)"
            try script.ask("ask\(number % 2 + 1)")
        case 4, 5:
            name = "opens the form"
            try script.call("nav.modal", ["screen": "form", "style": "sheet"])
        case 6:
            name = "opens the files"
            try script.call("nav.push", ["screen": "files"])
        case 7, 8:
            name = "opens the rows"
            try script.call("nav.push", ["screen": "rows"])
        case 9:
            name = "closes a modal"
            try script.call("nav.close")
        case 10:
            name = "goes back"
            try script.call("nav.pop")
        case 11:
            name = "replaces the top"
            try script.call("nav.replace", ["screen": "rows"])
        case 12:
            name = "flips a switch"
            try script.call("toggle.flip", ["id": "sw/a"])
        default:
            let rows = [[1], [2], [2, 1], [1, 2, 3], [3, 4], [4], [3, 1, 2]]
            name = "publishes the rows \(rows[number % rows.count])"
            try putRows(script, rows[number % rows.count])
        }
        return name
    }

    // MARK: - What has happened

    struct State: Equatable {
        var isOn: [String: Bool]
        var values: [String: String]
        var color: String?
        var entries: [[String]]
    }

    static func state(_ script: JSONClient) throws -> State {
        var state = State(isOn: [:], values: [:], color: nil, entries: [])
        for id in switches { state.isOn["Sw-" + id] = try script.state(of: "sw/" + id) == "on" }
        for key in ["hit", "name", "note"] { state.values[key] = try script.value(key)?.stringValue }
        state.color = try script.call("picker.get", ["id": "p"])[at: "components/0/selection"]?.stringValue
        state.entries = try script.entries().map { [$0["id"]?.stringValue ?? "", $0["screen"]?.stringValue ?? ""] }
        return state
    }

    /// The labels of what was operated between two states.
    ///
    /// - Parameter isSearching: whether the palette was open, in which Enter only goes somewhere.
    static func operated(_ before: State, _ after: State, isSearching: Bool) -> [String] {
        var labels = after.isOn.filter { before.isOn[$0.key] != $0.value }.map(\.key)
        if let hit = after.values["hit"], !hit.isEmpty { labels.append(hit) }
        if before.values["name"] != after.values["name"] { labels.append("Field") }
        if before.values["note"] != after.values["note"] { labels.append("Note") }
        if before.color != after.color, let color = after.color { labels.append(color == "red" ? "Red" : "Blue") }
        guard !isSearching else { return labels }
        for entry in before.entries where !after.entries.contains(entry) { labels.append(titles[entry[1]] ?? entry[1]) }
        for entry in after.entries where !before.entries.contains(entry) { labels.append("Go-" + entry[1]) }
        return labels
    }

    static func forget(_ script: JSONClient) throws {
        if try script.value("hit") != "" { try script.call("value.set", ["key": "hit", "value": ""]) }
    }
}
