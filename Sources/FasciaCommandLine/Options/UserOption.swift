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
        guard let user = getpwnam(name) else {
            throw ValidationError("there is no user \"\(name)\": give a user name, a uid, or me")
        }
        return Int(user.pointee.pw_uid)
    }
}

/// The names of users, each looked up once: a history has thousands of lines.
enum UserLookup {
    private static let known = Mutex<[Int: String]>([:])

    /// The name of a user; the uid if there is none.
    static func name(of uid: Int) -> String {
        known.withLock { known in
            if let name = known[uid] { return name }
            let name = uid_t(exactly: uid).flatMap(getpwuid).map { String(cString: $0.pointee.pw_name) } ?? "uid \(uid)"
            known[uid] = name
            return name
        }
    }
}

extension EventText {
    static func line(_ event: JSON) -> String { line(event, UserLookup.name) }
    static func cause(_ cause: JSON) -> String { Self.cause(cause, UserLookup.name) }
}
