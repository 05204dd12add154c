/// Bytes as lower-case hexadecimal text, two digits each.
public enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    public static func text(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { room in
            for (index, byte) in bytes.enumerated() {
                room[2 * index] = digits[Int(byte >> 4)]
                room[2 * index + 1] = digits[Int(byte & 15)]
            }
            return 2 * bytes.count
        }
    }

    /// `nil` unless the text consists of pairs of lower-case hexadecimal digits.
    public static func bytes(_ text: String) -> [UInt8]? {
        let values = text.utf8.compactMap { digit in digits.firstIndex(of: digit).map { UInt8($0) } }
        guard values.count == text.utf8.count, values.count % 2 == 0 else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
