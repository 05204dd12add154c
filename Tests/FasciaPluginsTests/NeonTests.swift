import FasciaDocument
import FasciaRender
import FasciaScene
import Foundation
import Testing
@testable import FasciaPlugins

/// The built neon plugin, loaded as a host loads it.
@Suite struct NeonTests {
    let folder = try! TemporaryFolder()
    let listener = Listener()

    /// Loads a copy of the library that the build puts beside the test program.
    func neon() throws -> LoadedPlugin {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let built = URL(fileURLWithPath: program).deletingLastPathComponent().appendingPathComponent("libneon.so").path
        // The build directory may be writable by a group, which the loader refuses; a copy is not.
        try FileManager.default.copyItem(atPath: built, toPath: folder.path + "/libneon.so")
        folder.chmod("libneon.so", 0o755)
        var loader = folder.loader(listener)
        return try loader.load("neon")
    }

    func style(_ kind: Control.Kind) throws -> PluginStyle {
        try #require(try neon().styles.first { $0.kind == kind })
    }

    @Test func itLoadsAndGivesItsStyles() throws {
        let plugin = try neon()
        #expect(plugin.version == "1.0.0")
        #expect(plugin.styles.map { "\($0.kind) \($0.name)" } == ["toggle neon", "button neon"])
    }

    @Test func itsManifestSaysWhatThePluginSays() throws {
        let plugin = try neon()
        try FileManager.default.copyItem(
            atPath: Compiler.root + "/plugins/neon/neon.json", toPath: folder.path + "/neon.json")
        let info = try #require(folder.loader().list().first)
        #expect(info.error == nil)
        #expect(info.version == plugin.version)
        #expect(info.styles == plugin.styles.map { .init(kind: $0.kind.rawValue, name: $0.name) })
    }

    @Test func aPendingToggleShowsIt() throws {
        var control = Control(kind: .toggle, label: "Ham", state: .on)
        control.isPending = true
        #expect(try style(.toggle).picture(control) == " ◉━━ ... Ham ")
    }

    @Test(arguments: [
        (Control(kind: .toggle, label: "Ham", state: .on), " ◉━━ ON  Ham "),
        (Control(kind: .toggle, label: "Ham", state: .off), " ━━○ off Ham "),
        (Control(kind: .toggle, label: "Ham", state: .mixed), " ━◐━ mix Ham "),
        (Control(kind: .toggle, label: "Ham", state: .on, isEnabled: false), " ◉┄┄ ON  Ham "),
        (Control(kind: .toggle, label: "Ham", state: .on, isFocused: true), "❮◉━━ ON  Ham❯"),
        (Control(kind: .toggle, label: "Ham", state: .on, unicode: false), " @== ON  Ham "),
        (Control(kind: .toggle, label: "Ham", state: .off, unicode: false), " ==o off Ham "),
        (Control(kind: .toggle, label: "Ham", state: .mixed, unicode: false), " =%= mix Ham "),
        (Control(kind: .toggle, label: "Ham", state: .off, isEnabled: false, unicode: false), " ..o off Ham "),
        (Control(kind: .toggle, label: "Ham", state: .off, isFocused: true, unicode: false), "[==o off Ham]"),
    ])
    func aToggleIsReadWithoutColour(_ control: Control, _ picture: String) throws {
        #expect(try style(.toggle).picture(control) == picture)
        #expect(listener.issues.isEmpty)
    }

    @Test(arguments: [
        (Control(kind: .button, label: "Save"), " ⟨ Save ⟩ "),
        (Control(kind: .button, label: "Save", isFocused: true), "❮⟨ Save ⟩❯"),
        (Control(kind: .button, label: "Save", isEnabled: false), " ⟨┄Save┄⟩ "),
        (Control(kind: .button, label: "Wipe", role: .destructive), " ⟨!Wipe!⟩ "),
        (Control(kind: .button, label: "Wipe", role: .destructive, isFocused: true, unicode: false), "[<!Wipe!>]"),
        (Control(kind: .button, label: "Wipe", role: .destructive, isEnabled: false, unicode: false), " <.Wipe.> "),
    ])
    func aButtonIsReadWithoutColour(_ control: Control, _ picture: String) throws {
        #expect(try style(.button).picture(control) == picture)
        #expect(listener.issues.isEmpty)
    }

    @Test func everyToggleThatMeansSomethingElseLooksDifferent() throws {
        let style = try style(.toggle)
        for unicode in [true, false] {
            var pictures: Set<String> = []
            for state in GroupState.allCases {
                for enabled in [true, false] {
                    for focused in [true, false] {
                        let control = Control(
                            kind: .toggle, label: "x", state: state, isEnabled: enabled, isFocused: focused,
                            unicode: unicode)
                        pictures.insert(style.picture(control))
                        #expect(unicode || style.picture(control).allSatisfy(\.isASCII))
                    }
                }
            }
            #expect(pictures.count == 12)
        }
    }

    @Test func aTintTakesThePlaceOfCyan() throws {
        let style = try style(.toggle)
        func color(_ control: Control) -> RGB? {
            var canvas = Canvas(size: CellSize(columns: 20, rows: 1))
            style.draw(control, into: &canvas)
            for case .text("◉━━", _, let look) in canvas.operations { return look.foreground }
            return nil
        }
        #expect(color(Control(kind: .toggle, label: "x", state: .on)) == RGB(0x00, 0xE5, 0xFF))
        let red = Control(kind: .toggle, label: "x", state: .on, tint: NamedColor("red"))
        #expect(color(red) == RGB(255, 59, 48))
    }

    @Test func whereThereIsTooLittleRoomTheSignOfTheFocusStays() throws {
        let style = try style(.toggle)
        let control = Control(kind: .toggle, label: "A long label", isFocused: true)
        let size = style.measure(control, proposal: ProposedCells(columns: 14))
        #expect(size == CellSize(columns: 14, rows: 1))
        var canvas = Canvas(size: size)
        style.draw(control, into: &canvas)
        #expect(canvas.line(0) == "❮━━○ off A lo❯")
    }

    @Test func aWideLabelIsMeasuredInColumns() throws {
        let style = try style(.toggle)
        let control = Control(kind: .toggle, label: "漢字")
        #expect(style.measure(control, proposal: ProposedCells()) == CellSize(columns: 14, rows: 1))
    }
}
