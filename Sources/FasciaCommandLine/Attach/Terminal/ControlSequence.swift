/// A control sequence `ESC [ parameters final` (ECMA-48, 5.4).
struct ControlSequence {
    /// All its bytes, with ESC and the final byte.
    var bytes: ArraySlice<UInt8>

    var final: UInt8 { bytes.last ?? 0 }

    /// Replaces each control sequence of a text by what `write` appends.
    static func rewriting(_ text: String, _ write: (ControlSequence, inout [UInt8]) -> Void) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 4)
        var rest = bytes[...]
        while let escape = rest.firstIndex(of: 0x1B) {
            result += rest[..<escape]
            rest = rest[escape...]
            guard rest.count > 2, rest[escape + 1] == UInt8(ascii: "["),
                let end = rest[(escape + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) })
            else {
                result.append(0x1B)
                rest = rest.dropFirst()
                continue
            }
            write(ControlSequence(bytes: rest[...end]), &result)
            rest = rest[(end + 1)...]
        }
        result += rest
        return String(decoding: result, as: UTF8.self)
    }
}
