import FasciaClient
import FasciaLoop
import Glibc

/// Waits until a source of a plugin is saved.
struct SourceWatch {
    private static let endings = [".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".s", ".S", ".swift", ".json", "akefile"]

    private let directory: String
    private let watch: FileWatch

    init(_ directory: String) throws {
        self.directory = directory
        do {
            watch = try FileWatch { Self.isSource($0.name) }
        } catch {
            throw UsageError("cannot watch \(directory): \(String(cString: strerror(error.code)))")
        }
        add(directory)
    }

    func wait() async throws {
        // Directories that are new since the last time.
        add(directory)
        try await watch.wait()
    }

    /// Watches a directory and those in it, but for hidden ones such as `.build`.
    private func add(_ directory: String) {
        watch.events.watch(directory, for: .written)
        guard let stream = opendir(directory) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if entry.pointee.d_type == UInt8(DT_DIR), !name.hasPrefix(".") { add("\(directory)/\(name)") }
        }
    }

    /// What builds write must not start another one.
    private static func isSource(_ name: String) -> Bool { !name.hasPrefix(".") && endings.contains { name.hasSuffix($0) } }
}
