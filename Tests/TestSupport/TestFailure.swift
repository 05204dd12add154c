import Glibc

/// Why a test cannot go on. Thrown by everything here instead of waiting for ever.
public struct TestFailure: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }

    /// The failure of a C call, with what `errno` says.
    public static func system(_ call: String, _ number: Int32 = errno) -> TestFailure {
        TestFailure("\(call): \(String(cString: strerror(number)))")
    }
}
