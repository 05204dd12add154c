import CBench
import Glibc

/// Messages to a bus, in the format of the D-Bus specification ("Type System" and "Message Protocol"), little-endian.
enum DBusMessage {
    /// The beginning of a method's return. An error begins with another type.
    static let expectedReply = "l\u{02}"

    /// Says who connects, and asks for a name, which has the first serial.
    static var greeting: [UInt8] {
        let user = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
        let hello = call(to: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello", serial: 1)
        return [0] + Array("AUTH EXTERNAL \(user)\r\nBEGIN\r\n".utf8) + hello
    }

    /// Sets the property of an object of the bench's service.
    static func setting(object: Int, on: Bool, serial: UInt32) -> [UInt8] {
        var body = Writer()
        body.string(CBENCH_INTERFACE)
        body.string("On")
        body.signature("b")
        body.number(on ? 1 : 0)
        return call(
            to: CBENCH_INTERFACE, "/o\(object)", "org.freedesktop.DBus.Properties", "Set", serial: serial, signature: "ssv",
            body: body.bytes)
    }

    private static func call(
        to destination: String, _ path: String, _ interface: String, _ member: String, serial: UInt32, signature: String = "",
        body: [UInt8] = []
    ) -> [UInt8] {
        var fields = Writer()
        for (code, type, text) in [(1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", destination)] {
            fields.field(UInt8(code), type)
            fields.string(text)
        }
        if !signature.isEmpty {
            fields.field(8, "g")
            fields.signature(signature)
        }
        var message = Writer(bytes: [UInt8(ascii: "l"), 1, 0, 1])
        message.number(UInt32(body.count))
        message.number(serial)
        message.number(UInt32(fields.bytes.count))
        // The fields begin at a multiple of eight, so that they are aligned here as they were alone.
        message.bytes += fields.bytes
        message.align(to: 8)
        return message.bytes + body
    }

    private struct Writer {
        var bytes: [UInt8] = []

        mutating func align(to size: Int) { while bytes.count % size != 0 { bytes.append(0) } }

        mutating func number(_ value: UInt32) {
            align(to: 4)
            bytes += withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }

        mutating func string(_ text: String) {
            number(UInt32(text.utf8.count))
            bytes += Array(text.utf8) + [0]
        }

        mutating func signature(_ text: String) { bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0] }

        /// The beginning of a header field: its code, and the type of its value.
        mutating func field(_ code: UInt8, _ type: String) {
            align(to: 8)
            bytes.append(code)
            signature(type)
        }
    }
}
