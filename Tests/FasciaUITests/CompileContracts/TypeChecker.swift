import Foundation

/// Type-checks snippets against the built module, as an app's author would compile them.
enum TypeChecker {
    /// What the compiler says of a source; empty where it has nothing to say.
    static func errors(in source: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fascia-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Snippet.swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        return try run(["swiftc", "-typecheck", "-swift-version", "6"] + modules + macros + [file.path])
    }

    private static let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    private static let macros = [
        "-load-plugin-executable", build.appending(path: "FasciaMacros-tool").path + "#FasciaMacros",
    ]

    /// Where the modules are that this test was built with.
    static let modules: [String] = {
        let scratch = build.deletingLastPathComponent().deletingLastPathComponent()
        let checkouts = scratch.appending(path: "checkouts")
        let sources = scratch.deletingLastPathComponent().appending(path: "Sources")
        // Modules of C bring maps of their own, some made by the build and some in their sources.
        let maps = paths(in: build, ending: ".build/module.modulemap", deep: 2)
            + paths(in: checkouts, ending: "/include/module.modulemap", deep: 5).filter { !$0.contains("/Benchmarks/") }
            + paths(in: sources, ending: "/CLinux/module.modulemap", deep: 2)
        return ["-I", build.appending(path: "Modules").path]
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }()

    private static func paths(in folder: URL, ending: String, deep: Int) -> [String] {
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else { return [] }
        var found: [String] = []
        for case let file as URL in files {
            if files.level >= deep { files.skipDescendants() }
            if file.path.hasSuffix(ending) { found.append(file.path) }
        }
        return found.sorted()
    }

    static func run(_ command: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }
}
