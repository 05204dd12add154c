import Glibc

/// Says under which start of the machine a state was last in use and was not closed: a file in the state directory.
///
/// What is acknowledged is in the kernel's hands and survives every end of the process, but only what is `durable` has
/// reached the disk. Where the machine itself has gone down since, something may be missing that others have seen, however
/// whole all looks; nothing else would tell.
struct BootMark {
    let path: String
    /// Names this start of the machine (`/proc/sys/kernel/random/boot_id`); empty where that is not known.
    let boot: String

    /// What this machine calls its present start.
    static let present: String = {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 10 }, as: UTF8.self)
    }()

    /// Whether the state was in use, and not closed, when the machine went down.
    func machineWentDown() throws(StoreError) -> Bool {
        guard !boot.isEmpty, let bytes = try Disk.read(path, first: 256) else { return false }
        return String(decoding: bytes, as: UTF8.self) != boot
    }

    /// The state is in use from now on.
    func set(_ disk: Disk) throws(StoreError) {
        guard !boot.isEmpty, try Disk.read(path, first: 256) != Array(boot.utf8) else { return }
        let result: Result<Void, StoreError> = Array(boot.utf8).withUnsafeBytes { bytes in
            do throws(StoreError) { return .success(try disk.replace(path, with: [bytes])) } catch { return .failure(error) }
        }
        try result.get()
    }

    /// All of it is on the disk, and nobody uses it any more.
    func clear(_ disk: Disk) {
        guard unlink(path) == 0 else { return }
        // Where this fails the mark is there again after a loss of power, which is on the safe side.
        try? disk.syncDirectory(of: path)
    }
}
