import Testing
@testable import FasciaDocument
@testable import FasciaModel

/// A panel survives the round trip through its archive and through its contents.
@Suite struct ArchiveTests {
    private func restored(_ panel: Panel) throws -> Panel {
        try panel.archive.withUnsafeBytes { try Panel(archive: $0, limits: panel.limits) }
    }

    private func expectSame(_ panel: Panel, _ comment: Comment? = nil) throws {
        let again = try restored(panel)
        #expect(again.restarted == panel.restarted, comment)
        #expect(again.checkInvariants() == [], comment)
        #expect(again.archive == panel.archive, comment)
        // A panel made from its contents is equal, too.
        #expect(try Panel(contents: panel.contents, limits: panel.limits) == panel, comment)
        // State that equality ignores also survives: both panels continue identically.
        var (one, other) = (panel, again)
        let push = Command.push(stack: "main", route: Route("next"), handles: [])
        #expect(try one.apply(push) == other.apply(push), comment)
    }

    @Test func aNewPanel() throws { try expectSame(Panel()) }

    @Test func completePanelRoundTrips() throws {
        var panel = Panel()
        let args: JSON = ["a": [1, 2.5, -1, "ü\u{301}", .null, true, ["x": -0.0]], "b": [:], "c": .int(.min)]
        let commands: [Command] = [
            .push(stack: "main", route: Route("a", args: args), handles: ["onSave", "onDelete"]),
            .modal(stack: "main", route: Route("b"), style: .alert, handles: []),
            .setPath(stack: "side", [PathStep(Route("x")), PathStep(Route("y"), modal: .cover)]),
            .declareTarget(
                Target(name: "t", path: [PathStep(Route("a", args: args)), PathStep(Route("b"), modal: .sheet)], mode: .push)),
            .declareGroup(
                OptionDeclaration(
                    id: "g", title: "G",
                    options: [
                        OptionDeclaration(id: "a", on: true), OptionDeclaration(id: "b", title: "B", disabled: true),
                        OptionDeclaration(
                            id: "s", options: [OptionDeclaration(id: "c"), OptionDeclaration(id: "d", on: true)],
                            rules: .init(exclusive: true)),
                        OptionDeclaration(id: "e", options: [], independent: true), OptionDeclaration(id: "f"),
                    ], rules: .init(min: 1, max: 5, requires: ["a": ["s/d"]], excludes: [["b", "f"], ["f", "s/c"]]))),
            .declareGroup(OptionDeclaration(id: "many", options: (0..<200).map { OptionDeclaration(id: "o\($0)") })),
            .setToggle(id: "many/o63", on: true), .setToggle(id: "many/o64", on: true),
            .enableToggle(id: "many/o199", enabled: false),
            .declarePicker(
                PickerDeclaration(
                    id: "p", title: "P",
                    components: [
                        PickerComponent(
                            id: "unit", elements: [.init(id: "m", label: "metres"), .init(id: "cm", label: "cm")]),
                        PickerComponent(id: "comma", elements: [.init(id: ",", label: ",")], role: .label),
                        PickerComponent(
                            id: "v", title: "V", isOptional: true, dependsOn: "unit",
                            elementsFor: ["m": [.init(id: "1", label: "1")], "cm": [.init(id: "100", label: "100")]]),
                    ])),
            .pick(id: "p/unit", element: "cm"), .pick(id: "p/v", element: "100"),
            .declareValue(ValueDeclaration(key: "n", kind: .double, initial: 2, range: 0...10, step: 0.5)),
            .setValue(key: "n", 7), .setValue(key: "free", args),
            .putScreen(
                Screen(
                    id: "a", title: "A", body: Node(.text(TextContent("Hello")), id: "t"), emits: ["onSave"],
                    environment: ["tint": "red"])),
            .putScreen(Screen(id: "z", body: Node(.empty))), .setOrphaned(screens: ["a"], true),
            .setEnvironment(.panel, ["x": 1]), .setEnvironment(.stack("side"), ["y": [2]]),
            .setEnvironment(.screen("later"), ["z": 3]), .setEnvironment(.entry(EntryID("e2")), ["w": 4]),
        ]
        for command in commands { #expect(try !panel.apply(command).isEmpty, "\(command)") }
        try expectSame(panel)
    }

    @Test(arguments: UInt64(1)...40) func randomPanelsRoundTrip(seed: UInt64) throws {
        var random = Random(seed: seed)
        var panel = Panel()
        for _ in 0..<150 { _ = try? panel.apply(random.command(in: panel)) }
        try expectSame(panel, "seed \(seed)")
    }

    @Test func loweredLimitsKeepExistingState() throws {
        var panel = Panel()
        _ = try panel.apply(.setValue(key: "a", 1))
        _ = try panel.apply(.setValue(key: "b", 1))
        var limits = Limits()
        limits.values = 1
        var again = try panel.archive.withUnsafeBytes { try Panel(archive: $0, limits: limits) }
        #expect(again.valueKeys == ["a", "b"])
        #expect(throws: Refusal.self) { try again.apply(.setValue(key: "c", 1)) }
    }

    // MARK: - Invalid bytes

    private func message(_ bytes: [UInt8]) -> String? {
        bytes.withUnsafeBytes { bytes in
            do throws(ArchiveError) {
                _ = try Panel(archive: bytes, limits: Limits())
                return nil
            } catch { return error.message }
        }
    }

    @Test func otherVersionIsRefused() {
        #expect(message([99] + Panel().archive.dropFirst()) == "the archive has version 99, but this program reads only 10")
    }

    @Test func truncatedOrOverlongArchiveIsRefused() {
        let bytes = Panel().archive
        for count in bytes.indices { #expect(message(Array(bytes[..<count])) != nil, "\(count) bytes") }
        #expect(message(bytes + [0]) == "there is data after the end of the archive")
    }

    /// Arbitrary bytes give an error or a panel, but never a crash.
    @Test(arguments: UInt64(1)...20) func arbitraryBytesNeverCrash(seed: UInt64) throws {
        var random = Random(seed: seed)
        var panel = Panel()
        for _ in 0..<60 { _ = try? panel.apply(random.command(in: panel)) }
        let bytes = panel.archive
        for _ in 0..<200 {
            var damaged = bytes
            damaged[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
            _ = message(damaged)
        }
    }
}
