import Glibc

extension Disk {
    /// The disk that a process uses. With `FASCIA_TESTING`, tests can make it fail, and work again, through a file that the
    /// environment variable `FASCIA_DISK_FAULT` names.
    ///
    /// Each line of the file makes one call fail: `sync 5`, `write 28` and `allocate 28` with an error number. `short 7`
    /// limits each write to 7 bytes. `wait 1` blocks each sync until another process opens a named pipe for writing, whose
    /// path is that of the file with `.gate` appended. Without the file no call fails.
    public static var ofProcess: Disk {
        #if FASCIA_TESTING
            if let path = getenv("FASCIA_DISK_FAULT").map({ String(cString: $0) }) { return .faulty(path) }
        #endif
        return .system
    }

    private static func faulty(_ path: String) -> Disk {
        let number: @Sendable (String) -> Int? = { name in
            let bytes = ((try? read(path)) ?? nil) ?? []
            let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(name + " ") }
            return line.flatMap { Int($0.dropFirst(name.utf8.count + 1)) }
        }
        return Disk(
            sync: { descriptor in
                if number("wait") != nil { close(open(path + ".gate", O_RDONLY | O_CLOEXEC)) }
                return number("sync").map(Int32.init) ?? systemSync(descriptor)
            },
            allocate: { number("allocate").map(Int32.init) ?? systemAllocate($0, $1) },
            write: { descriptor, bytes in
                if let code = number("write") {
                    errno = Int32(code)
                    return -1
                }
                return systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(number("short") ?? .max)))
            })
    }
}
