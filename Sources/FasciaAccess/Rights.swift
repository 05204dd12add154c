import FasciaModel
import FasciaWire

/// What one identity may do. Their order does not matter: the union of the grants, each less what it excepts, less what is
/// never allowed.
package struct Rights: Hashable, Sendable {
    /// Rights that were granted.
    package struct Grant: Hashable, Sendable {
        /// The role's rights; `nil` for a role that consists of methods alone.
        package var level: Role?
        /// Whether an author may carry out changes.
        package var binds = false
        /// Whether a request that changes something needs a reason.
        package var needsReason = false
        /// Methods beside those of the level.
        package var methods: [MethodRule] = []
        package var on = Globs.all
        package var except = Globs.none
        /// Where it is written; 0 for one without a file.
        package var line = 0

        package init(level: Role?) { self.level = level }
    }

    /// A method, and the things for which it is allowed.
    package struct MethodRule: Hashable, Sendable {
        package let method: String
        package let on: Globs
        private let glob: Glob

        package init(method: String, on: Globs) {
            (self.method, self.on) = (method, on)
            glob = Glob(method)
        }

        package func names(_ method: String) -> Bool {
            var method = method
            return method.withUTF8 { glob.matches($0) }
        }
    }

    /// What is never allowed.
    package struct Bar: Hashable, Sendable {
        /// This right and the higher ones.
        package var from: Right
        package var on: Globs
        package var line: Int

        package init(from: Right, on: Globs, line: Int) { (self.from, self.on, self.line) = (from, on, line) }
    }

    package var grants: [Grant]
    package var bars: [Bar] = []
    /// Those of the program that acts for the user: only what both may do is allowed. None or one.
    package private(set) var relay: [Rights] = []
    /// To the stacks that are made for terminals of the user; `nil` if a grant has them, or nothing may be operated.
    private var ownStacks: Grant?

    package init(_ grants: [Grant], bars: [Bar] = []) { (self.grants, self.bars) = (grants, bars) }

    /// What a program with other rights may do for a user with these. It may use the stacks that are made for that user.
    package func limited(to relay: Rights, for uid: UInt32) -> Rights {
        var rights = self
        rights.relay = [relay.withOwnStacks(of: uid)]
        return rights
    }

    /// Adds the right to navigate the stacks of the user's own terminals, for a user who may operate anything.
    func withOwnStacks(of uid: UInt32) -> Rights {
        let pattern = OwnStackName.pattern(of: uid)
        // Users whose rights are the same share what is made for them.
        guard let operating = grants.first(where: { $0.has(.operate) }),
            !grants.contains(where: { $0.givesAll(.operate, nil, of: pattern) })
        else { return self }
        var grant = Grant(level: .operator)
        (grant.on, grant.line) = (Globs([pattern.description]), operating.line)
        var rights = self
        rights.ownStacks = grant
        return rights
    }

    /// These rights without the one to the stacks of the user's own terminals. That one creates no stacks.
    package var withoutOwnStacks: Rights {
        var rights = self
        rights.ownStacks = nil
        rights.relay = relay.map(\.withoutOwnStacks)
        return rights
    }

    private var allGrants: [Grant] { ownStacks.map { grants + [$0] } ?? grants }

    /// All rights of a role, to everything.
    package init(everythingAs role: Role) {
        var grant = Grant(level: role)
        grant.binds = true
        self.init([grant])
    }

    /// Why something is allowed, or not.
    package enum Decision: Hashable, Sendable {
        /// By the grant in this line.
        case allowed(line: Int)
        case denied(Denial)

        package var isAllowed: Bool { if case .allowed = self { true } else { false } }
    }

    /// Decides about one thing.
    ///
    /// - Parameters:
    ///   - method: the method that needs the right; `nil` if none is called.
    ///   - subject: `nil` if the right to anything is enough.
    package func decide(_ right: Right, _ method: String?, _ subject: Resource?) -> Decision {
        let granted = allGrants.first { $0.gives(right, method, subject) }
        let bar = subject.flatMap { subject in bars.first { $0.from <= right && $0.on.matches(subject) } }
        guard let granted, bar == nil else { return .denied(denial(right, subject, bar: bar)) }
        for relay in relay {
            if case .denied(var denial) = relay.decide(right, method, subject) {
                denial.isOfRelay = true
                return .denied(denial)
            }
        }
        return .allowed(line: granted.line)
    }

    package func allows(_ right: Right, _ method: String? = nil, _ subject: Resource? = nil) -> Bool {
        decide(right, method, subject).isAllowed
    }

    /// The line of the grant that needs a reason for this; `nil` if another grant gives the right without one. Reading needs none.
    package func lineThatNeedsReason(_ right: Right, _ method: String?, _ subject: Resource) -> Int? {
        let relayed = relay.lazy.compactMap { $0.lineThatNeedsReason(right, method, subject) }.first
        guard right > .view, grants.contains(where: \.needsReason) else { return relayed }
        let giving = allGrants.filter { $0.gives(right, method, subject) }
        return giving.allSatisfy(\.needsReason) ? giving.first?.line ?? relayed : relayed
    }

    /// Whether a right holds for everything that an id with wildcards may name.
    package func allowsAll(_ right: Right, _ method: String?, of pattern: Resource) -> Bool {
        allGrants.contains { $0.givesAll(right, method, of: pattern) }
            && !bars.contains { $0.from <= right && $0.on.intersects(pattern) }
            && relay.allSatisfy { $0.allowsAll(right, method, of: pattern) }
    }

    /// Whether a right holds for everything there is.
    package func isUnlimited(_ right: Right) -> Bool {
        !bars.contains { $0.from <= right }
            && grants.contains { $0.has(right) && $0.on.isAll && $0.except.isEmpty }
            && relay.allSatisfy { $0.isUnlimited(right) }
    }

    /// Whether they can be used to change the rights.
    package var areOfAdmin: Bool { allows(.admin, nil, Resource(.daemon, "access")) }

    /// The highest role for anything.
    package var role: Role {
        let role = grants.compactMap(\.level).max() ?? .viewer
        return relay.reduce(role) { min($0, $1.role) }
    }

    private func denial(_ right: Right, _ subject: Resource?, bar: Bar?) -> Denial {
        var denial = Denial(right: right, subject: subject)
        denial.held = Right.allCases.last { allows($0, subject) }
        if let bar {
            denial.cause = .never(line: bar.line)
        } else if let subject, let grant = grants.first(where: { $0.has(right) && $0.on.matches(subject) }) {
            denial.cause = .excepted(line: grant.line)
        }
        return denial
    }

    private func allows(_ right: Right, _ subject: Resource?) -> Bool {
        allGrants.contains { $0.gives(right, nil, subject) }
            && !(subject.map { subject in bars.contains { $0.from <= right && $0.on.matches(subject) } } ?? false)
    }
}

extension Rights {
    /// A hash that is the same in each process, unlike Swift's. Where the rules are written is no part of it.
    package var fingerprint: String {
        // FNV-1a with 64 bits.
        String(text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }

    private var text: String {
        let grants = grants.map { grant in
            let level = grant.level?.rawValue ?? "none"
            let methods = grant.methods.map { [$0.method] + $0.on.patterns }
            return "\(level) \(grant.binds) \(grant.needsReason) \(methods) \(grant.on.patterns) \(grant.except.patterns)"
        }
        return "\(grants) \(bars.map { [$0.from.rawValue] + $0.on.patterns }) \(relay.map(\.text))"
    }
}

extension Rights.Grant {
    /// Whether it gives a right, to whatever it is about.
    fileprivate func has(_ right: Right) -> Bool {
        guard let level else { return false }
        return right == .bind ? level == .admin || level == .author && binds : level.right >= right
    }

    fileprivate func gives(_ right: Right, _ method: String?, _ subject: Resource?) -> Bool {
        guard let subject else { return has(right) || method.map { method in methods.contains { $0.names(method) } } == true }
        guard on.matches(subject), !except.matches(subject) else { return false }
        return has(right)
            || method.map { method in methods.contains { $0.names(method) && $0.on.matches(subject) } } == true
    }

    fileprivate func givesAll(_ right: Right, _ method: String?, of pattern: Resource) -> Bool {
        guard on.covers(pattern), !except.intersects(pattern) else { return false }
        return has(right)
            || method.map { method in methods.contains { $0.names(method) && $0.on.covers(pattern) } } == true
    }
}

extension Rights: Sight {
    /// An environment is seen with what it belongs to.
    package func sees(_ resource: Resource) -> Bool {
        guard resource.kind == .environment else { return allows(.view, nil, resource) }
        for (prefix, kind) in [("stack/", Resource.Kind.nav), ("screen/", .screen)] where resource.id.hasPrefix(prefix) {
            return allows(.view, nil, Resource(kind, String(resource.id.dropFirst(prefix.count))))
        }
        return true
    }

    package func seesAll(of pattern: Resource) -> Bool { allowsAll(.view, nil, of: pattern) }

    package func maySeeAny(of pattern: Resource) -> Bool {
        allGrants.contains { $0.has(.view) && $0.on.intersects(pattern) && !$0.except.covers(pattern) }
            && !bars.contains { $0.from <= .view && $0.on.covers(pattern) } && relay.allSatisfy { $0.maySeeAny(of: pattern) }
    }
}
