// Fuzzes the answers of a plugin's host that the daemon reads: those that it accepts can be read to the last part.
@testable import FasciaPlugins

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafeRawPointer?, _ size: Int) -> CInt {
    _ = HostAnswer.problem(of: UnsafeRawBufferPointer(start: data, count: size))
    return 0
}
