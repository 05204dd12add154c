import FasciaDocument

/// One client of the load: its requests, its answers and its events. After a lost connection it resumes on a new one: the
/// watch with its last cursor, the pending request with the same idempotency key.
struct RestartClient {
    let index: Int
    /// The number of the current request; numbers count up from 1.
    private(set) var asked = 0
    /// The number of the last answered request.
    private(set) var answered = 0
    /// The number in the last received event.
    private(set) var told = 0
    /// How often the connection was closed.
    private(set) var closed = 0
    /// How often a new process reported that it took the connection over.
    private(set) var resumed = 0
    private(set) var gaps = 0
    /// Unexpected lines.
    private(set) var oddities: [String] = []
    /// Answers whose revision is not greater than the previous answer's.
    private(set) var revisionsBack = 0
    private(set) var missedEvents = 0
    private(set) var doubledEvents = 0
    private(set) var lostReplies = 0
    private(set) var doubledReplies = 0
    private var revision = 0
    private var cursor: String?
    private var rest: [UInt8] = []

    init(index: Int) { self.index = index }

    var key: String { "load/\(index)" }
    var isWaiting: Bool { answered < asked }

    /// The first lines of a connection: the watch, and the pending request if there is one.
    var opening: String {
        let since = cursor.map { #","since":"\#($0)""# } ?? ""
        let watch = #"{"id":"watch","method":"watch.start","params":{"topics":["value:\#(key)"]\#(since)}}"# + "\n"
        return isWaiting ? watch + request : watch
    }

    /// The next request.
    mutating func ask() -> String {
        asked += 1
        return request
    }

    private var request: String {
        #"{"id":\#(asked),"method":"value.set","params":{"key":"\#(key)","value":\#(asked),"once":"\#(key)/\#(asked)"}}"#
            + "\n"
    }

    mutating func ends() {
        closed += 1
        rest = []
    }

    mutating func receive(_ bytes: ArraySlice<UInt8>) {
        rest += bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: rest[..<end], as: UTF8.self)
            rest.removeSubrange(...end)
            if !line.isEmpty { receive(line) }
        }
    }

    private mutating func receive(_ line: String) {
        guard let message = try? JSONParser.parse(line) else { return oddities.append(line) }
        switch message["method"]?.stringValue {
        case "event": hear(message)
        case "event.gap":
            gaps += 1
            cursor = message["params"]?["to"]?.stringValue ?? cursor
        case "resumed": resumed += 1
        case nil where message["id"] == "watch" && message["result"] != nil:
            cursor = cursor ?? message["result"]?["cursor"]?.stringValue
        case nil where message["result"] != nil:
            answer(message["id"]?.intValue ?? 0)
            let revision = message["result"]?["revision"]?.intValue ?? 0
            if revision <= self.revision { revisionsBack += 1 }
            self.revision = revision
        default: oddities.append(line)
        }
    }

    private mutating func answer(_ number: Int) {
        if number <= answered {
            doubledReplies += 1
        } else {
            lostReplies += number - answered - 1
            answered = number
        }
    }

    private mutating func hear(_ event: JSON) {
        cursor = event["params"]?["cursor"]?.stringValue ?? cursor
        for change in event["params"]?["changes"]?.arrayValue ?? [] {
            guard let number = change["to"]?.intValue else { continue }
            if number <= told {
                doubledEvents += 1
            } else {
                missedEvents += number - told - 1
                told = number
            }
        }
    }
}
