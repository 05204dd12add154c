import Glibc

/// What the system said to a call that failed.
func systemMessage(_ code: Int32 = errno) -> String {
    String(cString: strerror(code))
}
