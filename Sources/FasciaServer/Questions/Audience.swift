import FasciaAccess

/// To whom a question is addressed.
enum Audience: Hashable {
    case user(UInt32)
    case group(UInt32)
    case terminal(Int)

    /// What is wrong with an address, in words for people.
    struct Failure: Error {
        let message: String
    }

    /// - Parameter text: `user:NAME`, `group:NAME` or `terminal:NUMBER`; numbers are names, too.
    init(_ text: String) throws(Failure) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts.count == 2 ? parts[1] : ""
        switch parts[0] {
        case "user" where !name.isEmpty:
            guard let uid = UInt32(name) ?? Accounts.ofMachine().users[name]?.uid else {
                throw Failure(message: "there is no user \"\(name)\"")
            }
            self = .user(uid)
        case "group" where !name.isEmpty:
            guard let gid = UInt32(name) ?? Accounts.ofMachine().groups[name]?.gid else {
                throw Failure(message: "there is no group \"\(name)\"")
            }
            self = .group(gid)
        case "terminal":
            guard let number = Int(name), number > 0 else {
                throw Failure(message: "\"\(name)\" is no number of a terminal: daemon.status lists them")
            }
            self = .terminal(number)
        default: throw Failure(message: "\"\(text)\" is not user:NAME, group:NAME or terminal:NUMBER")
        }
    }
}
