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

    @Test func aStyleForEachKindIsInThePluginsTable() throws {
        let plugin = FasciaPlugin(id: "all", version: "1", styles: ControlKind.allCases.map(Plain.init))
        let table = try #require(plugin.table.pointee.get_extension(plugin.table, FASCIA_EXTENSION_STYLE))
        // The header defines this type for this extension id.
        let styles = table.assumingMemoryBound(to: fascia_style_extension.self).pointee
        let kinds = (0..<Int(styles.count)).compactMap { styles.styles[$0]?.pointee.kind }
        #expect(kinds.compactMap { Control.Kind($0) }.map(\.rawValue) == ControlKind.allCases.map { "\($0)" })
    }
}
