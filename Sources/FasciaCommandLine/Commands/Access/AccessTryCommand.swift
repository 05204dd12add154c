import ArgumentParser
import FasciaAccess
import FasciaClient
import FasciaDocument
import FasciaModel
import Glibc

struct AccessTryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try", abstract: "Put an access file in force, and take it back unless you confirm it.",
        discussion: """
            Prints who gains and loses what, and asks. Without the answer yes in time, and if this command ends before, the \
            rights are as they were, even if you have locked yourself out. With yes, the file is written to its place.
            """)

    @Argument(help: ArgumentHelp("The new access file.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var file: String
    @Option(help: "How many seconds there are to confirm it.")
    var within = 60.0
    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard (1...86_400).contains(within) else { throw ValidationError("--within must be from 1 to 86400 seconds") }
    }

    func run() async throws {
        let text = try Input.text(file)
        let accounts = Accounts.ofMachine()
        let outcome = AccessParser.parse(text, path: file, accounts: accounts)
        for problem in outcome.problems { Output.error(problem.description) }
        guard let new = outcome.file else { throw AccessFiles.failure(outcome) }
        let (connection, hello) = try await common.reading {
            ($0, try await $0.call("daemon.hello", [:], timeout: common.timeLimit))
        }
        let oldPath = hello["peer"]?["access"]?.stringValue
        let oldText = oldPath.flatMap { try? Input.text($0) }
        let old = oldPath.flatMap { try? AccessFiles.parse($0).file }
        for line in AccessDifference.lines(from: old, to: new, accounts) { Output.line(Printable.text(line)) }
        let result = try await connection.call(
            "access.try", ["text": .string(text), "within": .double(within)], timeout: common.timeLimit)
        guard let path = result["path"]?.stringValue else {
            throw PartialFailure(messages: ["the daemon did not say where it is"])
        }
        let before = path == oldPath ? oldText : (try? Input.text(path))
        Output.text("It is in force. Type yes within \(Int(within)) s to keep it: ")
        guard Self.isConfirmed(within: within) else {
            throw PartialFailure(messages: ["it was not confirmed, and is taken back"])
        }
        // Whoever has been locked out has no connection any more, and the daemon has taken it back.
        do { _ = try await connection.call("sync", timeout: common.timeLimit) } catch {
            throw PartialFailure(messages: ["it is taken back: \((error as? RemoteError)?.message ?? "\(error)")"])
        }
        guard (try? Input.text(path)) == before else {
            throw PartialFailure(messages: ["\(path) has been changed meanwhile, and stays: try again"])
        }
        try Self.keep(text, at: path)
        Output.line(Printable.text("written to \(path)"))
        withExtendedLifetime(connection) {}
    }

    /// Whether `yes` is typed in time.
    private static func isConfirmed(within seconds: Double) -> Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        var (bytes, byte): ([UInt8], UInt8) = ([], 0)
        let end = ContinuousClock.now.advanced(by: .seconds(seconds))
        while bytes.last != UInt8(ascii: "\n"), bytes.count < 80 {
            let left = Int32(max(0, ContinuousClock.now.duration(to: end) / .milliseconds(1)))
            let ready = poll(&input, 1, left)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0, read(STDIN_FILENO, &byte, 1) == 1 else { break }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace } == "yes"
    }

    /// Replaces the file at once, so that there is always a whole one.
    private static func keep(_ text: String, at path: String) throws {
        func failure(_ what: String) -> PartialFailure {
            PartialFailure(messages: ["\(what): \(String(cString: strerror(errno))); it is taken back"])
        }
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        guard mkdir(directory, 0o755) == 0 || errno == EEXIST else { throw failure("cannot make \(directory)") }
        let draft = path + ".new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw failure("cannot write \(draft)") }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o644) == 0, Output.write(text, to: descriptor), fsync(descriptor) == 0, rename(draft, path) == 0
        else {
            let error = failure("cannot write \(path)")
            unlink(draft)
            throw error
        }
        let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }
}

/// Who gains and loses what by another access file.
enum AccessDifference {
    /// One line for each right of each account of the machine, and of each unit, that one of the files has alone.
    static func lines(from old: AccessFile?, to new: AccessFile, _ accounts: Accounts) -> [String] {
        let units = Set([old, new].compactMap { $0 }.flatMap(\.units)).sorted()
        var people = accounts.users.keys.sorted().compactMap { name in
            accounts.identity(of: name).map { (name: "user \(name)", identity: $0) }
        }
        for uid in Set([old, new].compactMap { $0 }.flatMap(\.uids)).sorted() where accounts.name(of: uid) == String(uid) {
            people.append((name: "user \(uid)", identity: Identity(uid: uid)))
        }
        people += units.map { (name: "unit \($0)", identity: Identity(uid: .max - 1, unit: $0)) }
        var lines: [String] = []
        for person in people {
            let (before, after) = (words(old?.rights(of: person.identity)), words(new.rights(of: person.identity)))
            lines += before.filter { !after.contains($0) }.map { "- \(person.name): \($0)" }
            lines += after.filter { !before.contains($0) }.map { "+ \(person.name): \($0)" }
        }
        func others(_ file: AccessFile?) -> [String] {
            file.map { rules(of: $0, forNoneOf: people.map(\.identity), accounts) + Self.others($0, accounts) } ?? []
        }
        let (before, after) = (others(old), others(new))
        lines += before.filter { !after.contains($0) }.map { "- \($0)" } + after.filter { !before.contains($0) }.map { "+ \($0)" }
        return lines.isEmpty ? ["nobody gains or loses anything"] : lines
    }

    /// Who acts for whom, who has to approve what, and the limits.
    private static func others(_ file: AccessFile, _ accounts: Accounts) -> [String] {
        let relays = file.grants.compactMap { rule in
            rule.actsFor.map {
                "\(AccessRuleText.words(rule.conditions, accounts)): may act for \(AccessRuleText.words($0, accounts))"
            }
        }
        let approvals = file.approvals.map { AccessRuleText($0) }.map { "\($0.who): \($0.what) \($0.on)" }
        return relays + approvals + AccessRuleText.limits(of: file).map { "\($0.who): \($0.what)" }
    }

    /// The rules for those whom no list has, such as a group of a directory service, or a user in one unit.
    private static func rules(
        of file: AccessFile, forNoneOf people: [Identity], _ accounts: Accounts
    ) -> [String] {
        let grants = file.grants.map { ($0.conditions, words(Rights([$0.grant]))) }
        let all = grants + file.never.map { ($0.conditions, words(Rights([], bars: [$0.bar]))) }
        return all.flatMap { conditions, words -> [String] in
            let isListed = people.contains { person in conditions.allSatisfy { $0.holds(for: person) } }
            guard !isListed, !conditions.contains(.nobody) else { return [] }
            return words.map { "\(AccessRuleText.words(conditions, accounts)): \($0)" }
        }
    }

    private static func words(_ rights: Rights?) -> [String] {
        guard let rights else { return [] }
        var words = rights.grants.map { grant -> String in
            let text = AccessRuleText(everybodyElse: grant)
            return [text.what, "on", text.on, text.except.isEmpty ? "" : "except \(text.except)"].filter { !$0.isEmpty }.joined(
                separator: " ")
        }
        words += rights.bars.map { "never \($0.from.rawValue) on \($0.on.patterns.joined(separator: " "))" }
        return words
    }
}
