import CSystemd
import Glibc

/// A message of libsystemd. Used only on the thread of its connection.
struct BusMessage: ~Copyable {
    /// An `sd_bus_message`, which lives until this value is destroyed.
    let pointer: OpaquePointer

    /// - Parameter pointer: a reference that this value takes over.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { sd_bus_message_unref(pointer) }

    /// A method call that is ready to be sent.
    static func call(_ call: BusCall, on bus: OpaquePointer) throws(BusFailure) -> BusMessage {
        var pointer: OpaquePointer?
        try BusFailure.check(
            sd_bus_message_new_method_call(bus, &pointer, call.destination, call.path, call.interface, call.member))
        guard let pointer else { throw BusFailure(code: ENOMEM) }
        let message = BusMessage(owning: pointer)
        for argument in call.arguments { try message.append(argument) }
        return message
    }

    private func append(_ argument: BusCall.Argument) throws(BusFailure) {
        switch argument {
        case .text(let text):
            // libsystemd copies the string during the call.
            try BusFailure.check(text.withCString { sd_bus_message_append_basic(pointer, BusType.text, $0) })
        case .bool(let bool):
            var value: Int32 = bool ? 1 : 0
            try BusFailure.check(sd_bus_message_append_basic(pointer, BusType.bool, &value))
        case .texts(let texts):
            try BusFailure.check(sd_bus_message_open_container(pointer, BusType.array, "s"))
            for text in texts { try append(.text(text)) }
            try BusFailure.check(sd_bus_message_close_container(pointer))
        }
    }

    // MARK: - Reading

    /// The cookie of the call that this message answers; `nil` for another kind of message.
    var answeredCookie: UInt64? {
        var cookie: UInt64 = 0
        return sd_bus_message_get_reply_cookie(pointer, &cookie) >= 0 ? cookie : nil
    }

    var answer: Result<[BusValue], BusError> {
        guard let error = sd_bus_message_get_error(pointer) else { return .success(values()) }
        let name = BusMessage.text(error.pointee.name)
        return .failure(BusError(name: name, message: error.pointee.message.map { String(cString: $0) } ?? name))
    }

    var signal: BusSignal? {
        guard sd_bus_message_is_signal(pointer, nil, nil) > 0 else { return nil }
        return BusSignal(
            path: BusMessage.text(sd_bus_message_get_path(pointer)),
            interface: BusMessage.text(sd_bus_message_get_interface(pointer)),
            member: BusMessage.text(sd_bus_message_get_member(pointer)), values: values())
    }

    private static func text(_ string: UnsafePointer<CChar>?) -> String { string.map { String(cString: $0) } ?? "" }

    /// The values up to the end of the message, or of the container that was entered.
    private func values() -> [BusValue] {
        var values: [BusValue] = []
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        while sd_bus_message_peek_type(pointer, &type, &contents) > 0 {
            guard let value = value(type, contents) else { break }
            values.append(value)
        }
        return values
    }

    /// `nil` if the message is malformed.
    private func value(_ type: CChar, _ contents: UnsafePointer<CChar>?) -> BusValue? {
        switch type {
        case BusType.text, BusType.path, BusType.signature:
            // The string belongs to the message, and is copied before that is read on.
            var string: UnsafePointer<CChar>?
            guard sd_bus_message_read_basic(pointer, type, &string) > 0 else { return nil }
            return .text(BusMessage.text(string))
        case BusType.bool: return read(type, Int32(0)).map { .bool($0 != 0) }
        case BusType.byte: return read(type, UInt8(0)).map { .number(Int($0)) }
        case BusType.int16: return read(type, Int16(0)).map { .number(Int($0)) }
        case BusType.uint16: return read(type, UInt16(0)).map { .number(Int($0)) }
        case BusType.int32: return read(type, Int32(0)).map { .number(Int($0)) }
        case BusType.uint32: return read(type, UInt32(0)).map { .number(Int($0)) }
        case BusType.int64: return read(type, Int64(0)).map { .number(Int($0)) }
        case BusType.uint64: return read(type, UInt64(0)).map { .number(Int(clamping: $0)) }
        case BusType.array, BusType.structure, BusType.entry, BusType.variant:
            guard sd_bus_message_enter_container(pointer, type, contents) > 0 else { return nil }
            let inner = values()
            guard sd_bus_message_exit_container(pointer) >= 0 else { return nil }
            return type == BusType.variant ? inner.first : .list(inner)
        default: return sd_bus_message_skip(pointer, [type, 0]) > 0 ? .other : nil
        }
    }

    /// Reads a number of a basic type, whose size `zero` has.
    private func read<Number: BitwiseCopyable>(_ type: CChar, _ zero: Number) -> Number? {
        var number = zero
        return sd_bus_message_read_basic(pointer, type, &number) > 0 ? number : nil
    }
}

/// The types of D-Bus, as libsystemd names them.
private enum BusType {
    static let text = character("s")
    static let path = character("o")
    static let signature = character("g")
    static let bool = character("b")
    static let byte = character("y")
    static let int16 = character("n")
    static let uint16 = character("q")
    static let int32 = character("i")
    static let uint32 = character("u")
    static let int64 = character("x")
    static let uint64 = character("t")
    static let array = character("a")
    static let structure = character("r")
    static let entry = character("e")
    static let variant = character("v")

    private static func character(_ scalar: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: scalar.value) }
}

/// A function of libsystemd has failed.
struct BusFailure: Error {
    var code: Int32

    var message: String { String(cString: strerror(code)) }

    /// - Parameter result: what the function returned: a negative error number, or success.
    static func check(_ result: Int32) throws(BusFailure) { if result < 0 { throw BusFailure(code: -result) } }
}
