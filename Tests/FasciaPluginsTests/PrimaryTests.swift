import FasciaDocument
import FasciaRender
import FasciaScene
import Foundation
import Testing
@testable import FasciaPlugins

/// The plugin `primary`, which remembers selections.
@Suite struct PrimaryTests {
    let folder = try! TemporaryFolder()
    let listener = Listener()

    private func load(_ name: String) throws -> LoadedPlugin {
        try folder.copy(plugin: name)
        var loader = folder.loader(listener)
        return try loader.load(name)
    }

    @Test func theManifestSaysWhatThePluginSays() throws {
        let (name, plugin) = ("primary", try load("primary"))
        try FileManager.default.copyItem(
            atPath: Compiler.root + "/plugins/\(name)/\(name).json", toPath: folder.path + "/\(name).json")
        let info = try #require(folder.loader().list().first)
        #expect(info.error == nil)
        #expect(info.version == plugin.version)
        #expect(info.styles == plugin.styles.map { .init(kind: $0.kind.rawValue, name: $0.name) })
    }

    @Test func allStatesAndSizesAreDrawn() throws {
        let check = try PluginCheck(
            path: HostTests.products + "/libprimary.so", isolation: PluginIsolation(patience: .seconds(60)), hostVersion: "1")
        #expect(check.faults == [])
    }

    @Test func primaryShowsWhatWasSelectedBefore() throws {
        let style = try #require(try load("primary").styles.first { $0.kind == .picker })
        var size = Control(kind: .picker, label: "Size", value: "S", tint: NamedColor("red"))
        size.options = ["S", "M"]
        #expect(style.picture(size).hasPrefix(" Size   S "))
        style.willSelect(1, of: size)
        size.value = "M"
        #expect(style.picture(size).hasPrefix(" Size  was S   M "))
        var canvas = Canvas(size: style.measure(size, proposal: ProposedCells()))
        style.draw(size, into: &canvas)
        let looks = canvas.operations.compactMap { if case .text(" M ", _, let look) = $0 { look } else { nil } }
        #expect(looks.first?.background == RGB(255, 59, 48), "the tint")
    }
}
