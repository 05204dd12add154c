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

    /// A text that the compiler knows: a few stores, without a call.
    @inline(__always)
    mutating func raw(_ text: StaticString) {
        raw(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Under a name of its own: as `raw`, a literal would be taken for a string, too, which costs ten times as much.
    @inline(__always)
    mutating func raw(text: String) {
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
        if text.count <= 16 {
            copy(UnsafeRawPointer(from), UnsafeMutableRawPointer(start + count), text.count)
        } else {
            (start + count).initialize(from: from, count: text.count)
        }
        count += text.count
    }

    /// A short string is put down a word at a time just before it is read here. Read in larger pieces, as `memcpy` does, it
    /// would have to wait until that is over.
    @inline(__always)
    private func copy(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int) {
        var done = 0
        while done + 8 <= count {
            to.storeBytes(of: (from + done).loadUnaligned(as: UInt64.self), toByteOffset: done, as: UInt64.self)
            done += 8
        }
        if count & 4 != 0 {
            to.storeBytes(of: (from + done).loadUnaligned(as: UInt32.self), toByteOffset: done, as: UInt32.self)
            done += 4
        }
        if count & 2 != 0 {
            to.storeBytes(of: (from + done).loadUnaligned(as: UInt16.self), toByteOffset: done, as: UInt16.self)
            done += 2
        }
        if count & 1 != 0 { to.storeBytes(of: (from + done).load(as: UInt8.self), toByteOffset: done, as: UInt8.self) }
    }

    /// From the last digits to the first, two at a time: dividing by a constant is a multiplication.
    mutating func int(_ value: Int) {
        if value < 0 { byte(UInt8(ascii: "-")) }
        var rest = value.magnitude
        // How many digits, two at a time. There are never more than nineteen.
        var (digits, power) = (2, UInt(100))
        while digits < 18, rest >= power {
            digits += 2
            power &*= 100
        }
        if rest >= power { digits = 19 } else if rest < power / 10 { digits -= 1 }
        precondition(digits <= left, "more text than was reckoned")
        count += digits
        var place = count
        while rest >= 10 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            place -= 2
            let (tens, ones) = pair.quotientAndRemainder(dividingBy: 10)
            put(digit: tens, at: place)
            put(digit: ones, at: place + 1)
            rest = quotient
        }
        if place > count - digits { put(digit: rest, at: place - 1) }
    }

    @inline(__always)
    private func put(digit: UInt, at place: Int) {
        room.initializeElement(at: place, to: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
    }

    /// Eight bytes, little-endian.
    @inline(__always)
    mutating func word(_ value: UInt64) {
        precondition(left >= 8, "more text than was reckoned")
        UnsafeMutableRawBufferPointer(room).storeBytes(of: value.littleEndian, toByteOffset: count, as: UInt64.self)
        count += 8
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
