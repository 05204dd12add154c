import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaProcess
import FasciaWire
import FasciaYAML
import Synchronization

/// Runs the commands of a panel file that belong to changes, as `fascia on` does.
struct PanelRules: Sendable {
    let panel: String
    let socketPath: String
    let runner: CommandRunner
    let table: RuleTable
    let report: @Sendable (String) async -> Void

    /// A rule and its number, which is its place in the file unless an edit has moved it since.
    struct Numbered: Hashable, Sendable {
        var number: Int
        var rule: PanelRule
        /// What it says, by which it is told from others.
        var text: String

        static func == (left: Self, right: Self) -> Bool { left.text == right.text }
        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    /// The rules of a file by what they say: one that is only at another place goes on, and keeps its number.
    ///
    /// - Parameter earlier: those before an edit.
    static func named(_ rules: [PanelRule], after earlier: [String: Numbered] = [:]) -> [String: Numbered] {
        var named: [String: Numbered] = [:]
        for (index, rule) in rules.enumerated() {
            let parts = rule.topics + [rule.mode.rawValue, "\(rule.debounce ?? .zero)", rule.run.text]
            var text = JSON.array(parts.map { .string($0) }).line
            while named[text] != nil { text += " again" }
            named[text] = Numbered(number: index + 1, rule: rule, text: text)
        }
        // A rule is known by its number: no other one has it.
        var taken = Set(earlier.lazy.filter { named[$0.key] != nil }.map(\.value.number))
        for (text, rule) in named.sorted(by: { $0.value.number < $1.value.number }) {
            var number = earlier[text]?.number ?? rule.number
            if earlier[text] == nil { while taken.contains(number) { number += 1 } }
            taken.insert(number)
            named[text]?.number = number
        }
        return named
    }

    /// Runs until the task is cancelled.
    func run(_ numbered: Numbered) async {
        let rule = rule(numbered)
        var backOff = BackOff()
        while !Task.isCancelled {
            let watch = ReconnectingWatch(path: socketPath, topics: numbered.rule.topics, name: name(numbered))
            do {
                for try await item in watch {
                    switch item {
                    case .started: backOff = BackOff()
                    case .event(let event): await rule.receive(event)
                    case .gap: await report("a rule for \(topics(numbered)) has missed changes")
                    case .lost: break
                    }
                }
            } catch let error as RemoteError {
                await report("a rule for \(topics(numbered)): \(error.message)")
            } catch {
                // There is no daemon now.
            }
            guard (try? await ConnectionThread.shared.sleep(for: backOff.next())) != nil else { break }
        }
        await rule.cancel()
    }

    private func topics(_ numbered: Numbered) -> String { numbered.rule.topics.joined(separator: ", ") }

    /// What the history calls the changes of the rule's command.
    private func name(_ numbered: Numbered) -> String { name(numbered.number) }
    private func name(_ number: Int) -> String { "fascia panel \(panel), rule \(number)" }

    private func rule(_ numbered: Numbered) -> Rule {
        var settings = Rule.Settings()
        settings.mode = RuleQueue.Mode(rawValue: numbered.rule.mode.rawValue) ?? .queue
        settings.maximum = 8
        settings.debounce = numbered.rule.debounce
        let output = Rule.Output { [report] message in
            Task(executorPreference: ConnectionThread.shared) { await report(message) }
        }
        return Rule(
            name(numbered), topics: numbered.rule.topics, settings: settings, socketPath: socketPath, output: output,
            describe: { [self] in describe($0) },
            command: { [runner] trigger throws(Rule.Refusal) in try PanelRules.command(numbered.rule, trigger, runner) })
    }

    /// - Parameter name: what the history calls the changes of a rule's command, of this file or another.
    private func describe(_ name: String) -> String {
        guard let place = table.place(where: { self.name($0) == name }) else { return "\"\(name)\"" }
        return "the rule at \(place.file):\(place.line)"
    }

    private static func command(
        _ rule: PanelRule, _ trigger: Rule.Trigger, _ runner: CommandRunner
    ) throws(Rule.Refusal) -> ProcessCommand? {
        let (value, old) = (trigger.change["to"]?.variable ?? "", trigger.change["from"]?.variable ?? "")
        do throws(CommandRefusal) {
            let command = runner.located(try rule.run.command(["value": value, "old": old, "id": trigger.id]))
            guard runner.isDry else { return command }
            runner.print(CommandRunner.text(command))
            return nil
        } catch {
            throw Rule.Refusal(error.message)
        }
    }
}

/// The rules of a panel file as it is now.
final class RuleTable: Sendable {
    private let rules = Mutex<[String: PanelRules.Numbered]>([:])

    /// Takes the rules of a file, or of its edit.
    func update(_ rules: [PanelRule]) -> [String: PanelRules.Numbered] {
        self.rules.withLock { all in
            all = PanelRules.named(rules, after: all)
            return all
        }
    }

    /// Where the rule with a number stands.
    func place(where isMeant: (Int) -> Bool) -> Position? {
        rules.withLock { all in all.values.first { isMeant($0.number) }?.rule.position }
    }
}
