/// What may name a plugin or a style: ASCII letters, digits, `-` and `_`, at most 64. So it can be no path.
enum PluginName {
    static let longest = 64

    static func isValid(_ name: some StringProtocol) -> Bool {
        (1...longest).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// The file names under which a plugin is looked for, in this order.
    static func files(of name: String) -> [String] { ["\(name).so", "lib\(name).so"] }

    /// The plugin that a file would hold.
    static func plugin(ofFile file: String) -> String? {
        guard file.hasSuffix(".so") else { return nil }
        let stem = file.dropLast(3)
        let name = stem.hasPrefix("lib") ? stem.dropFirst(3) : stem
        return isValid(name) ? String(name) : nil
    }

    /// The name in a C table; `nil` if it is null, too long or no name.
    static func read(_ pointer: UnsafePointer<CChar>?) -> String? {
        guard let text = readText(pointer, longest: longest), isValid(text) else { return nil }
        return text
    }

    /// Text with a NUL at its end, of which no more than `longest` bytes are looked at.
    static func readText(_ pointer: UnsafePointer<CChar>?, longest: Int) -> String? {
        guard let pointer else { return nil }
        var length = 0
        while length <= longest, pointer[length] != 0 { length += 1 }
        guard length <= longest else { return nil }
        return String(validating: UnsafeBufferPointer(start: pointer, count: length).lazy.map(UInt8.init(bitPattern:)),
            as: UTF8.self)
    }
}
