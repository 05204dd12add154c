import FasciaModel

/// Who somebody is, as the kernel says.
package struct Identity: Hashable, Sendable {
    package var uid: UInt32
    /// All its groups.
    package var groups: Set<UInt32>
    /// The unit of the service manager that it runs in; `nil` if that is unknown.
    package var unit: String?

    package init(uid: UInt32, groups: Set<UInt32> = [], unit: String? = nil) {
        (self.uid, self.groups, self.unit) = (uid, groups, unit)
    }
}

/// Whom a rule is about.
package enum AccessCondition: Hashable, Sendable {
    case user(UInt32), notUser(UInt32)
    case group(UInt32), notGroup(UInt32)
    case unit(Unit), notUnit(Unit)
    /// What a user or group that does not exist stands for: `user` then means nobody, and `not-user` everybody.
    case nobody, everybody

    /// The name of a unit, with `*` for any text.
    package struct Unit: Hashable, Sendable {
        private let glob: Glob

        package init(_ name: String) { glob = Glob(name) }

        package var name: String { glob.pattern }

        func matches(_ unit: String?) -> Bool {
            guard var unit else { return false }
            return unit.withUTF8 { glob.matches($0) }
        }
    }

    package func holds(for identity: Identity) -> Bool {
        switch self {
        case .user(let uid): identity.uid == uid
        case .notUser(let uid): identity.uid != uid
        case .group(let gid): identity.groups.contains(gid)
        case .notGroup(let gid): !identity.groups.contains(gid)
        case .unit(let unit): unit.matches(identity.unit)
        case .notUnit(let unit): !unit.matches(identity.unit)
        case .nobody: false
        case .everybody: true
        }
    }
}
