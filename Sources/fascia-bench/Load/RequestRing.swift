/// Requests that are prepared before the measurement. Each connection sends its own part in a cycle.
struct RequestRing {
    let connections: Int
    /// Number of requests of each connection.
    let length: Int
    private(set) var bytes: [UInt8] = []
    private(set) var offsets: [UInt64] = [0]

    /// - Parameter request: returns the request of a connection at a position of its ring.
    init(connections: Int, length: Int = 64, request: (_ connection: Int, _ place: Int) -> [UInt8]) {
        self.connections = connections
        self.length = length
        for connection in 0..<connections {
            for place in 0..<length {
                bytes += request(connection, place)
                offsets.append(UInt64(bytes.count))
            }
        }
    }

    /// One connection makes these changes in order.
    static func changing(_ changes: [(id: String, on: Bool)]) -> RequestRing {
        RequestRing(connections: 1, length: changes.count) { _, place in
            setToggle(changes[place].id, on: changes[place].on, request: place)
        }
    }

    /// - Parameter durable: whether the reply waits until the change is durable.
    static func setToggle(_ id: String, on: Bool, request: Int, durable: Bool = false) -> [UInt8] {
        let more = durable ? #","durable":true"# : ""
        return Array((#"{"id":\#(request),"method":"toggle.set","params":{"id":"\#(id)","on":\#(on)\#(more)}}"# + "\n").utf8)
    }
}
