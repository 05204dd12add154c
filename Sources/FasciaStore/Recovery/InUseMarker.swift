import Glibc

/// The file `in-use` in the state directory, which exists while a daemon uses the state. It holds the boot id of the machine
/// and the key of the last committed row, with a checksum.
///
/// It detects two kinds of loss. A commit survives the end of the process, but not a crash of the machine before the next
/// sync: changes that clients have seen may be missing then. And SQLite silently drops the end of a damaged write-ahead log.
struct InUseMarker: Sendable {
    var boot: String
    var last: RowKey

    /// The kernel's id of the present boot; empty if it is unknown.
    static let presentBoot = boot(
        file: "/proc/sys/kernel/random/boot_id", given: getenv("FASCIA_BOOT_ID").map { String(cString: $0) })

    /// - Parameters:
    ///   - file: where the kernel has it.
    ///   - given: by a service manager that hides the file, with or without dashes.
    static func boot(file: String, given: String?) -> String {
        func id(_ text: String) -> String? {
            let digits = Array(text.filter { $0 != "-" })
            guard digits.count == 32, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
            var parts: [Substring] = []
            var rest = String(digits)[...]
            for length in [8, 4, 4, 4, 12] {
                parts.append(rest.prefix(length))
                rest = rest.dropFirst(length)
            }
            return parts.joined(separator: "-").lowercased()
        }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return given.flatMap(id) ?? "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 10 }, as: UTF8.self)
        return id(text) ?? given.flatMap(id) ?? ""
    }

    /// - Returns: `nil` if there is no such file: the state was closed properly, or is new.
    /// - Throws: `damaged`
    init?(path: String) throws(StoreError) {
        guard let bytes = try Disk.read(path, first: 256) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let words = lines.count == 3 ? lines[1].split(separator: " ") : []
        guard words.count == 2, let last = Int64(words[0]) else {
            throw StoreError(.damaged, "\(path) is damaged: the last changes may be lost")
        }
        (boot, self.last) = (String(lines[0]), RowKey(rawValue: last))
        guard bytes == text else { throw StoreError(.damaged, "\(path) is damaged: the last changes may be lost") }
    }

    init(boot: String, last: RowKey) { (self.boot, self.last) = (boot, last) }

    /// Whether the machine was rebooted since the mark was made; `false` if the present boot is unknown.
    func isFromAnotherBoot(than settings: StoreSettings) -> Bool { !settings.boot.isEmpty && boot != settings.boot }

    /// The content of the file. It has the same length for every row, so that it can be overwritten in place.
    private var text: [UInt8] {
        let key = Self.digits(UInt64(bitPattern: last.rawValue), radix: 10, width: 20)
        return Array(boot.utf8) + [newline] + key + [space] + Self.digits(Checksum.of(key, seed: 0), radix: 16, width: 16) + [
            newline
        ]
    }

    private var newline: UInt8 { UInt8(ascii: "\n") }
    private var space: UInt8 { UInt8(ascii: " ") }

    private static func digits(_ value: UInt64, radix: UInt64, width: Int) -> [UInt8] {
        let symbols = Array("0123456789abcdef".utf8)
        var (text, rest) = ([UInt8](repeating: symbols[0], count: width), value)
        for index in text.indices.reversed() {
            text[index] = symbols[Int(rest % radix)]
            rest /= radix
        }
        return text
    }

    /// Makes the file durable, or overwrites an existing one in place, which needs no space on a full disk.
    ///
    /// - Returns: its descriptor, for `write`.
    func create(_ path: String, _ disk: Disk) throws(StoreError) -> Int32 {
        if !Disk.exists(path) { try replace(path, disk) }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .system("open", path) }
        write(to: descriptor)
        ftruncate(descriptor, off_t(text.count))
        return descriptor
    }

    private func replace(_ path: String, _ disk: Disk) throws(StoreError) {
        let result: Result<Void, StoreError> = text.withUnsafeBytes { bytes in
            do throws(StoreError) { return .success(try disk.replace(path, with: [bytes])) } catch { return .failure(error) }
        }
        try result.get()
    }

    /// Overwrites the file in place. Failures are ignored: a mark that names an older row raises no false alarm.
    func write(to descriptor: Int32) {
        let text = text
        _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// Removes the file. Call it when everything is durable and the state is no longer in use.
    static func remove(_ path: String, _ disk: Disk) {
        guard unlink(path) == 0 else { return }
        // If this fails, the file may be back after a power loss. The next start then only checks more than it needs to.
        try? disk.syncDirectory(of: path)
    }
}
