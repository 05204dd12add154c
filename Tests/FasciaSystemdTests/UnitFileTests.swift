import Foundation
import Testing
import TestSupport

/// The unit files that `make install` writes, checked with systemd's own tools.
@Suite struct UnitFileTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// Installs into a temporary directory, which is also the prefix in the units.
    private func install() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        _ = try runProcess(
            "/usr/bin/make",
            [
                "-s", "-C", Self.root, "install-files", "BUILD_DIRECTORY=\(Products.directory)",
                "PREFIX=\(directory.path)",
            ],
            // Clears the variables that a surrounding make sets for its own child processes.
            environment: ["MAKEFLAGS": "", "MAKELEVEL": "", "MFLAGS": ""]
        ).checked()
        return directory
    }

    @Test(arguments: ["system", "user"])
    func systemdFindsNothingWrongWithTheUnits(manager: String) throws {
        let directory = try install()
        let folder = directory["lib/systemd/\(manager)"]
        let units = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { "\(folder)/\($0)" }
        let result = try runProcess(
            "/usr/bin/systemd-analyze", ["verify", "--\(manager)", "--man=no"] + units,
            environment: ["XDG_RUNTIME_DIR": directory.path])
        #expect(result.status == .exited(0), "\(result.error)")
        // Complaints about other units of this machine do not matter.
        let complaints = result.error.split(separator: "\n").filter { $0.contains("fascia") }
        #expect(complaints == [])
    }

    /// An agent runs the commands of its file, which need more than the daemon: other programs, and the network.
    @Test(arguments: [("fasciad.service", 1.0), ("fascia-panel@.service", 2.0), ("fascia-plugin-host@.service", 1.0)])
    func theExposureIsAtMost(_ unit: String, _ most: Double) throws {
        let directory = try install()
        let result = try runProcess(
            "/usr/bin/systemd-analyze",
            [
                "security", "--offline=true", "--threshold=100", "--no-pager",
                directory["lib/systemd/system/\(unit)"],
            ]
        ).checked()
        let line = try #require(result.output.split(separator: "\n").first { $0.contains("Overall exposure level") })
        let level = try #require(line.split(separator: " ").lazy.compactMap { Double($0) }.first)
        #expect(level <= most)
    }

    @Test func uninstallRemovesEverythingInstalled() throws {
        let directory = try install()
        let files = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
        for expected in [
            "bin/fascia", "bin/fasciad", "lib/fascia/plugins/neon.so", "lib/systemd/system/fasciad.socket",
            "lib/systemd/system/fascia-panel@.service", "lib/systemd/system/fascia-plugin-host.socket",
            "lib/systemd/user/fasciad.service", "lib/systemd/user/fascia-panel@.service", "lib/sysusers.d/fascia.conf",
            "lib/tmpfiles.d/fascia.conf",
            "share/bash-completion/completions/fascia", "share/zsh/site-functions/_fascia",
            "share/fish/vendor_completions.d/fascia.fish",
        ] { #expect(files.contains(expected)) }
        _ = try runProcess(
            "/usr/bin/make", ["-s", "-C", Self.root, "uninstall", "PREFIX=\(directory.path)"],
            environment: ["MAKEFLAGS": "", "MAKELEVEL": "", "MFLAGS": ""]
        ).checked()
        let left = try FileManager.default.subpathsOfDirectory(atPath: directory.path).filter {
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: directory[$0], isDirectory: &isDirectory)
                && !isDirectory.boolValue
        }
        #expect(left == [])
    }
}
