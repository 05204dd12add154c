/// The id of a request exactly as it was written: a JSON string, number or null.
///
/// What was written is kept instead of a value, because the reply must carry the same id: `1.0` does not come back as
/// `1`, nor `"a\u0041"` as `"aA"`. Of an integer, its number says how it was written.
public struct RequestID: Hashable, Sendable {
    /// How long an id may be. Ids are kept with the events that their requests cause.
    public static let mostBytes = 256

    /// Empty for an integer.
    let text: String
    private let integer: Int

    /// - Parameter rawText: a valid JSON string, number or null.
    public init(rawText: String) {
        let number = Int(rawText).flatMap { String($0) == rawText ? $0 : nil }
        text = number == nil ? rawText : ""
        integer = number ?? 0
    }

    public init(_ number: Int) { (text, integer) = ("", number) }

    /// `nil` for what is no integer.
    var number: Int? { text.isEmpty ? integer : nil }

    /// Also the id of a reply to what had none that could be read.
    public static let null = RequestID(rawText: "null")

    /// The JSON text.
    public var rawText: String { text.isEmpty ? String(integer) : text }

}

extension JSONWriter {
    mutating func write(_ id: RequestID) {
        if let number = id.number { writeInt(number) } else { raw(text: id.text) }
    }
}
