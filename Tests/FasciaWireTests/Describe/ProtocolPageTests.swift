import FasciaWire
import Foundation
import Testing

@Suite struct ProtocolPageTests {
    private static let path =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path + "/docs/protocol.md"

    /// `FASCIA_WRITE_DOCS=1` writes the page before it is compared.
    @Test func thePageIsCurrent() throws {
        let text = try ProtocolPage.text()
        if ProcessInfo.processInfo.environment["FASCIA_WRITE_DOCS"] != nil {
            try text.write(toFile: Self.path, atomically: true, encoding: .utf8)
        }
        let page = try? String(contentsOfFile: Self.path, encoding: .utf8)
        #expect(page == text, "docs/protocol.md is not current: run `make docs`")
    }

    @Test func itNamesEverything() throws {
        let text = try ProtocolPage.text()
        for method in Catalogue.methods {
            #expect(text.contains("\n### \(method.name)\n"))
            for parameter in method.parameters { #expect(text.contains("| `\(parameter.name)` |"), "\(method.name)") }
        }
        for name in try Description.json()["$defs"]?.objectValue?.members.map(\.key) ?? [] {
            #expect(text.contains("\n### \(name)\n"))
        }
    }
}
