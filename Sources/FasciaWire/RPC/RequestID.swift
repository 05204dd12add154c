/// The id of a request, with its exact spelling: a JSON string, number or null.
///
/// The spelling is kept because the reply must carry the same id: `1.0` must not become `1`, nor `"a\u0041"` become
/// `"aA"`. An integer in canonical spelling is stored as a number.
public struct RequestID: Hashable, Sendable {
    /// The maximum length of an id in bytes. Events keep the ids of the requests that caused them.
    public static let maximumBytes = 256

    /// Empty for an integer in canonical spelling.
    let text: String
    private let integer: Int

    /// - Parameter rawText: a valid JSON string, number or null.
    public init(rawText: String) {
        let number = Int(rawText).flatMap { String($0) == rawText ? $0 : nil }
        text = number == nil ? rawText : ""
        integer = number ?? 0
    }

    public init(_ number: Int) { (text, integer) = ("", number) }

    /// `nil` unless it is an integer in canonical spelling.
    var number: Int? { text.isEmpty ? integer : nil }

    /// Also the id of a reply to a message whose id could not be read.
    public static let null = RequestID(rawText: "null")

    /// The JSON text.
    public var rawText: String { text.isEmpty ? String(integer) : text }

}

extension JSONWriter {
    mutating func write(_ id: RequestID) {
        if let number = id.number { writeInt(number) } else { raw(text: id.text) }
    }
}
