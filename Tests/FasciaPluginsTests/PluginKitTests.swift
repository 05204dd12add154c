import CFasciaPlugin
import FasciaPluginKit
import FasciaScene
import Foundation
import Testing
@testable import FasciaPlugins

/// The Swift kit agrees with the header, which defines the ABI.
@Suite struct PluginKitTests {
    private struct Plain: FasciaStyle {
        let kind: ControlKind
        let name = "plain"
        func measure(_ control: StyledControl, proposal: ProposedSize) -> Size { Size(columns: 1, rows: 1) }
        func draw(_ control: StyledControl, on canvas: StyleCanvas) {}
    }

    /// Converts `TEXT_FIELD` to `textField`.
    private func swiftName(_ name: Substring) -> String {
        let words = name.split(separator: "_").map { $0.lowercased() }
        return words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
    }

    @Test func itKnowsEveryKindOfControlThatTheHeaderDeclares() throws {
        let header = try String(contentsOfFile: Compiler.headers + "/fascia_plugin.h", encoding: .utf8)
        let declared = header.matches(of: /#define FASCIA_CONTROL_([A-Z_]+) ([0-9]+)u/).map {
            "\(swiftName($0.1)) \($0.2)"
        }
        let numbered = Control.Kind.allCases.map { "\($0) \($0.abi)" }
        #expect(declared == numbered)
        #expect(declared == ControlKind.allCases.map { "\($0) \($0.rawValue)" })
    }

    private struct Blank: FasciaRenderer {
        let mediaType = "text/plain"
        let needsCells: Bool
        func render(_ screens: String) -> String { "" }
    }

    /// A host of an older version would give it nodes.
    @Test(arguments: [(false, 0, 0), (true, FASCIA_RENDERER_CELLS, 2)])
    func aRendererThatNeedsCellsSaysSo(_ needsCells: Bool, _ flags: UInt32, _ minor: UInt16) throws {
        let plugin = FasciaPlugin(id: "blank", version: "1", renderer: Blank(needsCells: needsCells))
        let table = try #require(plugin.table.pointee.get_extension(plugin.table, FASCIA_EXTENSION_RENDERER))
        // The header defines this type for this extension id.
        let renderer = table.assumingMemoryBound(to: fascia_renderer.self).pointee
        #expect(renderer.flags == flags)
        #expect(renderer.struct_size == UInt32(MemoryLayout<fascia_renderer>.size))
        #expect(plugin.table.pointee.needs_minor == minor)
    }

    @Test func aStyleForEachKindIsInThePluginsTable() throws {
        let plugin = FasciaPlugin(id: "all", version: "1", styles: ControlKind.allCases.map(Plain.init))
        let table = try #require(plugin.table.pointee.get_extension(plugin.table, FASCIA_EXTENSION_STYLE))
        // The header defines this type for this extension id.
        let styles = table.assumingMemoryBound(to: fascia_style_extension.self).pointee
        let kinds = (0..<Int(styles.count)).compactMap { styles.styles[$0]?.pointee.kind }
        #expect(kinds.compactMap { Control.Kind($0) }.map(\.rawValue) == ControlKind.allCases.map { "\($0)" })
    }
}
