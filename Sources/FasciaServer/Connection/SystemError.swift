import Glibc

/// The text of a system error.
package func systemMessage(_ code: Int32 = errno) -> String {
    String(cString: strerror(code))
}
