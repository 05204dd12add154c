import Foundation
import Testing

/// The DocC catalogue of each library builds without warnings: every symbol that a page names exists.
@Suite struct DocCTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    @Test(arguments: ["FasciaClient", "FasciaPluginKit", "FasciaTesting", "FasciaUI"])
    func theCatalogueBuildsWithoutWarnings(_ library: String) throws {
        let symbols = try SymbolGraph.extract(library)
        defer { try? FileManager.default.removeItem(at: symbols) }
        // The comments document only the parameters that need it.
        let said = try TypeChecker.run([
            "docc", "convert", Self.sources.appending(path: "\(library)/\(library).docc").path,
            "--fallback-display-name", library, "--fallback-bundle-identifier", library,
            "--additional-symbol-graph-dir", symbols.path, "--output-path", symbols.appending(path: "archive").path,
            "--disable-parameters-and-returns-validation",
        ])
        #expect(!said.contains("warning:") && !said.contains("error:"), "\(said)")
        #expect(FileManager.default.fileExists(atPath: symbols.appending(path: "archive/index").path), "\(said)")
    }
}
