/// Detects torn writes and bad blocks. Not a protection against forgery.
///
/// Mixes in eight bytes at a time by a multiplication whose upper half is folded into the lower one (as in Wang Yi's wyhash,
/// https://github.com/wangyi-fudan/wyhash).
enum Checksum {
    static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        var sum = seed ^ UInt64(bytes.count) ^ 0xA076_1D64_78BD_642F
        var index = 0
        if let start = bytes.baseAddress {
            let end = bytes.count & ~7
            while index < end {
                // `start + index + 8 <= start + end`, so the word lies within the bytes.
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
        // The old sum is added, because the product is 0 if `value` equals it: the bytes before would have no effect then.
        let (high, low) = (sum ^ value).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return (high ^ low) &+ (sum << 23 | sum >> 41)
    }
}
