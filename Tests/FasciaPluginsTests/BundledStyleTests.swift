import FasciaDocument
import FasciaRender
import FasciaScene
import Foundation
import Testing
@testable import FasciaPlugins

/// The built plugins neon and ascii, loaded as a host loads them.
@Suite struct BundledStyleTests {
    let folder = try! TemporaryFolder()
    let listener = Listener()

    /// Loads a copy of the library that the build puts beside the test program.
    func plugin(_ name: String) throws -> LoadedPlugin {
        try folder.copy(plugin: name)
        var loader = folder.loader(listener)
        return try loader.load(name)
    }

    private func lines(_ control: Control, _ style: PluginStyle, columns: Int? = nil) -> [String] {
        let proposal = ProposedCells(columns: columns)
        let size =
            style.kind.isSurface ? CellSize(columns: columns ?? 40, rows: 4) : style.measure(control, proposal: proposal)
        var canvas = Canvas(size: size)
        style.draw(control, into: &canvas)
        return canvas.lines
    }

    @Test(arguments: ["neon", "ascii"]) func itHasAStyleForEveryKind_asItsManifestSays(_ name: String) throws {
        let plugin = try plugin(name)
        #expect(plugin.version == "1.0.0")
        #expect(plugin.styles.map(\.kind) == Control.Kind.allCases)
        #expect(plugin.styles.allSatisfy { $0.name == name })
        try FileManager.default.copyItem(
            atPath: Compiler.root + "/plugins/\(name)/\(name).json", toPath: folder.path + "/\(name).json")
        let info = try #require(folder.loader().list().first)
        #expect(info.error == nil)
        #expect(info.version == plugin.version)
        #expect(info.styles == plugin.styles.map { .init(kind: $0.kind.rawValue, name: $0.name) })
    }

    @Test(arguments: ["neon", "ascii"]) func aCheckFindsNothingWrong(_ name: String) throws {
        let isolation = PluginIsolation(patience: .seconds(60))
        _ = try plugin(name)
        let check = try PluginCheck(path: "\(folder.path)/lib\(name).so", isolation: isolation, hostVersion: "1")
        #expect(check.faults == [])
    }

    /// The states of a control that differ in more than colour.
    private func states(of kind: Control.Kind) -> Set<String> {
        var states: Set = ["plain", "focused", "pending", "unconfirmed", "unknown", "stale", "failed"]
        if kind.isOperable { states.insert("disabled") }
        switch kind {
        case .toggle: states.formUnion(["on", "mixed"])
        case .option: states.insert("on")
        case .picker, .menu: states.formUnion(["on", "mixed"])
        case .button: states.insert("destructive")
        default: break
        }
        return states
    }

    @Test(arguments: ["neon", "ascii"]) func statesDifferWithoutColours_withAndWithoutUnicode(_ name: String) throws {
        for style in try plugin(name).styles where !style.kind.isSurface {
            let states = states(of: style.kind)
            for (unicode, isRow) in [(true, false), (false, false), (true, true), (false, true)] {
                var pictures: [[String]: String] = [:]
                for sample in SampleControl.all(of: style.kind) where states.contains(sample.name) {
                    var control = sample.control
                    (control.unicode, control.isRow, control.colorDepth) = (unicode, isRow, 0)
                    let lines = lines(control, style, columns: isRow ? 60 : nil)
                    #expect(
                        pictures[lines] == nil, "\(style.kind): \(sample.name) looks like \(pictures[lines] ?? ""): \(lines)")
                    pictures[lines] = sample.name
                }
                #expect(pictures.count == states.count)
            }
        }
        #expect(listener.issues.isEmpty)
    }

    @Test(arguments: ["neon", "ascii"]) func anAlertAndASelectedRowDiffer(_ name: String) throws {
        let styles = try plugin(name).styles
        for (kind, change) in [(Control.Kind.modal, \Control.isAlert)] {
            let style = try #require(styles.first { $0.kind == kind })
            for unicode in [true, false] {
                var control = Control(kind: kind, label: "Sure?", unicode: unicode)
                let plain = lines(control, style)
                control[keyPath: change] = true
                #expect(lines(control, style) != plain)
            }
        }
        let row = try #require(styles.first { $0.kind == .listRow })
        #expect(
            lines(Control(kind: .listRow, label: "", state: .on), row) != lines(Control(kind: .listRow, label: ""), row))
    }

    @Test(arguments: ["neon", "ascii"]) func clicksInPartsMeanWhatIsDrawnThere(_ name: String) throws {
        let styles = try plugin(name).styles
        func meanings(_ kind: Control.Kind, _ change: (inout Control) -> Void = { _ in }) throws -> [ControlPart.Meaning] {
            let style = try #require(styles.first { $0.kind == kind })
            var control = try #require(SampleControl.all(of: kind).first).control
            change(&control)
            return style.parts(control, size: style.measure(control, proposal: ProposedCells())).map(\.meaning)
        }
        #expect(try meanings(.slider) == [.range])
        #expect(try meanings(.segments) == [.option(0), .option(1), .option(2)])
        #expect(try meanings(.stepper) == [.decrement, .increment])
        #expect(try meanings(.textField) == [.text])
        #expect(try meanings(.slider) { $0.isEnabled = false } == [])
    }

    @Test func withoutUnicodeNeonDrawsASCII() throws {
        for style in try plugin("neon").styles {
            for sample in SampleControl.all(of: style.kind) {
                var control = sample.control
                control.unicode = false
                for columns in [nil, 1, 20, 80] {
                    let isPlain = lines(control, style, columns: columns).joined().allSatisfy(\.isASCII)
                    #expect(isPlain, "\(style.kind) \(sample.name)")
                }
            }
        }
    }

    /// Whatever the terminal can show.
    @Test func asciiDraws7BitCharactersOnly() throws {
        for style in try plugin("ascii").styles {
            for sample in SampleControl.all(of: style.kind) {
                for columns in [nil, 1, 20, 80] {
                    let lines = lines(sample.control, style, columns: columns)
                    let isPlain = lines.joined().allSatisfy(\.isASCII)
                    #expect(isPlain, "\(style.kind) \(sample.name): \(lines)")
                }
            }
        }
    }

    @Test func pictures() throws {
        let neon = try plugin("neon").styles
        func picture(_ control: Control, _ columns: Int? = nil) throws -> String {
            lines(control, try #require(neon.first { $0.kind == control.kind }), columns: columns)[0]
        }
        #expect(try picture(Control(kind: .toggle, label: "Ham", state: .on, isFocused: true)) == "❯ ON  ●  Ham")
        #expect(try picture(Control(kind: .toggle, label: "Ham", isEnabled: false, unicode: false)) == " (o off) Ham")
        #expect(try picture(Control(kind: .button, label: "Wipe", role: .destructive)) == "  ! Wipe ")
        var row = Control(kind: .toggle, label: "A long label", state: .mixed)
        row.isRow = true
        #expect(try picture(row, 20) == " A long la…  ◐ mix  ")
        row.label = "漢字"
        #expect(try picture(row, 20) == " 漢字        ◐ mix  ")
    }

    @Test func aTintTakesThePlaceOfCyan() throws {
        let style = try #require(try plugin("neon").styles.first { $0.kind == .toggle })
        func ground(_ tint: NamedColor?) -> RGB? {
            var canvas = Canvas(size: CellSize(columns: 20, rows: 1))
            style.draw(Control(kind: .toggle, label: "x", state: .on, tint: tint), into: &canvas)
            for case .text(let text, _, let look) in canvas.operations where text.contains("ON") { return look.background }
            return nil
        }
        #expect(ground(nil) == RGB(0x00, 0xE5, 0xFF))
        #expect(ground(NamedColor("red")) == RGB(255, 59, 48))
    }
}
