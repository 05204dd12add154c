import Foundation

/// This build as `make install-files` installs it.
public enum Installation {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The directory of one that is made once for all tests, because that takes seconds. Nobody may change it. It is also the
    /// prefix in the units.
    public static var path: String { get throws { try shared.get().path } }

    private static let shared = Result {
        let directory = try TemporaryDirectory.untilExit()
        _ = try make(["PREFIX=" + directory.path]).checked()
        return directory
    }

    /// Runs `make install-files`.
    ///
    /// - Parameters:
    ///   - variables: assignments such as `PREFIX=/usr`.
    ///   - target: another target, such as `uninstall`.
    ///   - environment: changes to this process's environment.
    public static func make(
        _ variables: [String], target: String = "install-files", environment: [String: String] = [:]
    ) throws -> ProcessResult {
        try runProcess(
            "/usr/bin/make", ["-s", "-C", root, target, "BUILD_DIRECTORY=" + Products.directory] + variables,
            // Clears the variables that a surrounding make sets for its own child processes.
            environment: ["MAKEFLAGS": "", "MAKELEVEL": "", "MFLAGS": ""].merging(environment) { _, new in new })
    }
}
