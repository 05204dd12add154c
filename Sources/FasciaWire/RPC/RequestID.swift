/// The id of a request exactly as it was written: a JSON string, number or null.
///
/// What was written is kept instead of a value, because the reply must carry the same id: `1.0` does not come back as
/// `1`, nor `"a\u0041"` as `"aA"`. Of an integer, the number says how it was written.
public struct RequestID: Hashable, Sendable {
    private enum Kept: Hashable {
        case number(Int)
        case text(String)
    }

    private let kept: Kept

    /// - Parameter rawText: a valid JSON string, number or null.
    public init(rawText: String) {
        if let number = Int(rawText), String(number) == rawText {
            kept = .number(number)
        } else {
            kept = .text(rawText)
        }
    }

    public init(_ number: Int) { kept = .number(number) }

    /// Also the id of a reply to what had none that could be read.
    public static let null = RequestID(rawText: "null")

    /// The JSON text.
    public var rawText: String {
        switch kept {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }

    /// How many bytes `write` needs.
    var byteCount: Int {
        switch kept {
        case .number: 20
        case .text(let text): text.utf8.count
        }
    }

    @inline(__always)
    func write(to scratch: inout Scratch) {
        switch kept {
        case .number(let number): scratch.int(number)
        case .text(let text): scratch.raw(text)
        }
    }
}

extension JSONWriter {
    mutating func write(_ id: RequestID) {
        assemble(capacity: id.byteCount) { id.write(to: &$0) }
    }
}
