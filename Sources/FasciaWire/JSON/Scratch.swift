/// Room for text that is put together from many small parts, so that the bytes of a writer grow once and not with
/// every part.
///
/// Whoever makes one has reckoned how much it will hold.
struct Scratch: ~Copyable {
    private let room: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ room: UnsafeMutableBufferPointer<UInt8>) { self.room = room }

    var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: room[..<count]) }
    var left: Int { room.count - count }

    @inline(__always)
    mutating func raw(_ text: StaticString) {
        raw(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    mutating func raw(_ text: String) {
        if text.utf8.withContiguousStorageIfAvailable({ raw($0) }) == nil {
            for byte in text.utf8 { self.byte(byte) }
        }
    }

    @inline(__always)
    mutating func raw(_ text: [UInt8]) { text.withUnsafeBufferPointer { raw($0) } }

    @inline(__always)
    mutating func raw(_ text: UnsafeBufferPointer<UInt8>) {
        precondition(text.count <= left, "more text than was reckoned")
        guard let from = text.baseAddress, let start = room.baseAddress else { return }
        (start + count).initialize(from: from, count: text.count)
        count += text.count
    }

    /// From the last digit to the first: dividing by a constant is a multiplication, which is much quicker.
    mutating func int(_ value: Int) {
        if value < 0 { byte(UInt8(ascii: "-")) }
        var rest = value.magnitude
        var (digits, limit) = (1, UInt(10))
        while rest >= limit {
            digits += 1
            let (next, overflows) = limit.multipliedReportingOverflow(by: 10)
            if overflows { break }
            limit = next
        }
        precondition(digits <= left, "more text than was reckoned")
        for place in stride(from: count + digits - 1, through: count, by: -1) {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            room.initializeElement(at: place, to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            rest = quotient
        }
        count += digits
    }

    /// With zeros in front up to `width` digits.
    mutating func int(_ value: Int, width: Int) {
        var least = 1
        for _ in 1..<width { least *= 10 }
        while least > 1, value < least {
            byte(UInt8(ascii: "0"))
            least /= 10
        }
        int(value)
    }

    @inline(__always)
    mutating func byte(_ byte: UInt8) {
        precondition(left > 0, "more text than was reckoned")
        room.initializeElement(at: count, to: byte)
        count += 1
    }

    mutating func empty() { count = 0 }
}

extension JSONWriter {
    /// Appends what `build` puts together, at most `capacity` bytes of it.
    @inline(__always)
    mutating func assemble(capacity: Int, _ build: (inout Scratch) -> Void) {
        bytes.append(addingCapacity: capacity) { span in
            span.withUnsafeMutableBufferPointer { room, count in
                var scratch = Scratch(UnsafeMutableBufferPointer(rebasing: room[count...]))
                build(&scratch)
                count += scratch.count
            }
        }
    }
}
