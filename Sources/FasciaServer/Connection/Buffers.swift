/// The read buffer shared by all connections. Each connection copies only the bytes that it cannot process at once.
final class ReadBuffer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    deinit { bytes.deallocate() }
}

/// Output that the kernel has not accepted yet.
struct UnsentBytes {
    private var bytes: [UInt8] = []
    /// Offset of the first unsent byte.
    private var begin = 0

    var count: Int { bytes.count - begin }
    var isEmpty: Bool { bytes.isEmpty }

    /// Stores unsent bytes. Call only while empty.
    mutating func keep(_ all: [UInt8], from begin: Int) {
        bytes = all
        self.begin = begin
    }

    mutating func append(_ more: [UInt8]) {
        if begin > count {
            bytes.removeFirst(begin)
            begin = 0
        }
        bytes += more
    }

    mutating func drop(_ count: Int) {
        begin += count
        guard begin == bytes.count else { return }
        bytes = []
        begin = 0
    }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[begin...])) }
    }
}
