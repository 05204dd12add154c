import FasciaModel
import FasciaWire
import FasciaYAML

/// Reads access files, and reports everything that is wrong in one.
package struct AccessParser {
    /// What a file says, if it has no errors, and everything that is wrong.
    package struct Outcome: Hashable, Sendable {
        package var file: AccessFile?
        package var problems: [Problem]

        package var errors: [Problem] { problems.filter { $0.severity == .error } }
    }

    private let accounts: Accounts
    /// For a file that is in force already.
    private let earlier: Accounts?
    private var file: AccessFile
    private var problems: [Problem] = []
    private var roles: [String: CustomRole] = [:]

    /// A role of the file, with what it has from the one that it extends.
    private struct CustomRole {
        var level: Role?
        var methods: [Rights.MethodRule]
        var needsReason = false
    }

    private init(path: String, accounts: Accounts, earlier: Accounts?) {
        (self.accounts, self.earlier) = (accounts, earlier)
        file = AccessFile(path: path)
    }

    /// - Parameter earlier: with which the same text had no errors: none is made of an account that has gone since.
    package static func parse(_ text: String, path: String, accounts: Accounts, earlier: Accounts? = nil) -> Outcome {
        let source: Source
        do throws(Problem) {
            source = try SourceReader.read(text, file: path, expecting: "rules, such as grant")
        } catch {
            return Outcome(file: nil, problems: [error])
        }
        var parser = AccessParser(path: path, accounts: accounts, earlier: earlier)
        parser.read(source)
        parser.problems.sort { ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column) }
        parser.file.note(text, earlier.map(accounts.keeping) ?? accounts, parser.problems)
        let hasErrors = parser.problems.contains { $0.severity == .error }
        return Outcome(file: hasErrors ? nil : parser.file, problems: parser.problems)
    }

    // MARK: - The file

    private mutating func read(_ source: Source) {
        guard check(source, keys: ["default", "roles", "grant", "never", "approve", "limits"]) else { return }
        readRoles(source["roles"])
        if let usual = source["default"] { readDefault(usual) }
        for rule in rules(source["grant"], "grant") { readGrant(rule) }
        for rule in rules(source["never"], "never") { readNever(rule) }
        for rule in rules(source["approve"], "approve") { readApproval(rule) }
        readLimits(source["limits"])
        guard !problems.contains(where: { $0.severity == .error }), !file.hasAdmin(among: accounts) else { return }
        let position = source.entries?.first { $0.key == "grant" }?.keyPosition ?? source.position
        report(position, "nobody would be an admin: add - {user: root, role: admin} to grant", earlier == nil ? .error : .warning)
    }

    private mutating func rules(_ source: Source?, _ name: String) -> [Source] {
        guard let source, !source.isNull else { return [] }
        guard let list = source.list else {
            report(source.position, "expected a list of rules below \(name), each with - before it, found \(source.found)")
            return []
        }
        return list
    }

    private mutating func readDefault(_ source: Source) {
        guard let name = text(source, "none or the name of a role") else { return }
        guard name != "none" else { return }
        file.default = role(name, source.position, adding: ["none"]).map { grant($0, line: source.position.line) }
    }

    // MARK: - Roles

    private mutating func readRoles(_ source: Source?) {
        guard let source, !source.isNull else { return }
        guard let entries = source.entries else {
            return report(source.position, "expected names of roles below roles, found \(source.found)")
        }
        let known = Dictionary(entries.map { ($0.key, $0) }) { first, _ in first }
        for entry in entries {
            guard Role(rawValue: entry.key) == nil, entry.key != "none" else {
                report(entry.keyPosition, "\(entry.key) is built in: give this role another name")
                continue
            }
            _ = readRole(entry, known, inside: [])
        }
    }

    private mutating func readRole(_ entry: Source.Entry, _ known: [String: Source.Entry], inside: Set<String>) -> CustomRole? {
        if let role = roles[entry.key] { return role }
        var role = CustomRole(level: nil, methods: [])
        let source = entry.value
        guard check(source, keys: ["extends", "may", "needs"]) else {
            roles[entry.key] = role
            return role
        }
        if let extends = source["extends"], let base = text(extends, "the name of a role") {
            if let level = Role(rawValue: base) {
                role.level = level
            } else if inside.contains(base) || base == entry.key {
                report(extends.position, "the role \(base) extends itself: name another one")
            } else if let next = known[base] {
                if let outer = readRole(next, known, inside: inside.union([entry.key])) { role = outer }
            } else {
                report(extends.position, "there is no role \(base)" + suggestion(base, Role.names + known.keys))
            }
        }
        for item in list(source["may"], "methods, such as \"toggle.set option:services/**\"") {
            if let rule = methodRule(item) { role.methods.append(rule) }
        }
        if let needs = source["needs"], check(needs, keys: ["reason"]), let reason = needs["reason"] {
            if let value = bool(reason) { role.needsReason = value }
        }
        roles[entry.key] = role
        return role
    }

    private mutating func methodRule(_ source: Source) -> Rights.MethodRule? {
        guard let text = text(source, "a method, and ids if it is not for all") else { return nil }
        let words = text.split(separator: " ").map(String.init)
        guard let name = words.first, words.count <= 2 else {
            report(source.position, "expected a method and a pattern of ids, such as \"toggle.set option:services/**\"")
            return nil
        }
        var rule = Rights.MethodRule(method: name, on: .all)
        guard Catalogue.methods.contains(where: { rule.names($0.name) }) else {
            report(source.position, "there is no method \(name)" + suggestion(name, Catalogue.methods.map(\.name)))
            return nil
        }
        if words.count == 2 {
            guard checkPattern(words[1], source.position) else { return nil }
            rule = Rights.MethodRule(method: name, on: Globs([words[1]]))
        }
        return rule
    }

    private mutating func role(_ name: String, _ position: Position, adding more: [String] = []) -> CustomRole? {
        if let level = Role(rawValue: name) { return CustomRole(level: level, methods: []) }
        if let role = roles[name] { return role }
        let known = Role.names + roles.keys.sorted() + more
        let near = suggestion(name, known)
        report(position, "there is no role \(name)" + (near.isEmpty ? ": the roles are \(known.joined(separator: ", "))" : near))
        return nil
    }

    private func grant(_ role: CustomRole, line: Int) -> Rights.Grant {
        var grant = Rights.Grant(level: role.level)
        (grant.methods, grant.needsReason, grant.line) = (role.methods, role.needsReason, line)
        return grant
    }

    // MARK: - Rules

    private mutating func readGrant(_ source: Source) {
        guard check(source, keys: Self.conditionKeys + ["role", "on", "except", "bind", "mayActFor"]) else { return }
        let conditions = conditions(source, isNever: false)
        var grant = Rights.Grant(level: nil)
        if let name = source["role"] {
            if let text = text(name, "the name of a role"), let role = role(text, name.position) {
                grant = self.grant(role, line: source.position.line)
            }
        } else {
            report(source.position, "add the role: one of \((Role.names + roles.keys.sorted()).joined(separator: ", "))")
        }
        grant.on = patterns(source["on"]) ?? .all
        grant.except = patterns(source["except"]) ?? .none
        if let binds = source["bind"], let value = bool(binds) {
            grant.binds = value
            if value, let level = grant.level, level < .author {
                report(binds.position, "bind is for the role author: \(level.rawValue) carries out nothing")
            }
        }
        var rule = AccessFile.GrantRule(conditions: conditions, grant: grant)
        if let users = source["mayActFor"] { rule.actsFor = self.users(users) }
        file.grants.append(rule)
    }

    private mutating func readNever(_ source: Source) {
        guard check(source, keys: Self.conditionKeys + ["on", "role"]) else { return }
        let conditions = conditions(source, isNever: true)
        var from = Right.view
        if let name = source["role"], let text = text(name, "viewer, operator, author or admin") {
            if let role = Role(rawValue: text) {
                from = role.right
            } else {
                report(name.position, "there is no built-in role \(text)" + suggestion(text, Role.names))
            }
        }
        guard let on = patterns(source["on"]) else {
            if source["on"] == nil {
                report(source.position, "add on: the ids that are never allowed, such as [\"option:network/**\"]")
            }
            return
        }
        file.never.append(.init(conditions: conditions, bar: Rights.Bar(from: from, on: on, line: source.position.line)))
    }

    private mutating func readApproval(_ source: Source) {
        guard check(source, keys: ["on", "role", "user", "group", "within"]) else { return }
        var rule = ApprovalRule(on: .none, line: source.position.line)
        let named = ["role", "user", "group"].filter { source[$0] != nil }
        if named.count == 1, let value = source[named[0]], let name = text(value, "a name") {
            rule.name = "\(named[0]):\(name)"
            rule.approver = approver(named[0], name, value.position)
        } else if named.count != 1 {
            report(source.position, "say who approves: add one of role, user or group")
        }
        if let within = source["within"] {
            if let time = within.duration, (1...86_400_000).contains(time / .milliseconds(1)) {
                rule.within = Int(time / .milliseconds(1))
            } else {
                report(within.position, "expected a time up to 24h, such as 10m, found \(within.found)")
            }
        }
        if let on = source["on"] {
            if let patterns = patterns(on) { rule.on = patterns }
            for item in on.list ?? [] {
                guard let text = item.text, let kind = text.split(separator: ":").first, text != "**",
                    !ApprovalRule.kinds.contains(where: { $0.rawValue == kind })
                else { continue }
                let kinds = ApprovalRule.kinds.map(\.rawValue).joined(separator: ", ")
                report(item.position, "only requests for these kinds can wait for an approval: \(kinds)")
            }
        } else {
            report(source.position, "add on: the ids whose requests wait, such as [\"option:network/**\"]")
        }
        file.approvals.append(rule)
    }

    private mutating func readLimits(_ source: Source?) {
        guard let source, !source.isNull, check(source, keys: ["per-uid"]), let user = source["per-uid"] else { return }
        guard check(user, keys: UserLimit.allCases.map(\.rawValue)) else { return }
        for entry in user.entries ?? [] {
            guard let limit = UserLimit(rawValue: entry.key) else { continue }
            let (text, unit) = (entry.value.text ?? "", limit == .requests ? "/s" : "")
            if text.hasSuffix(unit), let number = Int(text.dropLast(unit.count)), (1...1_000_000).contains(number) {
                file.limits[limit] = UserLimit.Value(number: number, line: entry.keyPosition.line)
            } else {
                report(entry.value.position, "expected a number from 1\(unit) to 1000000\(unit), found \(entry.value.found)")
            }
        }
    }

    /// Whom a name in vain stands for may approve nothing.
    private mutating func approver(_ key: String, _ name: String, _ position: Position) -> ApprovalRule.Approver {
        if key == "role" {
            if let role = Role(rawValue: name), role > .viewer { return .role(role) }
            report(position, "expected operator, author or admin, found \"\(name)\"")
            return .nobody
        }
        if let id = key == "user" ? accounts.uid(name) : accounts.gid(name) { return key == "user" ? .user(id) : .group(id) }
        report(
            position, "there is no \(key) \(name): nobody can approve this; of a directory service, write the number", .warning)
        return .nobody
    }

    private static let conditionKeys = ["user", "not-user", "group", "not-group", "unit", "not-unit"]

    /// For whom a program may act. Nobody knows in which unit they would run.
    private mutating func users(_ source: Source) -> [AccessCondition] {
        let keys = Self.conditionKeys.filter { !$0.hasSuffix("unit") }
        guard check(source, keys: keys) else { return [.nobody] }
        return conditions(source, isNever: false)
    }

    /// - Parameter isNever: a name that does not exist would allow what must never be.
    private mutating func conditions(_ source: Source, isNever: Bool) -> [AccessCondition] {
        var conditions: [AccessCondition] = []
        for key in Self.conditionKeys {
            guard let value = source[key], let name = text(value, "a name") else { continue }
            let isNot = key.hasPrefix("not-")
            if key.hasSuffix("unit") {
                conditions.append(isNot ? .notUnit(.init(name)) : .unit(.init(name)))
                continue
            }
            let isUser = key.hasSuffix("user")
            func number(in accounts: Accounts) -> UInt32? { isUser ? accounts.uid(name) : accounts.gid(name) }
            var found = number(in: accounts)
            // Whom a grant names in vain gets nothing; whom a prohibition names in vain would get everything.
            let isMissed = isNever != isNot
            if found == nil, isMissed, let number = earlier.flatMap(number) {
                let message =
                    "there is no \(isUser ? "user" : "group") \(name) any more: this rule is about the number \(number) still"
                report(value.position, message, .warning)
                found = number
            }
            guard let id = found else {
                let what = isUser ? "user" : "group"
                let known = isUser ? accounts.users.keys.sorted() : accounts.groups.keys.sorted()
                let near = Suggestion.nearest(to: name, among: known).map { ", did you mean \($0)? Of" } ?? ": of"
                let message =
                    "there is no \(what) \(name) in /etc/\(isUser ? "passwd" : "group")\(near) a directory service, write the number"
                report(value.position, message, isMissed ? .error : .warning)
                conditions.append(isNot ? .everybody : .nobody)
                continue
            }
            conditions.append(isUser ? (isNot ? .notUser(id) : .user(id)) : isNot ? .notGroup(id) : .group(id))
        }
        if conditions.isEmpty, !Self.conditionKeys.contains(where: { source[$0] != nil }) {
            report(source.position, "say who: add user, group or unit")
        }
        return conditions
    }

    // MARK: - Ids

    private mutating func patterns(_ source: Source?) -> Globs? {
        guard let source else { return nil }
        let items = list(source, "patterns of ids, such as [\"option:services/**\"]")
        guard source.list != nil else { return nil }
        return Globs(
            items.compactMap { item in
                text(item, "a pattern of ids").flatMap { checkPattern($0, item.position) ? $0 : nil }
            })
    }

    private mutating func checkPattern(_ pattern: String, _ position: Position) -> Bool {
        guard pattern.utf8.count <= TopicFilter.maximumGlobBytes else {
            report(position, "expected at most \(TopicFilter.maximumGlobBytes) bytes")
            return false
        }
        guard Glob(pattern).wildcards <= Glob.maximumWildcards else {
            report(position, "expected at most \(Glob.maximumWildcards) wildcards, found \"\(pattern)\"")
            return false
        }
        guard pattern != "**" else { return true }
        let kinds = Resource.Kind.allCases.map(\.rawValue)
        guard let colon = pattern.firstIndex(of: ":") else {
            report(position, "expected kind:id, such as option:\(pattern), or ** for everything, found \"\(pattern)\"")
            return false
        }
        let kind = String(pattern[..<colon])
        guard kinds.contains(kind) else {
            report(
                position,
                "there is no kind \(kind)\(suggestion(kind, kinds)): the kinds are \(kinds.joined(separator: ", "))")
            return false
        }
        return true
    }

    // MARK: - Parts

    private mutating func report(_ position: Position, _ message: String, _ severity: Problem.Severity = .error) {
        problems.append(Problem(severity, at: position, message))
    }

    private func suggestion(_ name: String, _ names: some Collection<String>) -> String {
        Suggestion.nearest(to: name, among: names).map { ", did you mean \($0)?" } ?? ""
    }

    /// Whether it is a mapping. Unknown keys are reported.
    private mutating func check(_ source: Source, keys: [String]) -> Bool {
        guard let entries = source.entries else {
            report(source.position, "expected \(keys.joined(separator: ", ")), found \(source.found)")
            return false
        }
        for entry in entries where !keys.contains(entry.key) {
            let near = Suggestion.nearest(to: entry.key, among: keys).map { ": did you mean \($0)?" }
            report(
                entry.keyPosition,
                "there is no key \"\(entry.key)\" here" + (near ?? ": the keys are \(keys.joined(separator: ", "))"))
        }
        return true
    }

    private mutating func text(_ source: Source, _ expected: String) -> String? {
        if let text = source.text, !text.isEmpty { return text }
        report(source.position, "expected \(expected), found \(source.found)")
        return nil
    }

    private mutating func bool(_ source: Source) -> Bool? {
        if source.bool == nil { report(source.position, "expected true or false, found \(source.found)") }
        return source.bool
    }

    private mutating func list(_ source: Source?, _ expected: String) -> [Source] {
        guard let source, !source.isNull else { return [] }
        if let list = source.list { return list }
        report(source.position, "expected a list of \(expected), found \(source.found)")
        return []
    }
}

extension Role {
    fileprivate static var names: [String] { allCases.map(\.rawValue) }
}
