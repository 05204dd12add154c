import ArgumentParser
import FasciaDocument
import FasciaWire
import Glibc
import Synchronization

/// The option `--by`: a user of this machine.
struct UserOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only what this user did: a user name, a uid, or me.", valueName: "user"),
        completion: .shellCommand("getent passwd | cut -d: -f1"), transform: UserOption.uid)
    var by: Int?

    var uid: Int? { by }

    @Sendable
    private static func uid(of name: String) throws -> Int {
        if name == "me" { return Int(getuid()) }
        if let uid = Int(name), uid >= 0 { return uid }
        guard let uid = UserLookup.uid(of: name) else {
            throw ValidationError("there is no user \"\(name)\": give a user name, a uid, or me")
        }
        return uid
    }
}

/// The names of users, each looked up once: a history has thousands of lines.
enum UserLookup {
    private static let known = Mutex<[Int: String]>([:])

    /// The name of a user; the uid if there is none.
    static func name(of uid: Int) -> String {
        known.withLock { known in
            if let name = known[uid] { return name }
            let name = knownName(of: uid) ?? "uid \(uid)"
            known[uid] = name
            return name
        }
    }

    /// The name of a user; `nil` if this machine has no such user.
    static func knownName(of uid: Int) -> String? {
        guard let uid = uid_t(exactly: uid) else { return nil }
        return entry({ getpwuid_r(uid, $0, $1, $2, $3) }) { String(cString: $0.pw_name) }
    }

    static func uid(of name: String) -> Int? { entry({ getpwnam_r(name, $0, $1, $2, $3) }) { Int($0.pw_uid) } }

    private typealias Find = (
        UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int, UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
    ) -> Int32

    /// What `body` makes of a user. The texts of the entry are in a buffer of its own: that of `getpwuid` belongs to all threads.
    ///
    /// - Parameter find: tells by `ERANGE` that the buffer is too small.
    private static func entry<Result>(_ find: Find, _ body: (passwd) -> Result) -> Result? {
        var size = 1_024
        while size <= 1 << 20 {
            let (code, result) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
                var entry = passwd()
                var found: UnsafeMutablePointer<passwd>?
                // Safe: a buffer that is not empty has an address.
                let code = find(&entry, buffer.baseAddress!, buffer.count, &found)
                return (code, found == nil ? nil : body(entry))
            }
            guard code == ERANGE else { return result }
            size *= 4
        }
        return nil
    }
}

extension EventText {
    static func line(_ event: JSON) -> String { line(event, UserLookup.name) }
    static func cause(_ cause: JSON) -> String { Self.cause(cause, UserLookup.name) }
}
