import CFasciaPlugin
import Glibc

/// Reads a shared object without the dynamic linker, which would run its code.
///
/// The layout is that of the System V ABI, "Object Files": `Elf64_Ehdr` and `Elf64_Phdr`. Files other than 64-bit ELF
/// files of this machine's byte order are left to the dynamic linker, which refuses them with a message.
enum ElfFile {
    private static let headerSize = 64
    private static let segmentSize = 56
    private static let loadable: UInt32 = 1
    private static let dynamic: UInt32 = 2
    /// `DT_STRTAB`, `DT_STRSZ`
    private static let (stringTable, stringTableSize): (UInt64, UInt64) = (5, 10)
    private static let neededLibrary: UInt64 = 1
    /// `DT_RUNPATH`, `DT_RPATH`
    private static let (runPath, oldRunPath): (UInt64, UInt64) = (29, 15)
    /// An upper bound, in bytes, for the tables that are read. No plugin has longer ones.
    private static let longestTable: UInt64 = 64 << 20
    /// The same for a name or a list of directories.
    private static let longestName: UInt64 = 4096

    /// Checks that the file is as long as its headers say, which the dynamic linker does not do. It would map pages
    /// that a truncated file (a full disk, a copy in progress) does not have, and the process would die of SIGBUS.
    ///
    /// - Throws: `notASharedObject` if the file cannot be read, or is shorter than its headers require.
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

    /// Whether this is a shared object whose string table contains the name of the entry function. Other libraries do
    /// not contain it; a file that does is checked fully when it is loaded.
    static func mentionsEntrySymbol(path: String) -> Bool {
        // A name can share the end of a longer one in the table, so only the NUL after it is certain.
        guard let names = names(path: path) else { return false }
        let symbol = Array(FASCIA_ENTRY_SYMBOL.utf8)
        return names.indices.contains { end in
            names[end] == 0 && end >= symbol.count && names[end - symbol.count..<end].elementsEqual(symbol)
        }
    }

    /// What the dynamic linker reads of an object to find its libraries.
    struct Linking {
        /// The names of the libraries that the object needs.
        var needed: [String]
        /// The lists of directories where they are, separated by colons, as its author gave them to the linker.
        var runPaths: [String]
    }

    /// - Returns: `nil` if this is not such an ELF file.
    static func linking(path: String) -> Linking? {
        reading(path) { descriptor in
            guard let section = dynamicSection(descriptor) else { return nil }
            func strings(_ tags: UInt64...) -> [String] {
                section.entries.filter { tags.contains($0.tag) && $0.value < section.length }.map { entry in
                    let longest = min(longestName, section.length - entry.value)
                    let bytes = read(descriptor, longest, at: section.offset &+ entry.value) ?? []
                    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
            }
            return Linking(needed: strings(neededLibrary), runPaths: strings(runPath, oldRunPath))
        }
    }

    /// All names in the object; `nil` if this is not such an ELF file.
    private static func names(path: String) -> [UInt8]? {
        reading(path) { descriptor in
            guard let section = dynamicSection(descriptor) else { return nil }
            return read(descriptor, section.length, at: section.offset)
        }
    }

    private static func reading<Content>(_ path: String, _ content: (CInt) -> Content?) -> Content? {
        // O_NONBLOCK: opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return content(descriptor)
    }

    /// The entries of the dynamic section, and where its string table is in the file.
    private struct DynamicSection {
        var entries: [(tag: UInt64, value: UInt64)]
        var offset, length: UInt64
    }

    private static func dynamicSection(_ descriptor: CInt) -> DynamicSection? {
        guard let segments = segments(descriptor)?.read,
            let place = segments.first(where: { $0.type == dynamic }),
            let section = read(descriptor, place.length, at: place.offset)
        else { return nil }
        let entries = stride(from: 0, to: section.count - 15, by: 16).map {
            (tag: section.number(at: $0, UInt64.self), value: section.number(at: $0 + 8, UInt64.self))
        }
        guard let address = entries.last(where: { $0.tag == stringTable })?.value,
            let length = entries.last(where: { $0.tag == stringTableSize })?.value,
            let home = segments.first(where: { $0.type == loadable && $0.holds(address) })
        else { return nil }
        return DynamicSection(entries: entries, offset: home.offset &+ (address - home.address), length: length)
    }

    /// The end of the last segment or header in the file; `nil` if this is not such an ELF file.
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

    /// The segments, `nil` if the file is too short to read them, and the end of their table in the file. `nil` if this
    /// is not such an ELF file.
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

    /// Reads exactly `length` bytes; `nil` if there are fewer.
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
