import FasciaModel
import FasciaWire

/// The whole panel as of one row of the journal, stored in a file of its own.
struct JournalSnapshot: Sendable {
    var epoch: String
    /// The key of the last row that the panel contains.
    var key: RowKey
    var time: Timestamp
    var panel: Panel
    /// The owners of the panel's parts.
    var owners = PartOwners()
    /// The screens that have an app behind them.
    var apps: [String]

    fileprivate static let magic: UInt64 = 0x5041_4E53_4353_4146  // "FASCSNAP"
    fileprivate static let version: UInt64 = 3
    /// The header consists of words of eight bytes: magic number, version, checksum, key, time, and the lengths of the epoch,
    /// the apps and the owners.
    fileprivate static let headerBytes = 64

    /// Writes the file atomically, and makes it durable.
    ///
    /// - Returns: the size of the file, in bytes.
    func write(to path: String, disk: Disk) throws(StoreError) -> Int {
        // A screen's id contains no line feed.
        let lines = Array(apps.joined(separator: "\n").utf8)
        let owners = owners.archive
        var body: [UInt8] = Array(epoch.utf8) + lines + owners
        body += panel.archive
        var rest: [UInt8] = []
        let times = [UInt64(bitPattern: key.rawValue), UInt64(bitPattern: Int64(time.milliseconds))]
        for word in times + [epoch.utf8.count, lines.count, owners.count].map(UInt64.init) {
            withUnsafeBytes(of: word.littleEndian) { rest += $0 }
        }
        let sum = Self.checksum(version: Self.version, header: rest, body: body[...])
        var header: [UInt8] = []
        for word in [Self.magic, Self.version, sum] { withUnsafeBytes(of: word.littleEndian) { header += $0 } }
        header += rest
        let result: Result<Void, StoreError> = header.withUnsafeBytes { header in
            body.withUnsafeBytes { body in
                do throws(StoreError) { return .success(try disk.replace(path, with: [header, body])) } catch {
                    return .failure(error)
                }
            }
        }
        try result.get()
        return header.count + body.count
    }

    /// The checksum of the version and of everything after the checksum. It has the same place in every version, so that a
    /// damaged version number is not taken for a newer version.
    fileprivate static func checksum(version: UInt64, header: [UInt8], body: ArraySlice<UInt8>) -> UInt64 {
        var seed = withUnsafeBytes(of: version.littleEndian) { Checksum.of($0) }
        seed = header.withUnsafeBytes { Checksum.of($0, seed: seed) }
        return body.withUnsafeBytes { Checksum.of($0, seed: seed) }
    }
}

extension JournalSnapshot {
    /// - Throws: `newer` for the file of a newer version; `damaged` if it is not a sound snapshot.
    init(path: String, limits: Limits) throws(StoreError) {
        guard let bytes = try Disk.read(path), bytes.count >= Self.headerBytes else {
            throw StoreError(.damaged, "\(path) is not a snapshot: it is too short")
        }
        func word(_ index: Int) -> UInt64 {
            bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)) }
        }
        guard word(0) == Self.magic else { throw StoreError(.damaged, "\(path) is not a snapshot") }
        let body = bytes[Self.headerBytes...]
        guard Self.checksum(version: word(1), header: Array(bytes[24..<Self.headerBytes]), body: body) == word(2) else {
            throw StoreError(.damaged, "\(path) is damaged: its checksum is wrong")
        }
        guard word(1) <= Self.version else {
            throw StoreError.newer(path, version: Int(clamping: word(1)), supported: Int(Self.version))
        }
        guard word(1) == Self.version else {
            throw StoreError(.damaged, "\(path) was written by an unreleased fasciad (version \(word(1)))")
        }
        var rest = body
        /// The next part of the body, whose length is this word of the header.
        func part(_ index: Int) throws(StoreError) -> ArraySlice<UInt8> {
            guard let count = Int(exactly: word(index)), count <= rest.count else {
                throw StoreError(.damaged, "\(path) is damaged: a length in its header is wrong")
            }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        epoch = String(decoding: try part(5), as: UTF8.self)
        apps = String(decoding: try part(6), as: UTF8.self).split(separator: "\n").map(String.init)
        let owned = try part(7)
        key = RowKey(rawValue: Int64(bitPattern: word(3)))
        time = Timestamp(milliseconds: Int(truncatingIfNeeded: word(4)))
        let result: Result<(Panel, PartOwners), ArchiveError> = rest.withUnsafeBytes { archive in
            owned.withUnsafeBytes { owned in
                do throws(ArchiveError) {
                    return .success((try Panel(archive: archive, limits: limits), try PartOwners(archive: owned)))
                } catch {
                    return .failure(error)
                }
            }
        }
        do throws(ArchiveError) { (panel, owners) = try result.get() } catch {
            throw StoreError(.damaged, "cannot read \(path): \(error.message)")
        }
    }
}
