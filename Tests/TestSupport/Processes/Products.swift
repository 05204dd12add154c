import Foundation

/// What the package builds, for tests that run it as real processes.
public enum Products {
    /// Where the executables are: beside the test bundle, or where `FASCIA_BUILD_DIRECTORY` says.
    public static var directory: String {
        if let given = ProcessInfo.processInfo.environment["FASCIA_BUILD_DIRECTORY"] { return given }
        let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: bundle).deletingLastPathComponent().path
    }

    /// The path of an executable. Throws, naming it, where it has not been built.
    public static func executable(_ name: String) throws -> String {
        let path = directory + "/" + name
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw TestFailure("\(path) has not been built: run `swift build` first")
        }
        return path
    }
}
