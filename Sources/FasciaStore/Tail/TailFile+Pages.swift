import Glibc

extension TailFile {
    /// Has the kernel hold the file page by page.
    ///
    /// Linux may hold a part of a file as one piece of many pages (a *large folio*), by how it was written or read, and a
    /// piece that a program writes to through its memory is written to the disk as a whole: a megabyte for a record of a
    /// hundred bytes. Pieces are as long as what is written at once; so all of it is let go of, and what stands there
    /// anyway written again, a page at a time. Nothing else may write to it meanwhile. Where any of this cannot be done,
    /// a sync takes longer, and nothing else is different.
    static func split(_ descriptor: Int32, bytes: Int) {
        let contents = [UInt8](unsafeUninitializedCapacity: bytes) { room, count in
            while count < bytes {
                let more = pread(descriptor, room.baseAddress.map { $0 + count }, bytes - count, off_t(count))
                if more < 0, errno == EINTR { continue }
                guard more > 0 else { return }
                count += more
            }
        }
        guard contents.count == bytes else { return }
        // Only what is on the disk is let go of. Where that fails, what is written below is still to be written there.
        _ = fdatasync(descriptor)
        _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        contents.withUnsafeBytes { contents in
            for start in stride(from: 0, to: contents.count, by: page) {
                let part = UnsafeRawBufferPointer(rebasing: contents[start..<min(start + page, contents.count)])
                guard pwrite(descriptor, part.baseAddress, part.count, off_t(start)) == part.count else { return }
            }
        }
    }
}
