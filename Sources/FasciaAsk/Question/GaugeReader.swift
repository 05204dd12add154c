/// Reads the gauge protocol of whiptail and dialog: a line is a percentage. Between two lines `XXX`, which that protocol uses
/// as the mark of a block, the first line is a percentage and the others are the new text.
public struct GaugeReader: Sendable {
    public struct Update: Hashable, Sendable {
        public var percent: Int?
        /// The new text; `nil` for the same.
        public var text: String?

        public init(percent: Int? = nil, text: String? = nil) { (self.percent, self.text) = (percent, text) }
    }

    private var line: [UInt8] = []
    /// The lines of a block that has begun.
    private var block: [String]?

    /// More than anyone writes into one block.
    private static let maximumBytes = 1_048_576

    public init() {}

    /// The updates that bytes complete.
    public mutating func read(_ bytes: some Sequence<UInt8>) -> [Update] {
        var updates: [Update] = []
        for byte in bytes {
            if byte != 0x0A {
                if line.count < Self.maximumBytes { line.append(byte) }
                continue
            }
            if let update = finishLine() { updates.append(update) }
        }
        return updates
    }

    private mutating func finishLine() -> Update? {
        let text = String(decoding: line, as: UTF8.self)
        line.removeAll()
        guard text.hasPrefix("XXX") else {
            guard block != nil else { return Self.percent(text).map { Update(percent: $0) } }
            let size = block?.reduce(0) { $0 + $1.utf8.count } ?? 0
            if size < Self.maximumBytes { block?.append(text) }
            return nil
        }
        guard let lines = block else {
            block = []
            return nil
        }
        block = nil
        let percent = lines.first.flatMap(Self.percent)
        let rest = percent == nil ? lines : Array(lines.dropFirst())
        return Update(percent: percent, text: rest.joined(separator: "\n"))
    }

    /// A number at the start of a line.
    private static func percent(_ text: String) -> Int? {
        let digits = text.drop { $0 == " " }.prefix { ("0"..."9").contains($0) }
        return Int(digits.prefix(9)).map { min($0, 100) }
    }
}
