import FasciaWire
import FasciaYAML

/// What an access file says.
package struct AccessFile: Hashable, Sendable {
    /// A grant, and to whom.
    package struct GrantRule: Hashable, Sendable {
        /// All of them must hold.
        package var conditions: [AccessCondition]
        package var grant: Rights.Grant
        /// The users for whom the program with this grant may act; `nil` if for none.
        package var actsFor: [AccessCondition]?
    }

    /// What is never allowed, and to whom.
    package struct NeverRule: Hashable, Sendable {
        package var conditions: [AccessCondition]
        package var bar: Rights.Bar
    }

    package let path: String
    /// As it is written.
    private(set) var text = ""
    /// The accounts that its names stood for, including those that no longer exist.
    private var accounts = Accounts(users: [:], groups: [:])
    /// What is not as it should be.
    package private(set) var warnings: [Problem] = []
    package var grants: [GrantRule] = []
    package var never: [NeverRule] = []
    package var approvals: [ApprovalRule] = []
    /// What all connections of one user may have together.
    package var limits: [UserLimit: UserLimit.Value] = [:]
    /// For everybody whom no grant names; `nil` if they may not connect.
    package var `default`: Rights.Grant?

    package static let systemPath = "/etc/fascia/access.yaml"

    package init(path: String) { self.path = path }

    mutating func note(_ text: String, _ accounts: Accounts, _ warnings: [Problem]) {
        (self.text, self.accounts, self.warnings) = (text, accounts, warnings)
    }

    /// The same rules for the accounts that the machine has now. A grant to a user who no longer exists is for nobody, even if
    /// another user has the number. A rule that excludes such a user still excludes the number, so that nobody gains a right.
    package func with(_ accounts: Accounts) -> AccessParser.Outcome {
        AccessParser.parse(text, path: path, accounts: accounts, earlier: self.accounts)
    }

    /// What an identity may do; `nil` if it may not even connect.
    package func rights(of identity: Identity) -> Rights? {
        var granted = grants.filter { $0.conditions.holds(for: identity) }.map(\.grant)
        if granted.isEmpty, let `default` { granted = [`default`] }
        guard !granted.isEmpty else { return nil }
        let bars = never.filter { $0.conditions.holds(for: identity) }.map(\.bar)
        return Rights(granted, bars: bars).withOwnStacks(of: identity.uid)
    }

    /// The line of the grant that lets a program act for a user; `nil` if none does.
    package func lineThatLets(_ relay: Identity, actFor user: Identity) -> Int? {
        grants.first { $0.conditions.holds(for: relay) && $0.actsFor?.holds(for: user) == true }?.grant.line
    }

    /// The units that its grants name.
    package var units: [String] {
        grants.flatMap(\.conditions).compactMap { if case .unit(let unit) = $0 { unit.name } else { nil } }
    }

    /// The users that its grants name.
    package var uids: [UInt32] {
        grants.flatMap(\.conditions).compactMap { if case .user(let uid) = $0 { uid } else { nil } }
    }

    /// Whether an account of the machine may change the rights.
    func hasAdmin(among accounts: Accounts) -> Bool {
        var candidates = accounts.users.keys.compactMap { accounts.identity(of: $0) }
        for rule in grants {
            for condition in rule.conditions {
                // A user of a directory service, or a unit of the system.
                if case .user(let uid) = condition { candidates.append(Identity(uid: uid)) }
            }
        }
        return candidates.contains { rights(of: $0)?.areOfAdmin == true }
    }
}

extension [AccessCondition] {
    fileprivate func holds(for identity: Identity) -> Bool { allSatisfy { $0.holds(for: identity) } }
}
