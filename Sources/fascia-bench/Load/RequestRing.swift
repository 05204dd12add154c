/// Requests made before the clock runs: as many for every connection, which sends its own over and over.
struct RequestRing {
    let connections: Int
    /// How many for each connection.
    let length: Int
    private(set) var bytes: [UInt8] = []
    private(set) var offsets: [UInt64] = [0]

    /// - Parameter request: the request of a connection at a place of its ring, in full.
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

    /// Each connection turns an option of its own on and off: `id(connection)`.
    ///
    /// - Parameter durable: whether each reply waits for the disk.
    static func toggling(connections: Int, durable: Bool = false, id: (Int) -> String) -> RequestRing {
        RequestRing(connections: connections, length: 64) { connection, place in
            setToggle(id(connection), on: place.isMultiple(of: 2), request: place, durable: durable)
        }
    }

    /// One connection makes these changes.
    static func changing(_ changes: [(id: String, on: Bool)]) -> RequestRing {
        RequestRing(connections: 1, length: changes.count) { _, place in
            setToggle(changes[place].id, on: changes[place].on, request: place)
        }
    }

    /// The same for Redis: each connection sets a key of its own to one of two values.
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
