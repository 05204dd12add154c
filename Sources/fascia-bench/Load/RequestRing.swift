/// Requests that are prepared before the measurement. Each connection sends its own part in a cycle.
struct RequestRing {
    let connections: Int
    /// Number of requests of each connection.
    let length: Int
    private(set) var bytes: [UInt8] = []
    private(set) var offsets: [UInt64] = [0]

    /// - Parameter request: returns the request line of a connection at a position of its ring, with the line feed.
    init(connections: Int, length: Int, request: (_ connection: Int, _ place: Int) -> String) {
        self.connections = connections
        self.length = length
        for connection in 0..<connections {
            for place in 0..<length {
                bytes += request(connection, place).utf8
                offsets.append(UInt64(bytes.count))
            }
        }
    }

    /// Each connection toggles an option of its own, `id(connection)`.
    ///
    /// - Parameter durable: whether each reply waits until the change is durable.
    static func toggling(connections: Int, durable: Bool = false, id: (Int) -> String) -> RequestRing {
        RequestRing(connections: connections, length: 64) { connection, place in
            setToggle(id(connection), on: place.isMultiple(of: 2), request: place, durable: durable)
        }
    }

    /// One connection makes these changes in order.
    static func changing(_ changes: [(id: String, on: Bool)]) -> RequestRing {
        RequestRing(connections: 1, length: changes.count) { _, place in
            setToggle(changes[place].id, on: changes[place].on, request: place)
        }
    }

    /// The same load for Redis: each connection sets a key of its own to two values alternately.
    static func settingKeys(connections: Int) -> RequestRing {
        RequestRing(connections: connections, length: 64) { connection, place in
            let words = ["SET", "bench/o\(connection)", place.isMultiple(of: 2) ? "true" : "false"]
            return "*\(words.count)\r\n" + words.map { "$\($0.utf8.count)\r\n\($0)\r\n" }.joined()
        }
    }

    private static func setToggle(_ id: String, on: Bool, request: Int, durable: Bool = false) -> String {
        let more = durable ? #","durable":true"# : ""
        return #"{"id":\#(request),"method":"toggle.set","params":{"id":"\#(id)","on":\#(on)\#(more)}}"# + "\n"
    }
}
