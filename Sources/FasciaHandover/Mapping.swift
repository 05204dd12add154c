import Glibc

/// A part of a file, seen as memory. It is let go of with its owner; what is in the file stays.
final class Mapping {
    let start: UnsafeMutableRawPointer
    let count: Int

    /// - Parameters:
    ///   - offset: where it begins in the file; a multiple of the page.
    init(_ descriptor: Int32, at offset: Int, count: Int) throws(HandoverError) {
        // Most of it is never touched, and then it takes no memory.
        let flags = Int32(MAP_SHARED) | Int32(MAP_NORESERVE)
        guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, flags, descriptor, offset), start != MAP_FAILED else {
            throw .system("mmap")
        }
        (self.start, self.count) = (start, count)
    }

    deinit { munmap(start, count) }

    func part(_ offset: Int, _ count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: start + offset, count: count)
    }
}
