import CLinux
import Glibc

/// The file behind the tail: a page that says what it is, and the ring.
final class TailFile: Sendable {
    let path: String
    let memory: TailMemory
    let descriptor: Int32

    static let page = 4_096
    fileprivate static let magic: UInt64 = 0x4C49_4154_4353_4146  // "FASCTAIL"
    /// 1: each record by itself. 2: several under one header. 3: with a checksum that is made in four lanes.
    /// 4: packed.
    static let version: UInt64 = 4

    /// What the first page says.
    struct Identity: Hashable {
        var version: UInt64
        var capacity: UInt64
        var epoch: String
    }

    /// Opens the tail, or makes one.
    ///
    /// - Parameters:
    ///   - capacity: bytes of a new one; one that is there keeps its own.
    ///   - epoch: of which state it is to be the tail.
    /// - Throws: `newer`; `damaged` for what is no tail, or not of this epoch; `refused` where there is no room.
    init(path: String, capacity: Int, epoch: String, disk: Disk) throws(StoreError) {
        if Disk.exists(path) {
            // An older one can be read as it is, but what is written to it from now on can not be read by a program
            // of then: it must say so.
            if let identity = try Self.identity(of: path), identity.version < Self.version {
                try Self.rewrite(path, disk) { $0.version = Self.version }
            }
        } else {
            try Self.make(path, capacity: capacity, epoch: epoch, disk: disk)
        }
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .system("open", path) }
        var status = stat()
        let isOpen = fstat(descriptor, &status) == 0
        // What is no tail, or a newer one, is left as it is, to the byte and to its time.
        if isOpen, let identity = try? Self.identity(of: path), identity.version == Self.version,
            identity.capacity == UInt64(max(0, Int(status.st_size) - Self.page))
        {
            Self.split(descriptor, bytes: Int(status.st_size))
        }
        guard isOpen, status.st_size > Self.page,
            let start = mmap(nil, Int(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
            start != MAP_FAILED
        else {
            close(descriptor)
            throw StoreError(.damaged, "\(path) is no tail of a journal: it is \(status.st_size) bytes long")
        }
        let count = Int(status.st_size)
        // What has to be read again is read page by page, too.
        madvise(start, count, MADV_RANDOM)
        self.path = path
        self.descriptor = descriptor
        memory = TailMemory(mapped: start, count: count)
        let identity = Identity(at: start)
        guard let identity else { throw StoreError(.damaged, "\(path) is no tail of a journal, or its first page is damaged") }
        try identity.checkVersion(path)
        guard identity.capacity == UInt64(count - Self.page) else {
            throw StoreError(
                .damaged, "\(path) is not whole: it is \(count) bytes long, and was \(UInt64(Self.page) + identity.capacity)")
        }
        guard identity.epoch == epoch else {
            throw StoreError(.damaged, "\(path) is the tail of another journal (\(identity.epoch), not \(epoch))")
        }
    }

    deinit { close(descriptor) }

    /// Whether it has no name any more: what is written there is gone with the process.
    var isRemoved: Bool { linux_names(descriptor) == 0 }

    /// The epoch that a tail is of, as far as it can be read. For when the database cannot.
    static func epoch(of path: String) throws(StoreError) -> String? {
        try identity(of: path)?.epoch
    }

    private static func identity(of path: String) throws(StoreError) -> Identity? {
        guard let bytes = try Disk.read(path, first: page), bytes.count == page else { return nil }
        return bytes.withUnsafeBytes { $0.baseAddress.flatMap { Identity(at: $0) } }
    }

    /// Changes what the first page says, and nothing else; it is one or the other whatever happens meanwhile.
    static func rewrite(_ path: String, _ disk: Disk, _ change: (inout Identity) -> Void) throws(StoreError) {
        guard var identity = try identity(of: path), let bytes = try Disk.read(path), bytes.count > page else { return }
        change(&identity)
        let first = identity.page
        let result: Result<Void, StoreError> = first.withUnsafeBytes { first in
            bytes.withUnsafeBytes { bytes in
                do throws(StoreError) {
                    return .success(
                        try disk.replace(path, with: [first, UnsafeRawBufferPointer(rebasing: bytes[page...])]))
                } catch { return .failure(error) }
            }
        }
        try result.get()
    }

    private static func make(_ path: String, capacity: Int, epoch: String, disk: Disk) throws(StoreError) {
        let temporary = path + ".new"
        let descriptor = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system("make", temporary) }
        defer { close(descriptor) }
        var code = disk.allocate(descriptor, page + capacity)
        if code == 0 {
            let first = Identity(version: version, capacity: UInt64(capacity), epoch: epoch).page
            code = first.withUnsafeBytes { disk.append($0, to: descriptor) }
        }
        // Written once, or the file system would have something of its own to note down, and to wait for, with each sync
        // of a part that has not been.
        if code == 0 {
            let zeros = [UInt8](repeating: 0, count: capacity)
            code = zeros.withUnsafeBytes { disk.append($0, to: descriptor) }
        }
        if code == 0 { code = disk.sync(descriptor) }
        guard code == 0, rename(temporary, path) == 0 else {
            let reason = code == 0 ? errno : code
            unlink(temporary)
            throw .system("make room for \(capacity >> 20) MiB in", path, reason)
        }
        try disk.syncDirectory(of: path)
    }
}

extension TailFile.Identity {
    /// - Throws: `newer`.
    func checkVersion(_ path: String) throws(StoreError) {
        guard version <= TailFile.version else {
            throw StoreError(
                .newer, "\(path) was written by a newer fasciad (version \(version), and this one knows "
                    + "\(TailFile.version)): start that one, or choose another state directory")
        }
    }

    /// Magic number, version, capacity, the length of the epoch, the epoch; a checksum at the end.
    fileprivate var page: [UInt8] {
        var bytes: [UInt8] = []
        for word in [TailFile.magic, version, capacity, UInt64(epoch.utf8.count)] {
            withUnsafeBytes(of: word.littleEndian) { bytes += $0 }
        }
        bytes += Array(epoch.utf8).prefix(256)
        bytes += Array(repeating: 0, count: TailFile.page - 8 - bytes.count)
        let sum = bytes.withUnsafeBytes { Checksum.of($0) }
        withUnsafeBytes(of: sum.littleEndian) { bytes += $0 }
        return bytes
    }

    init?(at start: UnsafeRawPointer) {
        func word(_ index: Int) -> UInt64 { UInt64(littleEndian: start.load(fromByteOffset: 8 * index, as: UInt64.self)) }
        let last = TailFile.page / 8 - 1
        guard word(0) == TailFile.magic, word(3) <= 256,
            word(last) == Checksum.of(UnsafeRawBufferPointer(start: start, count: TailFile.page - 8))
        else { return nil }
        version = word(1)
        capacity = word(2)
        epoch = String(decoding: UnsafeRawBufferPointer(start: start + 32, count: Int(word(3))), as: UTF8.self)
    }
}
