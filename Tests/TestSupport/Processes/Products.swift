import Foundation

/// The executables of the package, for tests that run real processes.
public enum Products {
    /// The directory of the executables: that of the test bundle, or `FASCIA_BUILD_DIRECTORY`.
    public static var directory: String {
        if let given = ProcessInfo.processInfo.environment["FASCIA_BUILD_DIRECTORY"] { return given }
        return URL(fileURLWithPath: tests).deletingLastPathComponent().path
    }

    /// The program of all tests, which is that of a debug build also where the executables are of a release.
    public static var tests: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    }

    /// The path of an executable.
    ///
    /// - Throws: `TestFailure` if it has not been built.
    public static func executable(_ name: String) throws -> String {
        let path = directory + "/" + name
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw TestFailure("\(path) has not been built: run `swift build` first")
        }
        return path
    }
}
