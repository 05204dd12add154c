import Glibc

/// The one thing about a shared object that the dynamic linker does not check: that the file is as long as its headers
/// say. Of a file that was cut short (a full disk, a copy in progress) it would map pages that are not there, and the
/// process would die of SIGBUS.
///
/// The layout is that of the System V ABI, "Object Files": `Elf64_Ehdr` and `Elf64_Phdr`. Whatever is not a 64-bit ELF
/// file of this machine's byte order is left to the dynamic linker, which refuses it in words.
enum ElfFile {
    private static let headerSize = 64
    private static let segmentSize = 56
    private static let loadable: UInt32 = 1

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

    /// Where the last part that would be mapped ends; `nil` if this is no such file.
    private static func bytesNeeded(_ descriptor: CInt) -> UInt64? {
        guard let header = read(descriptor, headerSize, at: 0) else { return nil }
        let native: UInt8 = 1.littleEndian == 1 ? 1 : 2
        guard header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, native]) else { return nil }
        let table = header.number(at: 32, UInt64.self)
        let count = Int(header.number(at: 56, UInt16.self))
        guard header.number(at: 54, UInt16.self) == segmentSize, let start = off_t(exactly: table) else { return nil }
        let end = table.addingReportingOverflow(UInt64(count * segmentSize))
        guard !end.overflow else { return .max }
        guard let segments = read(descriptor, count * segmentSize, at: start) else { return end.partialValue }
        var needed = end.partialValue
        for segment in 0..<count where segments.number(at: segment * segmentSize, UInt32.self) == loadable {
            let offset = segments.number(at: segment * segmentSize + 8, UInt64.self)
            let length = segments.number(at: segment * segmentSize + 32, UInt64.self)
            let end = offset.addingReportingOverflow(length)
            needed = max(needed, end.overflow ? .max : end.partialValue)
        }
        return needed
    }

    private static func read(_ descriptor: CInt, _ count: Int, at offset: off_t) -> [UInt8]? {
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
