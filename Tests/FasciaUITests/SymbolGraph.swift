import Foundation

/// The public symbols of FasciaUI, extracted by the compiler from the module that this test was built with.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Availability: Decodable { var message: String? }
        /// The names of the enclosing types, then the symbol's own name with its argument labels.
        var pathComponents: [String]
        var availability: [Availability]?

        var title: String { pathComponents.last ?? "" }
        /// The name without argument labels.
        var name: String { String(title.prefix { $0 != "(" }) }
    }

    var symbols: [Symbol]

    static func ofFasciaUI() throws -> SymbolGraph {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fascia-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let said = try TypeChecker.run(
            ["swift", "symbolgraph-extract", "-module-name", "FasciaUI", "-target", target, "-output-dir", folder.path,
                "-skip-synthesized-members"] + TypeChecker.modules)
        let file = folder.appending(path: "FasciaUI.symbols.json")
        guard let data = try? Data(contentsOf: file) else { throw Failure(said: said) }
        return try JSONDecoder().decode(SymbolGraph.self, from: data)
    }

    struct Failure: Error { var said: String }

    private static var target: String {
        #if arch(arm64)
        "aarch64-unknown-linux-gnu"
        #else
        "x86_64-unknown-linux-gnu"
        #endif
    }
}
