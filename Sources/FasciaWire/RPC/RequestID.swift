/// The id of a request exactly as it was written: a JSON string, number or null.
///
/// The text is kept instead of a value, because the reply must carry the same id: `1.0` does not come back as `1`,
/// nor `"a\u0041"` as `"aA"`.
public struct RequestID: Hashable, Sendable {
    /// The JSON text, which is known to be valid.
    public let rawText: String

    /// - Parameter rawText: a valid JSON string, number or null.
    public init(rawText: String) { self.rawText = rawText }

    public init(_ number: Int) { rawText = String(number) }

    /// Also the id of a reply to what had none that could be read.
    public static let null = RequestID(rawText: "null")
}
