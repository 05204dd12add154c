import CFasciaPlugin
import Glibc

/// What is read of a shared object without the dynamic linker, which would run its code.
///
/// The layout is that of the System V ABI, "Object Files": `Elf64_Ehdr` and `Elf64_Phdr`. Whatever is not a 64-bit ELF
/// file of this machine's byte order is left to the dynamic linker, which refuses it in words.
enum ElfFile {
    private static let headerSize = 64
    private static let segmentSize = 56
    private static let loadable: UInt32 = 1
    private static let dynamic: UInt32 = 2
    /// `DT_STRTAB`, `DT_STRSZ`
    private static let (stringTable, stringTableSize): (UInt64, UInt64) = (5, 10)
    /// No table of names is as long; what says so is no plugin.
    private static let longestTable: UInt64 = 64 << 20

    /// The one thing about a shared object that the dynamic linker does not check: that the file is as long as its
    /// headers say. Of a file that was cut short (a full disk, a copy in progress) it would map pages that are not there,
    /// and the process would die of SIGBUS.
    ///
    /// - Throws: `notASharedObject` if a part that would be mapped is not in the file.
    static func check(path: String, plugin: String) throws(PluginError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw PluginError(
                .notASharedObject,
                "plugin \"\(plugin)\" is not loaded: \(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return }
        let available = UInt64(clamping: status.st_size)
        guard let needed = bytesNeeded(descriptor), needed > available else { return }
        throw PluginError(
            .notASharedObject,
            "plugin \"\(plugin)\" is not loaded: \(path) was cut short: it has \(available) bytes, and its headers "
                + "speak of \(needed); build or copy it again")
    }

    /// Whether this is a shared object that has a symbol of the entry's name: what is no plugin has not, and what has is
    /// looked at closely when it is loaded.
    static func namesEntry(path: String) -> Bool {
        // Not to wait for a writer, should it be a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard let segments = segments(descriptor)?.read,
            let place = segments.first(where: { $0.type == dynamic }),
            let entries = read(descriptor, place.length, at: place.offset)
        else { return false }
        var (address, length): (UInt64?, UInt64?)
        for entry in stride(from: 0, to: entries.count - 15, by: 16) {
            switch entries.number(at: entry, UInt64.self) {
            case stringTable: address = entries.number(at: entry + 8, UInt64.self)
            case stringTableSize: length = entries.number(at: entry + 8, UInt64.self)
            default: break
            }
        }
        guard let address, let length,
            let home = segments.first(where: { $0.type == loadable && $0.holds(address) }),
            let names = read(descriptor, length, at: home.offset &+ (address - home.address))
        else { return false }
        // A name may be the end of a longer one, so that only what follows it is sure.
        return names.contains(Array(FASCIA_ENTRY_SYMBOL.utf8) + [0])
    }

    /// Where the last part that would be mapped ends; `nil` if this is no such file.
    private static func bytesNeeded(_ descriptor: CInt) -> UInt64? {
        guard let table = segments(descriptor) else { return nil }
        var needed = table.end
        for segment in table.read ?? [] where segment.type == loadable {
            let end = segment.offset.addingReportingOverflow(segment.length)
            needed = max(needed, end.overflow ? .max : end.partialValue)
        }
        return needed
    }

    /// `Elf64_Phdr`
    private struct Segment {
        var type: UInt32
        var offset, address, length: UInt64

        func holds(_ address: UInt64) -> Bool { address >= self.address && address - self.address < length }
    }

    /// The table of segments, where it is in the file, and where it ends or would end; `nil` if this is no such file.
    private static func segments(_ descriptor: CInt) -> (read: [Segment]?, end: UInt64)? {
        guard let header = read(descriptor, UInt64(headerSize), at: 0) else { return nil }
        let native: UInt8 = 1.littleEndian == 1 ? 1 : 2
        guard header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, native]) else { return nil }
        let table = header.number(at: 32, UInt64.self)
        let length = UInt64(header.number(at: 56, UInt16.self)) * UInt64(segmentSize)
        guard header.number(at: 54, UInt16.self) == segmentSize, off_t(exactly: table) != nil else { return nil }
        let end = table.addingReportingOverflow(length)
        guard !end.overflow else { return (nil, .max) }
        guard let bytes = read(descriptor, length, at: table) else { return (nil, end.partialValue) }
        let segments = stride(from: 0, to: bytes.count, by: segmentSize).map { place in
            Segment(
                type: bytes.number(at: place, UInt32.self), offset: bytes.number(at: place + 8, UInt64.self),
                address: bytes.number(at: place + 16, UInt64.self), length: bytes.number(at: place + 32, UInt64.self))
        }
        return (segments, end.partialValue)
    }

    /// So many bytes, or nothing.
    private static func read(_ descriptor: CInt, _ length: UInt64, at offset: UInt64) -> [UInt8]? {
        guard length <= longestTable, let offset = off_t(exactly: offset) else { return nil }
        let count = Int(length)
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, offset))
        }
        return bytes.count == count ? bytes : nil
    }
}

extension [UInt8] {
    fileprivate func number<Number: FixedWidthInteger>(at offset: Int, _: Number.Type) -> Number {
        withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }
}
