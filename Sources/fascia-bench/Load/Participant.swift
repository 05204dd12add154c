import CBench

/// A server with the requests of its protocol that a load sends: each connection sets a thing of its own to two values in turn.
struct Participant {
    var server: Server
    /// Other processes that do a part of the server's work.
    var helpers: [Server] = []
    var wire = Wire()
    /// The share of the requests that it gets: a slower one would take most of the time.
    var share = 1.0
    /// The request of a connection at a position of its ring.
    var request: (_ connection: Int, _ place: Int) -> [UInt8]

    /// How a server's messages are told apart, what is said at first, and what each reply contains.
    struct Wire {
        var framing = CBENCH_LINES
        var greeting: [UInt8] = []
        var expected = "\"result\""
    }

    static func fascia(_ server: Server, durable: Bool = false) -> Participant {
        Participant(server: server) { connection, place in
            RequestRing.setToggle("bench/o\(connection)", on: place.isMultiple(of: 2), request: place, durable: durable)
        }
    }

    static func echo(_ server: Server) -> Participant {
        var echo = fascia(server)
        echo.wire.expected = "toggle.set"
        return echo
    }

    static func redis(_ server: Server) -> Participant {
        Participant(server: server, wire: Wire(expected: "+OK")) { connection, place in
            let words = ["SET", "bench/o\(connection)", place.isMultiple(of: 2) ? "true" : "false"]
            return Array(("*\(words.count)\r\n" + words.map { "$\($0.utf8.count)\r\n\($0)\r\n" }.joined()).utf8)
        }
    }

    /// Retained messages with the quality of service 1, so that the broker keeps the last one and answers each.
    static func mosquitto(_ server: Server) -> Participant {
        // MQTT 3.1.1: CONNECT with a clean session and without a name; PUBLISH, which PUBACK answers.
        let connect: [UInt8] = [0x10, 12, 0, 4] + Array("MQTT".utf8) + [4, 2, 0, 0, 0, 0]
        return Participant(
            server: server, wire: Wire(framing: CBENCH_MQTT, greeting: connect, expected: "\u{40}\u{02}"), share: 0.1
        ) {
            connection, place in
            let topic = Array("bench/o\(connection)".utf8)
            let rest =
                [0, UInt8(topic.count)] + topic + [0, UInt8(place + 1)] + Array((place.isMultiple(of: 2) ? "true" : "false").utf8)
            return [0x33, UInt8(rest.count)] + rest
        }
    }

    /// A property that a small service with sd-bus has on the bus of dbus-daemon.
    static func bus(_ server: Server, service: Server) -> Participant {
        Participant(
            server: server, helpers: [service],
            wire: Wire(framing: CBENCH_DBUS, greeting: DBusMessage.greeting, expected: DBusMessage.expectedReply), share: 0.1
        ) { connection, place in
            DBusMessage.setting(object: connection, on: place.isMultiple(of: 2), serial: UInt32(place + 2))
        }
    }
}
