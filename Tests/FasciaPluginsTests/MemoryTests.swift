import FasciaRender
import FasciaScene
import Foundation
import Testing
@testable import FasciaPlugins

/// What a plugin is told of selections, how it is reloaded, and where it reacts to clicks.
@Suite struct MemoryTests {
    let folder = try! TemporaryFolder()
    let listener = Listener()

    /// Builds the plugin as a new file, so that the code of a running one does not change.
    func build(_ macros: String...) throws {
        try folder.build(
            Compiler.root + "/Tests/FasciaPluginsTests/Remembering/remembering.c", to: "new.so", macros.map { "-D\($0)" })
        #expect(rename(folder.path + "/new.so", folder.path + "/remembering.so") == 0)
    }

    func loaded(_ macros: String...) throws -> PluginLoader {
        try folder.build(
            Compiler.root + "/Tests/FasciaPluginsTests/Remembering/remembering.c", to: "remembering.so", macros.map { "-D\($0)" })
        var loader = folder.loader(listener)
        _ = try loader.load("remembering")
        return loader
    }

    func style(_ kind: Control.Kind, _ loader: PluginLoader) throws -> PluginStyle {
        try #require(loader.plugins.first?.styles.first { $0.kind == kind })
    }

    var picker: Control {
        var picker = Control(kind: .picker, label: "Size", value: "S")
        picker.options = ["S", "M", "L"]
        return picker
    }

    func picture(_ loader: PluginLoader) throws -> String {
        try style(.picker, loader).picture(picker).trimmingCharacters(in: .whitespaces)
    }

    // MARK: - Selections

    @Test func aStyleIsToldOfASelectionAndDrawsAgain() throws {
        let loader = try loaded()
        #expect(try style(.picker, loader).isToldOfSelections)
        #expect(try !style(.slider, loader).isToldOfSelections)
        #expect(try picture(loader) == "0:none now S")
        try style(.picker, loader).willSelect(2, of: picker)
        #expect(try picture(loader) == "1:L now S")
        #expect(listener.messages == ["L"])
    }

    // MARK: - Reloads

    @Test func aReloadedStyleBeginsAnew() throws {
        var loader = try loaded()
        try style(.picker, loader).willSelect(1, of: picker)
        #expect(try picture(loader) == "1:M now S")
        try build()
        _ = try loader.reload("remembering")
        #expect(try picture(loader) == "0:none now S")
    }

    /// It is asked about the controls of the last frames before it is used.
    @Test func aBuildThatCrashesAfterItsReloadIsNotUsed() throws {
        var loader = try loaded()
        try style(.picker, loader).willSelect(1, of: picker)
        #expect(try picture(loader) == "1:M now S")
        try build("DRAW_CRASHES")
        let error = #expect(throws: PluginError.self) { try loader.reload("remembering") }
        #expect(
            error?.message
                == "plugin \"remembering\" is not loaded: it was ended by signal 6 (Aborted), so the build before it stays")
        #expect(try picture(loader) == "1:M now S")
    }

    /// Its process is ended after a while; the daemon goes on meanwhile.
    @Test func aBuildThatHangsAfterItsReloadBlocksNothing() throws {
        var loader = try loaded()
        try style(.picker, loader).willSelect(1, of: picker)
        #expect(try picture(loader) == "1:M now S")
        try build("DRAW_HANGS")
        let starting = try loader.start("remembering")
        var count = 0
        while !starting.proceed() {
            count += 1
            #expect(try picture(loader) == "1:M now S")
        }
        #expect(count > 0)
        let error = #expect(throws: PluginError.self) { try loader.finish("remembering", starting) }
        #expect(
            error?.message
                == "plugin \"remembering\" is not loaded: it took longer than 5 seconds, so the build before it stays")
        #expect(try picture(loader) == "1:M now S")
    }

    // MARK: - Regions

    @Test func aRegionIsAPartOfTheControl() throws {
        let loader = try loaded()
        var slider = Control(kind: .slider, label: "Volume")
        slider.fraction = 0.5
        let size = CellSize(columns: 30, rows: 1)
        #expect(
            try style(.slider, loader).parts(slider, size: size)
                == [ControlPart(CellRect(column: 10, row: 0, columns: 11, rows: 1), .range)])
    }

    @Test func withoutRegionsThereAreNoParts() throws {
        let loader = try loaded("NO_REGIONS")
        let size = CellSize(columns: 30, rows: 1)
        #expect(try style(.slider, loader).parts(Control(kind: .slider, label: "Volume"), size: size) == [])
    }

    @Test(arguments: [("odd", "an unknown region"), ("even", "a region of a negative size")])
    func aRegionThatIsWrongIsAFault(_ label: String, _ what: String) throws {
        let loader = try loaded()
        #expect(try style(.stepper, loader).picture(Control(kind: .stepper, label: label)) == "bui")
        #expect(listener.messages.first?.contains("it drew \(what) for \"\(label)\"") == true, "\(listener.messages)")
    }
}
