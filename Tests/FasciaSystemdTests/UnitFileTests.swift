import Foundation
import Testing
import TestSupport

/// The unit files that `make install` writes, checked with systemd's own tools.
@Suite struct UnitFileTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    @Test(arguments: ["system", "user"])
    func systemdFindsNothingWrongWithTheUnits(manager: String) throws {
        let runtime = try TemporaryDirectory()
        let folder = try Installation.path + "/lib/systemd/\(manager)"
        let units = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { "\(folder)/\($0)" }
        let result = try runProcess(
            "/usr/bin/systemd-analyze", ["verify", "--\(manager)", "--man=no"] + units,
            environment: ["XDG_RUNTIME_DIR": runtime.path])
        #expect(result.status == .exited(0), "\(result.error)")
        // Complaints about other units of this machine do not matter.
        let complaints = result.error.split(separator: "\n").filter { $0.contains("fascia") }
        #expect(complaints == [])
    }

    /// An agent runs the commands of its file, which need more than the daemon: other programs, and the network.
    /// systemd counts those of a user as if root ran them.
    @Test(arguments: [
        ("system", "fasciad.service", 0.5), ("system", "fascia-panel@.service", 1.5),
        ("system", "fascia-plugin-host@.service", 0.3), ("user", "fasciad.service", 5.9), ("user", "fascia-panel@.service", 6.2),
    ])
    func theExposureIsAtMost(_ manager: String, _ unit: String, _ most: Double) throws {
        let file = try Installation.path + "/lib/systemd/\(manager)/\(unit)"
        let result = try runProcess(
            "/usr/bin/systemd-analyze", ["security", "--offline=true", "--threshold=100", "--no-pager", file]
        ).checked()
        let line = try #require(result.output.split(separator: "\n").first { $0.contains("Overall exposure level") })
        let level = try #require(line.split(separator: " ").lazy.compactMap { Double($0) }.first)
        #expect(level <= most)
    }

    /// Whoever may write there could change what the daemon runs.
    @Test func whatIsInstalledLoadsNothingOfTheToolchain() throws {
        let directory = try Installation.path
        for file in ["bin/fasciad", "bin/fascia", "lib/fascia/plugins/neon.so", "lib/fascia/libswiftCore.so"] {
            let section = try runProcess("/usr/bin/readelf", ["--dynamic", "\(directory)/\(file)"]).checked().output
            #expect(!section.contains("/lib/swift/"), "\(file): \(section)")
            let loaded = try runProcess("/usr/bin/ldd", ["\(directory)/\(file)"]).checked().output
            let swift = loaded.split(separator: "\n").filter { $0.contains("libswift") }
            #expect(swift.allSatisfy { $0.contains(directory) }, "\(file): \(swift)")
        }
        #expect(try runProcess(directory + "/bin/fasciad", ["--version"]).status == .exited(0))
    }

    /// A daemon that was started meanwhile would be changed under its feet.
    @Test func nothingIsStrippedWhereItIsInstalled() throws {
        let (tools, directory) = (try TemporaryDirectory(), try TemporaryDirectory())
        try tools.write("#!/bin/sh\necho \"$@\" >>\"\(tools["stripped"])\"\n", to: "strip")
        chmod(tools["strip"], 0o755)
        _ = try Installation.make(["PREFIX=" + directory.path], environment: ["PATH": tools.path + ":/usr/bin:/bin"]).checked()
        let stripped = try String(contentsOfFile: tools["stripped"], encoding: .utf8).split(separator: "\n")
        #expect(stripped.contains { $0.contains("/bin/fasciad") })
        #expect(stripped.allSatisfy { $0.hasSuffix(".new") }, "\(stripped)")
        let files = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
        #expect(!files.contains { $0.hasSuffix(".new") })
    }

    /// `make run` builds less than is installed.
    @Test func whatIsNotBuiltIsNamedBeforeAnythingIsInstalled() throws {
        let (build, directory) = (try TemporaryDirectory(), try TemporaryDirectory())
        for program in ["fasciad", "fascia"] { try build.write("", to: program) }
        let result = try Installation.make(["BUILD_DIRECTORY=" + build.path, "PREFIX=" + directory.path])
        #expect(result.status == .exited(2))
        #expect(
            result.error.hasPrefix(
                "make install-files installs a finished build, and \(build.path) lacks fascia-plugin-host fascia-manual libneon.so "
            ))
        #expect(result.error.contains(": run \"make build\" first\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    /// Commands keep there what other users must not read.
    @Test func theStateOfAPanelIsForItsUserAndGroup() throws {
        let unit = try String(contentsOfFile: Self.root + "/systemd/system/fascia-panel@.service", encoding: .utf8)
        let lines = unit.split(separator: "\n")
        #expect(lines.contains("StateDirectory=fascia-panel/%i") && lines.contains("StateDirectoryMode=0750"))
    }

    @Test func uninstallRemovesEverythingInstalled() throws {
        let directory = try TemporaryDirectory()
        let copy = directory["copy"]
        try FileManager.default.copyItem(atPath: Installation.path, toPath: copy)
        let files = try FileManager.default.subpathsOfDirectory(atPath: copy)
        for expected in [
            "bin/fascia", "bin/fasciad", "lib/fascia/plugins/neon.so", "lib/systemd/system/fasciad.socket",
            "lib/systemd/system/fascia-panel@.service", "lib/systemd/system/fascia-plugin-host.socket",
            "lib/systemd/user/fasciad.service", "lib/systemd/user/fascia-panel@.service", "lib/sysusers.d/fascia.conf",
            "lib/tmpfiles.d/fascia.conf",
            "share/bash-completion/completions/fascia", "share/zsh/site-functions/_fascia",
            "share/fish/vendor_completions.d/fascia.fish",
        ] { #expect(files.contains(expected)) }
        _ = try Installation.make(["PREFIX=" + copy], target: "uninstall").checked()
        let left = try FileManager.default.subpathsOfDirectory(atPath: copy).filter {
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(copy)/\($0)", isDirectory: &isDirectory)
                && !isDirectory.boolValue
        }
        #expect(left == [])
    }
}
