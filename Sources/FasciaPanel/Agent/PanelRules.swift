import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaProcess
import FasciaWire
import FasciaYAML

/// Runs the commands of a panel file that belong to changes, as `fascia on` does.
struct PanelRules: Sendable {
    let panel: String
    let socketPath: String
    let runner: CommandRunner
    /// Where the rules of the file stand.
    let places: [Position]
    let report: @Sendable (String) async -> Void

    /// A rule and its place in the file when it was started, which may be another one since.
    struct Numbered: Hashable, Sendable {
        var number: Int
        var rule: PanelRule
        /// What it says, by which it is told from others.
        var text: String

        static func == (left: Self, right: Self) -> Bool { left.text == right.text }
        func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    /// The rules of a file by what they say: one that is only at another place goes on.
    static func named(_ rules: [PanelRule]) -> [String: Numbered] {
        var named: [String: Numbered] = [:]
        for (index, rule) in rules.enumerated() {
            let parts = rule.topics + [rule.mode.rawValue, "\(rule.debounce ?? .zero)", rule.run.text]
            var text = JSON.array(parts.map { .string($0) }).line
            while named[text] != nil { text += " again" }
            named[text] = Numbered(number: index + 1, rule: rule, text: text)
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
        guard let index = places.indices.first(where: { self.name($0 + 1) == name }) else { return "\"\(name)\"" }
        return "the rule at \(places[index].file):\(places[index].line)"
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
