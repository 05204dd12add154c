import CLinux
import Glibc

/// The system calls of the store that can fail or take long, so that tests can make them fail and wait.
public struct Disk: Sendable {
    /// Makes what was written to a file survive the loss of power. An error number, or 0.
    public var sync: @Sendable (_ descriptor: Int32) -> Int32
    /// Makes a file that many bytes long, with space on the disk for all of them. An error number, or 0.
    public var allocate: @Sendable (_ descriptor: Int32, _ bytes: Int) -> Int32
    /// Appends bytes to a file. How many, or -1 with `errno`.
    public var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    /// The bytes that are free on a copy-on-write file system, where overwriting takes space, too. `nil` on others.
    public var room: @Sendable (_ descriptor: Int32) -> Int?

    public init(
        sync: @escaping @Sendable (Int32) -> Int32 = Disk.systemSync,
        allocate: @escaping @Sendable (Int32, Int) -> Int32 = Disk.systemAllocate,
        write: @escaping @Sendable (Int32, UnsafeRawBufferPointer) -> Int = Disk.systemWrite,
        room: @escaping @Sendable (Int32) -> Int? = Disk.systemRoom
    ) {
        self.room = room
        self.sync = sync
        self.allocate = allocate
        self.write = write
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

    /// btrfs, bcachefs and ZFS, by the numbers in statfs(2).
    private static let copyOnWrite: Set<UInt32> = [0x9123_683E, 0xCA45_1A4E, 0x2FC1_2FC1]

    @Sendable public static func systemRoom(_ descriptor: Int32) -> Int? {
        var status = statfs()
        guard fstatfs(descriptor, &status) == 0, copyOnWrite.contains(UInt32(truncatingIfNeeded: status.f_type)) else {
            return nil
        }
        return Int(status.f_bavail) * Int(status.f_bsize)
    }

    // MARK: - Whole files

    /// Makes a file with this content, or none at all: it has its name only when it is whole and on the disk.
    func replace(_ path: String, with parts: [UnsafeRawBufferPointer]) throws(StoreError) {
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system("make", temporary) }
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

    /// Writes all of it, however little is taken at a time. An error number, or 0.
    func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes
        while !rest.isEmpty {
            let count = write(descriptor, rest)
            guard count > 0 || count < 0 && errno == EINTR else { return count == 0 ? ENOSPC : errno }
            rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
        }
        return 0
    }

    /// A new name lasts only when its directory has reached the disk.
    func syncDirectory(of path: String) throws(StoreError) {
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("open", directory) }
        defer { close(descriptor) }
        // Not by way of `sync`: some file systems have nothing to say to it, and that is no failure.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .system("write", directory) }
    }

    /// A whole file, or the first bytes of it; `nil` where there is none.
    static func read(_ path: String, first most: Int = .max) throws(StoreError) -> [UInt8]? {
        // A FIFO in its place must not hang the start.
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
        let bytes = [UInt8](unsafeUninitializedCapacity: min(most, Int(status.st_size))) { room, count in
            while count < room.count {
                let more = Glibc.read(descriptor, room.baseAddress.map { $0 + count }, room.count - count)
                if more < 0, errno == EINTR { continue }
                if more < 0 { failure = errno }
                guard more > 0 else { return }
                count += more
            }
        }
        guard failure == 0 else { throw .system("read", path, failure) }
        return bytes
    }

    /// The names in a directory, in order.
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

    /// Whether there is something of that name, whatever it is.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// - Throws: `damaged` where something is there that is not a regular file.
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
