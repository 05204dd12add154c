/// What a tail held at one moment, to be looked at: nothing of it is changed, whoever else has the file.
///
/// Where a daemon goes on writing meanwhile, what it writes over is half read; but it writes over only what is in the
/// database already, and a record that is half read is none.
struct TailCopy {
    let memory: TailMemory
    let identity: TailFile.Identity

    /// - Returns: `nil` where there is no file.
    /// - Throws: `newer`, `damaged`.
    init?(path: String) throws(StoreError) {
        guard let bytes = try Disk.read(path) else { return nil }
        guard bytes.count > TailFile.page,
            let identity = bytes.withUnsafeBytes({ $0.baseAddress.flatMap { TailFile.Identity(at: $0) } }),
            identity.capacity == UInt64(bytes.count - TailFile.page)
        else { throw StoreError(.damaged, "\(path) is no tail of a journal, or its first page is damaged") }
        try identity.checkVersion(path)
        self.identity = identity
        memory = bytes.withUnsafeBytes {
            TailMemory(copying: UnsafeRawBufferPointer(rebasing: $0[TailFile.page...]))
        }
    }
}
