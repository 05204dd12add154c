import Foundation
import Testing

@Suite struct HeaderTests {
    @Test(arguments: [("cc", "c11", "c"), ("c++", "c++17", "cpp")])
    func theHeaderCompilesAloneAndStrictly(_ tool: String, _ standard: String, _ suffix: String) throws {
        let folder = try TemporaryFolder()
        let source = folder.path + "/alone." + suffix
        // Included twice to test the include guard.
        try "#include \"fascia_plugin.h\"\n#include \"fascia_plugin.h\"\nint main(void) { return 0; }\n"
            .write(toFile: source, atomically: true, encoding: .utf8)
        try Compiler.run(
            tool, ["-std=\(standard)"] + Compiler.strict + ["-I", Compiler.headers, "-fsyntax-only", source])
    }

    @Test func aStructThatChangesItsSizeDoesNotCompile() throws {
        let folder = try TemporaryFolder()
        let header = try String(contentsOfFile: Compiler.headers + "/fascia_plugin.h", encoding: .utf8)
        let changed = header.replacingOccurrences(of: "    uint32_t count; ", with: "    uint64_t count; ")
        #expect(changed != header)
        try changed.write(toFile: folder.path + "/fascia_plugin.h", atomically: true, encoding: .utf8)
        try FileManager.default.copyItem(
            atPath: Compiler.root + "/Sources/CFasciaPlugin/layout.c", toPath: folder.path + "/layout.c")
        #expect(throws: Compiler.Failure.self) {
            try Compiler.run("cc", ["-std=c11", "-fsyntax-only", folder.path + "/layout.c"])
        }
    }
}

/// An empty folder for one test, writable only by its owner, removed afterwards.
final class TemporaryFolder {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fascia-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = folder.resolvingSymlinksInPath().path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
