/// Valid names of plugins and styles: ASCII letters, digits, `-` and `_`, at most 64. Such a name cannot be a path.
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

    /// The file names to look for, in this order.
    static func files(of name: String) -> [String] { ["\(name).so", "lib\(name).so"] }

    /// The name of the plugin in a file; `nil` if the file name is not one of a plugin.
    static func plugin(ofFile file: String) -> String? {
        guard file.hasSuffix(".so") else { return nil }
        let stem = file.dropLast(3)
        let name = stem.hasPrefix("lib") ? stem.dropFirst(3) : stem
        return isValid(name) ? String(name) : nil
    }
}
