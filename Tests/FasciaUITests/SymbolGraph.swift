import Foundation

/// The public symbols of FasciaUI and of the modules that stand for Combine and Charts, extracted by the compiler from what
/// this test was built with.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Availability: Decodable {
            var message: String?
            var isUnconditionallyUnavailable: Bool?
        }
        /// The names of the enclosing types, then the symbol's own name with its argument labels.
        var pathComponents: [String]
        var availability: [Availability]?

        /// Whether the compiler refuses it, with a message.
        var isRefused: Bool { availability?.contains { $0.isUnconditionallyUnavailable == true } ?? false }

        var title: String { pathComponents.last ?? "" }
        /// The name without argument labels.
        var name: String { String(title.prefix { $0 != "(" }) }
    }

    var symbols: [Symbol]

    static func ofFasciaUI() throws -> SymbolGraph { try fasciaUI.get() }

    private static let fasciaUI = Result {
        var all = SymbolGraph(symbols: [])
        for module in ["FasciaUI", "FasciaPublishers", "FasciaCombine", "FasciaCharts"] {
            let folder = try extract(module)
            defer { try? FileManager.default.removeItem(at: folder) }
            // What a module adds to types of others is in files of its own.
            for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
                all.symbols += try JSONDecoder().decode(SymbolGraph.self, from: try Data(contentsOf: file)).symbols
            }
        }
        return all
    }

    /// Extracts the symbol graph of a module into a new temporary folder, which the caller removes.
    static func extract(_ module: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fascia-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let said = try TypeChecker.run(
            [
                "swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-output-dir", folder.path,
                "-skip-synthesized-members",
            ] + TypeChecker.modules)
        let file = folder.appending(path: "\(module).symbols.json")
        guard FileManager.default.fileExists(atPath: file.path) else { throw Failure(said: said) }
        return folder
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
