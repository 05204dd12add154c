import CLinux
import Glibc

/// The store's system calls that can fail or block, replaceable for tests.
public struct Disk: Sendable {
    /// Makes the content of a file durable. Returns an error number, or 0.
    public var sync: @Sendable (_ descriptor: Int32) -> Int32
    /// Extends a file to `bytes` bytes, with space allocated for all of them. Returns an error number, or 0.
    public var allocate: @Sendable (_ descriptor: Int32, _ bytes: Int) -> Int32
    /// Appends bytes to a file. Returns how many were written, or -1 with `errno` set.
    public var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    /// Overwrites bytes of a file. Returns how many were written, or -1 with `errno` set.
    public var overwrite: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int
    /// The free bytes of a copy-on-write file system, where overwriting needs new space; `nil` for other file systems.
    public var copyOnWriteFreeBytes: @Sendable (_ descriptor: Int32) -> Int?

    public init(
        sync: @escaping @Sendable (Int32) -> Int32 = Disk.systemSync,
        allocate: @escaping @Sendable (Int32, Int) -> Int32 = Disk.systemAllocate,
        write: @escaping @Sendable (Int32, UnsafeRawBufferPointer) -> Int = Disk.systemWrite,
        overwrite: @escaping @Sendable (Int32, UnsafeRawBufferPointer, Int) -> Int = Disk.systemOverwrite,
        copyOnWriteFreeBytes: @escaping @Sendable (Int32) -> Int? = Disk.systemCopyOnWriteFreeBytes
    ) {
        self.copyOnWriteFreeBytes = copyOnWriteFreeBytes
        self.sync = sync
        self.allocate = allocate
        self.write = write
        self.overwrite = overwrite
    }

    public static let system = Disk()

    @Sendable public static func systemSync(_ descriptor: Int32) -> Int32 {
        while fdatasync(descriptor) != 0 { if errno != EINTR { return errno } }
        return 0
    }

    @Sendable public static func systemAllocate(_ descriptor: Int32, _ bytes: Int) -> Int32 {
        var result = posix_fallocate(descriptor, 0, off_t(bytes))
        while result == EINTR { result = posix_fallocate(descriptor, 0, off_t(bytes)) }
        return result
    }

    @Sendable public static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    }

    @Sendable public static func systemOverwrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
    }

    /// The magic numbers of btrfs, bcachefs and ZFS, as in statfs(2).
    private static let copyOnWrite: Set<UInt32> = [0x9123_683E, 0xCA45_1A4E, 0x2FC1_2FC1]

    @Sendable public static func systemCopyOnWriteFreeBytes(_ descriptor: Int32) -> Int? {
        var status = statfs()
        guard fstatfs(descriptor, &status) == 0, copyOnWrite.contains(UInt32(truncatingIfNeeded: status.f_type)) else {
            return nil
        }
        return Int(status.f_bavail) * Int(status.f_bsize)
    }

    // MARK: - Whole files

    /// Replaces or creates a file atomically: it is written and synced under another name first.
    func replace(_ path: String, with parts: [UnsafeRawBufferPointer]) throws(StoreError) {
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system("create", temporary) }
        do throws(StoreError) {
            defer { close(descriptor) }
            var code: Int32 = 0
            for part in parts where code == 0 { code = append(part, to: descriptor) }
            if code == 0 { code = sync(descriptor) }
            guard code == 0 else { throw .system("write", temporary, code) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else { throw .system("rename", temporary) }
        try syncDirectory(of: path)
    }

    /// Writes all bytes, in as many calls as it takes. Returns an error number, or 0.
    func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes
        while !rest.isEmpty {
            let count = write(descriptor, rest)
            guard count > 0 || count < 0 && errno == EINTR else { return count == 0 ? ENOSPC : errno }
            rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
        }
        return 0
    }

    /// Makes new names in the directory of `path` durable.
    func syncDirectory(of path: String) throws(StoreError) {
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("open", directory) }
        defer { close(descriptor) }
        // Does not call `sync`: some file systems do not support syncing a directory (`EINVAL`), which is not an error.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .system("write", directory) }
    }

    /// The content of a file, or its first bytes; `nil` if there is no file.
    static func read(_ path: String, first most: Int = .max) throws(StoreError) -> [UInt8]? {
        // Opening a FIFO would block without O_NONBLOCK.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ELOOP || errno == ENXIO { throw StoreError(.damaged, "\(path) is not a regular file") }
            throw .system("open", path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system("read", path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw StoreError(.damaged, "\(path) is not a regular file") }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: min(most, Int(status.st_size))) { buffer, count in
            while count < buffer.count {
                let more = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                if more < 0, errno == EINTR { continue }
                if more < 0 { failure = errno }
                guard more > 0 else { return }
                count += more
            }
        }
        guard failure == 0 else { throw .system("read", path, failure) }
        return bytes
    }

    /// The names in a directory, sorted; empty if it cannot be read.
    static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Whether there is a file, folder or link of that name.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// - Throws: `damaged` if there is something other than a regular file at the path.
    static func checkRegular(_ path: String) throws(StoreError) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        throw StoreError(.damaged, "\(path) is not a regular file")
    }

    static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
