import Glibc

/// The reason why a test cannot continue. Thrown instead of waiting forever.
public struct TestFailure: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }

    /// The failure of a C call, with the text of `errno`.
    public static func system(_ call: String, _ number: Int32 = errno) -> TestFailure {
        TestFailure("\(call): \(String(cString: strerror(number)))")
    }
}
