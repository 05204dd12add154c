import Glibc

extension Disk {
    /// The disk that a process uses. It obeys a file that `FASCIA_DISK_FAULT` names, so that a test can make it fail and
    /// mend it while the daemon runs.
    ///
    /// The file has a line for each call that fails: `sync 5`, `write 28`, `allocate 28` with an error number; `short 7`
    /// makes each write take so many bytes at most; with `wait 1` a sync does not come back until somebody has opened the
    /// named pipe beside the file, `.gate`, to write. Without the file nothing fails.
    public static var ofProcess: Disk {
        if let path = getenv("FASCIA_DISK_FAULT").map({ String(cString: $0) }) { return .faulty(path) }
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
