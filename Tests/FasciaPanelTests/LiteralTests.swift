import FasciaDocument
import FasciaProcess
import FasciaYAML
import Testing

@testable import FasciaPanel

/// Nothing that comes from data is a pattern, an option or a part of the file's language.
@Suite struct LiteralTests {
    /// A panel with one template, for these rows.
    private func expanded(_ item: String, _ lines: [String]) throws -> ExpandedPanel {
        let outcome = parse(panel("- each: {from: [rows], id: line}\n" + item))
        #expect(!outcome.hasErrors, "\(outcome.problems)")
        let file = try #require(outcome.file)
        guard case .each(let each)? = file.screens.first?.items.first?.content else {
            Issue.record("no each")
            return ExpandedPanel(file, .init())
        }
        var data = ExpandedPanel.Data()
        data.rows[each.from] = lines.map { ["line": $0] }
        return ExpandedPanel(file, data)
    }

    private static let patterns = ["**", "*", "disk/*", "*\u{301}", "a**b"]

    @Test(arguments: [
        "  value: \"{line}\"\n  set: [x, \"{value}\"]", "  gauge: \"{line}\"\n  from: [x]",
        "  switch: all/{line}\n  unit: x.service",
        "  picker: all/{line}\n  choices: [a]\n  set: [x]",
    ])
    func aRowIsNeverAPattern(_ item: String) throws {
        let panel = try expanded(item, LiteralTests.patterns + ["plain"])
        #expect(Thing.all(panel).count == 1, "\(Thing.all(panel).map(\.id))")
        #expect(Thing.all(panel).first?.id.hasSuffix("plain") == true)
        let leftOut = "\(LiteralTests.patterns.count) rows are left out"
        #expect(panel.listProblems.values.contains { $0.hasPrefix(leftOut) }, "\(panel.listProblems)")
        for call in Publication(panel).calls { #expect(!call.key.contains("*"), "\(call.key)") }
    }

    @Test(arguments: [
        "- value: \"**\"\n  set: [x]", "- gauge: \"*\"\n  from: [x]", "- group: g\n  options: {\"a*\": }",
        "- switch: \"g/*\\u0301\"",
        "- {log: \"*\", follow: [x]}", "- picker: a/*\n  choices: [a]",
    ])
    func aKeyIsNeverAPattern(_ item: String) {
        let found = problems(panel(item))
        #expect(found.contains { $0.contains("error: ") && $0.contains("*") }, "\(found)")
    }

    /// journalctl takes patterns, and an option would begin with a dash.
    @Test func aUnitOfARowIsTheNameOfAUnit() throws {
        let panel = try expanded(
            "  log: log/{line}\n  unit: \"{line}\"", ["*", "ng?nx", "[a-z]", "a b", "", "nginx", "getty@tty1.service"])
        #expect(
            panel.declarations.logs.map { $0.follow.text.split(separator: " ").last } == [
                "--unit=nginx", "--unit=getty@tty1.service",
            ])
        let units = try expanded("  switch: units/x\n  unit: \"{line}\"", ["*"])
        #expect(Thing.all(units).isEmpty)
    }

    @Test func aRowIsNoPartOfACondition() throws {
        let panel = try expanded("  text: Full\n  shown: \"value:{line} == on\"", ["a == off", "not b > 3", "c"])
        #expect(panel.screens[0].items.map { $0.shown?["value"] } == ["a == off", "not b > 3", "c"])
        #expect(panel.screens[0].items.allSatisfy { $0.shown?["is"] == "on" && $0.shown?["not"] == nil })
        let operand = try expanded("  text: Full\n  shown: \"value:a == {line}\"", ["true", "3"])
        #expect(operand.screens[0].items.map { $0.shown?["is"] } == ["true", "3"])
    }

    /// A dash that an accent follows is one character for people, and a dash for programs.
    @Test(arguments: ["-\u{301}rf", "-\u{200D}x", "-\u{FE0F}"])
    func aDashIsTheFirstByte(_ value: String) throws {
        let position = Position(file: "f")
        let template = CommandTemplate(
            arguments: [.literal("rm"), .placeholder(prefix: "", name: "value")], position: position)
        #expect(throws: CommandRefusal.self) { try template.command(["value": value]) }
    }
}

/// A secret appears in no text that leaves the agent.
@Suite struct SecretTests {
    private func thing(_ more: String) throws -> Thing {
        let outcome = parse(panel("- value: key\n  secret: true\n  set: [cat]\n  status: [cat]\n" + more))
        let file = try #require(outcome.file, "\(outcome.problems)")
        return try #require(Thing.all(ExpandedPanel(file, .init())).first)
    }

    private func result(_ end: CommandResult.End, _ text: String, _ errors: String = "") -> CommandResult {
        var (output, error) = (OutputTail(), OutputTail())
        output.append(text.utf8)
        error.append(errors.utf8)
        return CommandResult(end, output: output, errors: error)
    }

    @Test func aStateThatIsTooLongForAPickerHasAReason() throws {
        let outcome = parse(panel("- picker: c/long\n  choices: [A, B]\n  set: [cat]\n  status: [cat]\n"))
        let file = try #require(outcome.file, "\(outcome.problems)")
        let picker = try #require(Thing.all(ExpandedPanel(file, .init())).first)
        let most = String(repeating: "x", count: 512)
        #expect(picker.held(.value(.string(most))) == .value(.string(most)))
        #expect(picker.held(.value(.string(most + "x"))) == .unknown("the output has 513 bytes: a choice has at most 512"))
    }

    @Test(arguments: [
        "  kind: int", "  kind: double", "  kind: bool", "  says: json", "  says: {match: \"^x([0-9]+)$\"}",
        "  kind: int\n  says: json",
    ])
    func aReasonWithoutAStateDoesNotQuoteASecret(_ more: String) throws {
        let thing = try thing(more)
        for result in [
            result(.exited(0), "hunter2\n"), result(.exited(1), "hunter2\n"), result(.exited(4), "", "no: hunter2\n"),
            result(.exited(0), "{\"value\": \"hunter2\"}"), result(.signalled(9), "hunter2"),
        ] {
            if case .unknown(let reason) = thing.reading(result) {
                #expect(!reason.contains("hunter2") && !reason.isEmpty, "\(reason)")
            }
        }
        guard case .unknown(let reason) = thing.reading(result(.exited(7), "hunter2")) else {
            Issue.record("known")
            return
        }
        #expect(reason.hasPrefix("exit status 7"))
    }

    @Test func aRefusedSecretIsNotQuoted() throws {
        let thing = try thing("  pattern: \"[0-9]+\"")
        do {
            _ = try thing.command(for: ThingChange(from: .null, to: "hunter2"))
            Issue.record("not refused")
        } catch {
            #expect(error.message == "key must match [0-9]+")
        }
    }
}
