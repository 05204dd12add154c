/// Tells bytes from those that were written, as a torn write or a bad block makes them; not against forgers.
///
/// Eight bytes at a time, each mixed in by a multiplication whose upper half is coalesced back (as in Wang Yi's wyhash).
enum Checksum {
    static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        var sum = seed ^ UInt64(bytes.count) ^ 0xA076_1D64_78BD_642F
        var index = 0
        if let start = bytes.baseAddress {
            let end = bytes.count & ~7
            while index < end {
                // Within the bounds: checking each word again would take longer than the rest.
                sum = mix(sum, UInt64(littleEndian: (start + index).loadUnaligned(as: UInt64.self)))
                index += 8
            }
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        return mix(sum, rest)
    }

    static func of(_ bytes: [UInt8], seed: UInt64) -> UInt64 { bytes.withUnsafeBytes { of($0, seed: seed) } }

    @inline(__always)
    private static func mix(_ sum: UInt64, _ value: UInt64) -> UInt64 {
        // Added, so that a value that happens to be the sum does not make all that came before forgotten.
        let (high, low) = (sum ^ value).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return (high ^ low) &+ (sum << 23 | sum >> 41)
    }
}
