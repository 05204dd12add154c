import FasciaModel
import FasciaWire

/// Changes of some things need the approval of somebody else. If several rules name a thing, an approver must satisfy all of them:
/// one more rule never makes it easier.
package struct ApprovalRule: Hashable, Sendable {
    package enum Approver: Hashable, Sendable {
        /// Users whose rights to the thing are those of this role, or more.
        case role(Role)
        case user(UInt32)
        case group(UInt32)
        /// What a user or group that does not exist stands for.
        case nobody
    }

    package var on: Globs
    package var approver = Approver.nobody
    /// As it is written, such as `role:admin`.
    package var name = ""
    /// In milliseconds: how long a request waits.
    package var within = 600_000
    package var line: Int

    /// The kinds of things that somebody requests.
    package static let kinds: [Resource.Kind] = [.option, .picker, .value, .action]

    package init(on: Globs, line: Int) { (self.on, self.line) = (on, line) }

    package func isMet(by identity: Identity, _ rights: Rights, for thing: Resource) -> Bool {
        switch approver {
        case .role(let role): rights.allows(role.right, nil, thing)
        case .user(let uid): identity.uid == uid
        case .group(let gid): identity.groups.contains(gid)
        case .nobody: false
        }
    }
}

extension AccessFile {
    package func approvals(of thing: Resource) -> [ApprovalRule] {
        guard ApprovalRule.kinds.contains(thing.kind) else { return [] }
        return approvals.filter { $0.on.matches(thing) }
    }
}
