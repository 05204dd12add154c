import FasciaWire
import TestSupport

/// The rules of an access file, evaluated as the design says and in no other way: the union of the grants, each less what it
/// excepts, less what is never allowed.
struct NaiveRules {
    struct Grant {
        var who: String
        var role: String
        var binds: Bool
        var on: [String]
        var except: [String]
        var actsFor: String?
    }

    struct Never {
        var who: String
        var role: String?
        var on: [String]
    }

    /// A role with methods of its own.
    static let night = (extends: "viewer", may: [("toggle.set", "option:services/**"), ("value.*", "**")])

    var grants: [Grant] = []
    var never: [Never] = []
    /// Whoever asks: Bob, or a program that acts for him.
    var askers: [Person] = [.bob]

    /// The file, without an admin.
    var text: String {
        func list(_ patterns: [String]) -> String { "[" + patterns.map { "\"\($0)\"" }.joined(separator: ", ") + "]" }
        var lines = ["roles:", "  night: {extends: viewer, may: [\"toggle.set option:services/**\", \"value.*\"]}"]
        if !never.isEmpty { lines.append("never:") }
        for rule in never {
            lines.append("  - {\(rule.who), on: \(list(rule.on))" + (rule.role.map { ", role: \($0)" } ?? "") + "}")
        }
        lines.append("grant:")
        for grant in grants {
            let more =
                (grant.binds ? ", bind: true" : "") + (grant.except.isEmpty ? "" : ", except: \(list(grant.except))")
                + (grant.actsFor.map { ", mayActFor: {\($0)}" } ?? "")
            lines.append("  - {\(grant.who), role: \(grant.role), on: \(list(grant.on))\(more)}")
        }
        return lines.joined(separator: "\n")
    }

    // MARK: - Who

    /// Bob: uid 1001, groups bob and staff, no unit. The web: uid 1002, no groups, no unit.
    enum Person { case bob, web }

    private static func isMeant(_ person: Person, _ who: String) -> Bool {
        switch who {
        case "not-user: ada", "not-group: root", "not-unit: x.service": true
        case "user: bob", "group: staff": person == .bob
        case "user: 1002", "not-group: staff": person == .web
        default: false
        }
    }

    static let people = [
        "user: 1002", "user: bob", "group: staff", "not-user: ada", "not-group: root", "not-unit: x.service", "user: ada",
        "group: root",
        "not-group: staff", "unit: x.service",
    ]

    var mayConnect: Bool {
        askers.allSatisfy { asker in grants.contains { Self.isMeant(asker, $0.who) } } && (askers == [.bob] || webMayActForBob)
    }

    var webMayActForBob: Bool {
        grants.contains { Self.isMeant(.web, $0.who) && $0.actsFor.map { Self.isMeant(.bob, $0) } == true }
    }

    // MARK: - What

    private static let order = ["view", "operate", "author", "bind", "admin"]
    private static let levels = ["viewer": 0, "operator": 1, "author": 2, "admin": 4]

    /// - Parameter id: `nil` for the right to anything.
    func allows(_ right: String, _ method: String?, _ id: String?) -> Bool {
        askers.allSatisfy { allows($0, right, method, id) }
    }

    /// Whether a right holds for whatever there is.
    func isUnlimited(_ right: String) -> Bool {
        askers.allSatisfy { asker in
            guard let rank = Self.order.firstIndex(of: right) else { return false }
            return grants.contains { grant in
                Self.isMeant(asker, grant.who) && grant.on.contains("**") && grant.except.isEmpty
                    && (Self.levels[grant.role] ?? 0) >= rank
            } && !never.contains { Self.isMeant(asker, $0.who) && ($0.role.flatMap { Self.levels[$0] } ?? 0) <= rank }
        }
    }

    private func allows(_ asker: Person, _ right: String, _ method: String?, _ id: String?) -> Bool {
        guard let rank = Self.order.firstIndex(of: right) else { return false }
        let isGranted = grants.contains { grant in
            guard Self.isMeant(asker, grant.who) else { return false }
            if let id {
                guard grant.on.contains(where: { Self.matches($0, id) }) else { return false }
                if grant.except.contains(where: { Self.matches($0, id) }) { return false }
            }
            if grant.role == "night" {
                if rank == 0 { return true }
                return Self.night.may.contains { may, on in
                    method.map { Self.globs(may, $0) } == true && (id.map { Self.matches(on, $0) } ?? true)
                }
            }
            let level = Self.levels[grant.role] ?? 0
            return right == "bind" ? level == 4 || level == 2 && grant.binds : level >= rank
        }
        let isBarred = id.map { id in
            never.contains { rule in
                Self.isMeant(asker, rule.who) && (rule.role.flatMap { Self.levels[$0] } ?? 0) <= rank
                    && rule.on.contains { Self.matches($0, id) }
            }
        }
        return isGranted && isBarred != true
    }

    func sees(_ id: String) -> Bool { allows("view", nil, id) }

    /// Whether a grant names one of these, whatever is excepted.
    func mayName(_ ids: [String]) -> Bool {
        grants.contains { grant in grant.on.contains { pattern in ids.contains { Self.matches(pattern, $0) } } }
    }

    // MARK: - Patterns

    /// `a/**` is also `a`.
    private static func matches(_ pattern: String, _ id: String) -> Bool {
        globs(pattern, id) || pattern.hasSuffix("/**") && globs(String(pattern.dropLast(3)), id)
    }

    private static func globs(_ pattern: String, _ text: String) -> Bool {
        func match(_ pattern: Substring, _ text: Substring) -> Bool {
            if pattern.isEmpty { return text.isEmpty }
            if pattern.hasPrefix("**") {
                return match(pattern.dropFirst(2), text) || !text.isEmpty && match(pattern, text.dropFirst())
            }
            if pattern.hasPrefix("*") {
                return match(pattern.dropFirst(), text)
                    || !text.isEmpty && text.first != "/" && match(pattern, text.dropFirst())
            }
            return pattern.first == text.first && match(pattern.dropFirst(), text.dropFirst())
        }
        return match(pattern[...], text[...])
    }

    // MARK: - Random

    private static let patterns = [
        "**", "option:**", "option:services/**", "option:network/*", "option:network/eth0", "option:*/nginx", "value:**",
        "value:cpu", "value:services/*", "nav:**", "nav:main", "screen:**", "screen:box", "picker:**", "question:**",
        "target:t", "action:**", "issue:**", "log:web", "plugin:**", "daemon:**", "environment:**",
    ]

    init(using generator: inout SeededGenerator) {
        func some(_ count: ClosedRange<Int>) -> [String] {
            (0..<Int.random(in: count, using: &generator)).map { _ in Self.patterns.randomElement(using: &generator) ?? "**" }
        }
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let role = ["viewer", "operator", "author", "admin", "night"].randomElement(using: &generator) ?? "viewer"
            grants.append(
                Grant(
                    who: Self.people.randomElement(using: &generator) ?? "user: bob", role: role,
                    binds: role == "author" && Bool.random(using: &generator), on: some(1...4),
                    except: Bool.random(using: &generator) ? some(1...2) : [],
                    actsFor: Bool.random(using: &generator)
                        ? Self.people.filter { !$0.contains("unit") }.randomElement(using: &generator) : nil))
        }
        guard Bool.random(using: &generator) else { return }
        never.append(
            Never(
                who: Self.people.randomElement(using: &generator) ?? "user: bob",
                role: ["operator", "author", nil].randomElement(using: &generator) ?? nil, on: some(1...2).filter { $0 != "**" }))
    }
}
