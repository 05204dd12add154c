import Glibc

/// A record that is too long for the tail: it stands in a file of its own until it is in the database, and the tail has
/// its length and its checksum.
enum LargeRecord {
    static func path(_ sequence: UInt64, in directory: String) -> String { "\(directory)/\(prefix)\(sequence)" }
    static let prefix = "large-"

    /// The number of the record that a file of this name is for; `nil` for another file.
    static func sequence(of name: String) -> UInt64? {
        name.hasPrefix(prefix) ? UInt64(name.dropFirst(prefix.utf8.count)) : nil
    }

    /// The files that are there of some records.
    static func paths(_ sequences: Range<UInt64>, in directory: String) -> [String] {
        Disk.names(in: directory).compactMap { sequence(of: $0) }.filter { sequences.contains($0) }.map { path($0, in: directory) }
    }

    /// What stands in the tail.
    static func reference(to bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var reference: [UInt8] = []
        for word in [UInt64(bytes.count), Checksum.of(bytes)] {
            withUnsafeBytes(of: word.littleEndian) { reference += $0 }
        }
        return reference
    }

    /// - Throws: `damaged` where the file is not there, or not what was written.
    static func read(_ reference: UnsafeRawBufferPointer, _ path: String) throws(StoreError) -> [UInt8] {
        guard let bytes = try Disk.read(path), isWhole(bytes, reference) else { throw damaged(path) }
        return bytes
    }

    /// Whether these are the bytes that the tail refers to.
    static func isWhole(_ bytes: [UInt8], _ reference: UnsafeRawBufferPointer) -> Bool {
        reference.count == 16 && bytes.count == Int(UInt64(littleEndian: reference.loadUnaligned(as: UInt64.self)))
            && bytes.withUnsafeBytes({ Checksum.of($0) })
                == UInt64(littleEndian: reference.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    static func damaged(_ path: String) -> StoreError {
        StoreError(.damaged, "\(path) is not there, or not what was written")
    }
}
