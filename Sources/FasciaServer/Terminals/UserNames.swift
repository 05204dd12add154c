import FasciaAccess
import Glibc

/// The names of this machine's users.
final class UserNames {
    private var names: [Int: String] = [:]
    /// Of the file with these names: a number may be somebody else's by now.
    private var version: [Int] = []
    private let file: String

    init(file: String = "/etc/passwd") { self.file = file }

    /// The name of a user, or `uid 1000`. Only the file is read: a directory service may take seconds to answer.
    func name(of uid: Int) -> String {
        var status = stat()
        let version = stat(file, &status) == 0 ? [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec] : []
        if version != self.version { (names, self.version) = ([:], version) }
        if let name = names[uid] { return name }
        let name = knownName(of: uid) ?? "uid \(uid)"
        names[uid] = name
        return name
    }

    /// The name of a user; `nil` if the file has none.
    func knownName(of uid: Int) -> String? { UInt32(exactly: uid).flatMap { Accounts.name(of: $0, in: file) } }
}
