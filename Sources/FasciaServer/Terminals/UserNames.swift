import Glibc

/// The names of this machine's users.
final class UserNames {
    private var names: [Int: String] = [:]
    private let file: String

    init(file: String = "/etc/passwd") { self.file = file }

    /// The name of a user, or `uid 1000`. Only the file is read: a directory service may take seconds to answer.
    func name(of uid: Int) -> String {
        if let name = names[uid] { return name }
        let name = knownName(of: uid) ?? "uid \(uid)"
        names[uid] = name
        return name
    }

    /// The name of a user; `nil` if the file has none.
    func knownName(of uid: Int) -> String? { listed(uid) }

    private func listed(_ uid: Int) -> String? {
        guard let file = fopen(file, "re") else { return nil }
        defer { fclose(file) }
        while let entry = fgetpwent(file) {
            if Int(entry.pointee.pw_uid) == uid { return String(cString: entry.pointee.pw_name) }
        }
        return nil
    }
}
