import ArgumentParser
import FasciaAccess
import FasciaDocument
import FasciaWire
import FasciaYAML
import Glibc

/// `fascia access`: who may do what.
struct AccessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access", abstract: "Check, explain or try the access file, which says who may do what.",
        discussion: "The file is /etc/fascia/access.yaml. Without one, groups decide: fascia-view, fascia-author.",
        subcommands: [AccessCheckCommand.self, AccessListCommand.self, AccessExplainCommand.self, AccessTryCommand.self])
}

struct AccessFileOption: ParsableArguments {
    @Option(help: "Another file than /etc/fascia/access.yaml.", completion: .file(extensions: ["yaml", "yml"]))
    var file: String?

    /// What the file says.
    ///
    /// - Throws: if it has errors, which are printed.
    func parsed() throws -> AccessFile {
        let outcome = try AccessFiles.parse(file ?? AccessFile.systemPath)
        for problem in outcome.errors { Output.error(problem.description) }
        guard let file = outcome.file else { throw AccessFiles.failure(outcome) }
        return file
    }
}

enum AccessFiles {
    /// - Throws: `PartialFailure` if there is no such file.
    static func parse(_ path: String) throws -> AccessParser.Outcome {
        let accounts = Accounts.ofMachine()
        // What the daemon reads has to be trusted. A draft may be anybody's.
        if path == AccessFile.systemPath {
            if let outcome = AccessFile.load(path, owner: 0, accounts: accounts) { return outcome }
            throw PartialFailure(messages: ["there is no \(path): groups decide who may do what"])
        }
        return AccessParser.parse(try Input.text(path), path: path, accounts: accounts)
    }

    static func failure(_ outcome: AccessParser.Outcome) -> PartialFailure {
        let count = outcome.errors.count
        return PartialFailure(messages: ["\(count) error\(count == 1 ? "" : "s")"])
    }
}

struct AccessCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Report everything that is wrong with an access file.",
        discussion: "Prints one line for each problem: the file, the line, the column, and what was expected.")

    @Argument(
        help: ArgumentHelp("Access files; /etc/fascia/access.yaml by default.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var files: [String] = []
    @Flag(help: "Print the problems as one line of JSON.")
    var json = false

    func run() throws {
        let outcomes = try (files.isEmpty ? [AccessFile.systemPath] : files).map { ($0, try AccessFiles.parse($0)) }
        let problems = outcomes.flatMap(\.1.problems)
        if json {
            let line: JSON = ["problems": .array(problems.map(\.json))]
            Output.line(line.line)
        } else {
            for problem in problems { Output.line(Printable.text(problem.description)) }
            for (path, outcome) in outcomes {
                guard let file = outcome.file else { continue }
                let grants = "\(file.grants.count) grant\(file.grants.count == 1 ? "" : "s")"
                let approve = file.approvals.isEmpty ? "" : ", \(file.approvals.count) approve"
                let limits = file.limits.isEmpty ? "" : ", \(file.limits.count) limits"
                Output.line(Printable.text("\(path): \(grants), \(file.never.count) never\(approve)\(limits)"))
            }
        }
        let errors = outcomes.flatMap(\.1.errors)
        guard errors.isEmpty else {
            throw PartialFailure(messages: ["\(errors.count) error\(errors.count == 1 ? "" : "s")"])
        }
    }
}

struct AccessListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print what each rule of the access file gives to whom.")

    @OptionGroup var option: AccessFileOption
    @Flag(help: "Print the rules as one line of JSON.")
    var json = false

    func run() throws {
        let file = try option.parsed()
        let accounts = Accounts.ofMachine()
        let rules =
            file.grants.map { rule in AccessRuleText(rule, accounts) } + file.never.map { AccessRuleText($0, accounts) }
            + file.approvals.map { AccessRuleText($0) } + AccessRuleText.limits(of: file)
            + (file.default.map { [AccessRuleText(everybodyElse: $0)] } ?? [])
        if json {
            let line: JSON = ["file": .string(file.path), "rules": .array(rules.map(\.json))]
            return Output.line(line.line)
        }
        Output.line(Columns.aligned(rules.map { $0.columns.map { Printable.text($0) } }))
    }
}

/// A rule in words.
struct AccessRuleText {
    let who, what, on, except: String
    let line: Int

    init(_ rule: AccessFile.GrantRule, _ accounts: Accounts) {
        let actsFor = rule.actsFor.map { ["may act for \(Self.words($0, accounts))"] } ?? []
        self.init(Self.words(rule.conditions, accounts), rule.grant, actsFor)
    }

    init(everybodyElse grant: Rights.Grant) { self.init("everybody else", grant) }

    private init(_ who: String, _ grant: Rights.Grant, _ more: [String] = []) {
        self.who = who
        let methods = grant.methods.map { $0.on.isAll ? $0.method : "\($0.method) \($0.on.patterns.joined(separator: " "))" }
        let level = grant.level.map { $0.rawValue + (grant.binds ? " bind" : "") }
        let needs = grant.needsReason ? ["needs a reason"] : []
        what = ([level].compactMap { $0 } + methods + needs + more).joined(separator: ", ")
        on = grant.on.patterns.joined(separator: " ")
        except = grant.except.patterns.joined(separator: " ")
        line = grant.line
    }

    init(_ rule: AccessFile.NeverRule, _ accounts: Accounts) {
        who = Self.words(rule.conditions, accounts)
        what = "never \(rule.bar.from.rawValue)"
        (on, except, line) = (rule.bar.on.patterns.joined(separator: " "), "", rule.bar.line)
    }

    init(_ rule: ApprovalRule) {
        (who, what) = (rule.name, "approves")
        (on, except, line) = (rule.on.patterns.joined(separator: " "), "", rule.line)
    }

    /// What holds for each user.
    static func limits(of file: AccessFile) -> [AccessRuleText] {
        UserLimit.allCases.compactMap { limit in file.limits[limit].map { AccessRuleText(limit, $0) } }
    }

    private init(_ limit: UserLimit, _ value: UserLimit.Value) {
        (who, what, on, except, line) = ("each user but admins", limit.words(value), "", "", value.line)
    }

    var columns: [String] { ["\(line)", who, what, on, except.isEmpty ? "" : "except \(except)"] }

    var json: JSON {
        [
            "line": .int(line), "who": .string(who), "what": .string(what), "on": .string(on), "except": .string(except),
        ]
    }

    static func words(_ conditions: [AccessCondition], _ accounts: Accounts) -> String {
        func group(_ gid: UInt32) -> String {
            accounts.groups.filter { $0.value.gid == gid }.keys.min() ?? String(gid)
        }
        return conditions.map { condition in
            switch condition {
            case .user(let uid): "user \(accounts.name(of: uid))"
            case .notUser(let uid): "not user \(accounts.name(of: uid))"
            case .group(let gid): "group \(group(gid))"
            case .notGroup(let gid): "not group \(group(gid))"
            case .unit(let unit): "unit \(unit.name)"
            case .notUnit(let unit): "not unit \(unit.name)"
            case .nobody: "nobody"
            case .everybody: "everybody"
            }
        }.joined(separator: ", ")
    }
}

struct AccessExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Print whether somebody may do something, and by which rule.",
        discussion: """
            For example: fascia access explain --user ada toggle.set services/nginx
            The exit status is 1 if it is denied. A group of switches needs the right to each of them.
            """)

    @Argument(help: "The method, such as toggle.set.", completion: Completions.methods)
    var method: String
    @Argument(help: "The id, such as services/nginx or value:volume; anything without one.")
    var id: String?
    @Option(help: "The name or the number of a user; you by default.", completion: .shellCommand("getent passwd | cut -d: -f1"))
    var user: String?
    @Option(help: "The unit in which the program runs.")
    var unit: String?
    @Option(help: "The user for whom that one acts.", completion: .shellCommand("getent passwd | cut -d: -f1"))
    var actFor: String?
    @OptionGroup var option: AccessFileOption

    func run() throws {
        guard let called = Catalogue.method(named: method) else {
            throw UsageError("there is no method \(method): fascia describe lists them")
        }
        let accounts = Accounts.ofMachine()
        let name = user ?? accounts.name(of: getuid())
        guard let identity = accounts.identity(of: name, unit: unit) else {
            throw UsageError("there is no user \(name): give a name or a number")
        }
        let file = try option.parsed()
        var rights = try Self.rights(of: identity, name, file)
        if let other = actFor {
            guard let user = accounts.identity(of: other) else {
                throw UsageError("there is no user \(other): give a name or a number")
            }
            guard let line = file.lineThatLets(identity, actFor: user) else {
                throw PartialFailure(messages: ["\(name) may not act for \(other): no mayActFor names them in \(file.path)"])
            }
            Output.line(Printable.text("\(name) may act for \(other): \(file.path):\(line)"))
            rights = try Self.rights(of: user, other, file).limited(to: rights, for: user.uid)
        }
        let resource = id.map { Resource($0, usual: called.needs.kinds.first ?? .option) }
        switch rights.decide(called.needs.right, method, resource) {
        case .allowed(let line):
            Output.line(Printable.text("allowed by \(file.path):\(line)"))
            if let line = resource.flatMap({ rights.lineThatNeedsReason(called.needs.right, method, $0) }) {
                Output.line(Printable.text("with a reason: \(file.path):\(line)"))
            }
            let limited: [UserLimit] = rights.areOfAdmin ? [] : method == "watch.start" ? [.requests, .watches] : [.requests]
            for limit in limited {
                guard let value = file.limits[limit] else { continue }
                Output.line(Printable.text("\(limit.words(value)): \(file.path):\(value.line)"))
            }
            guard called.needs.right == .operate, method != "bind.confirm", method != "bind.poll" else { return }
            for rule in resource.map({ file.approvals(of: $0) }) ?? [] {
                Output.line(Printable.text("when \(rule.name) has approved it: \(file.path):\(rule.line)"))
            }
        case .denied(let denial):
            let user = denial.isOfRelay ? name : actFor ?? name
            throw PartialFailure(messages: [denial.message(method, by: user, file: file.path)])
        }
    }

    private static func rights(of identity: Identity, _ name: String, _ file: AccessFile) throws -> Rights {
        if let rights = file.rights(of: identity) { return rights }
        throw PartialFailure(messages: ["\(name) may not connect: no grant names them in \(file.path)"])
    }
}
