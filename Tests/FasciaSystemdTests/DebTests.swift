import Foundation
import TestSupport
import Testing

/// The packages that `make deb` makes, here of the build that is tested.
@Suite(.mustEnd) struct DebTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
    private static let repository = tests + "/.."

    /// The two versions `old.deb` and `new.deb`, and `dev.deb`. Compressed quickly, since a debug build is large.
    private static let packages = Result {
        let directory = try TemporaryDirectory.untilExit()
        for (name, version) in [("old", "0.1.0"), ("new", "0.1.1")] {
            _ = try runProcess(
                repository + "/deb/build.sh", [Products.directory, directory[name]],
                environment: ["FASCIA_DEB_VERSION": version, "FASCIA_DEB_OPTIONS": "-Zgzip -z1", "MAKEFLAGS": ""]
            ).checked()
            for file in try FileManager.default.contentsOfDirectory(atPath: directory[name]) {
                let isDevelopment = file.hasPrefix("fascia-dev_\(version)_")
                try #require(isDevelopment || file.hasPrefix("fascia_\(version)_"), "\(file)")
                if isDevelopment, name == "new" { continue }
                try FileManager.default.moveItem(
                    atPath: directory[name + "/" + file], toPath: directory[isDevelopment ? "dev.deb" : name + ".deb"])
            }
        }
        return directory
    }

    private func field(_ name: String, _ package: String) throws -> String {
        try runProcess("/usr/bin/dpkg-deb", ["--field", Self.packages.get()[package], name]).checked().output
            .trimmingCharacters(in: .newlines)
    }

    /// Nothing of the toolchain, and nothing that a minimal Debian has not, or fetches with three small libraries.
    @Test func thePackageDependsOnFewLibraries() throws {
        let depends = try field("Depends", "old.deb").split(separator: ", ").map { $0.prefix { $0 != " " } }
        #expect(
            Set(depends) == [
                "libc6", "libgcc-s1", "libstdc++6", "libsqlite3-0", "libsystemd0", "libyaml-0-2", "init-system-helpers",
                "systemd",
            ])
        #expect(try field("Depends", "dev.deb") == "fascia (= 0.1.0)")
    }

    @Test func whatPluginsAreWrittenWithIsInThePackageForDevelopment() throws {
        func files(_ package: String) throws -> String {
            try runProcess("/usr/bin/dpkg-deb", ["--contents", Self.packages.get()[package]]).checked().output
        }
        let (main, development) = (try files("old.deb"), try files("dev.deb"))
        for file in ["./usr/include/fascia_plugin.h", "./usr/share/fascia/plugin-kit/Package.swift"] {
            #expect(development.contains(file) && !main.contains(file), "\(file)")
        }
        for file in [
            "./usr/bin/fasciad", "./lib/systemd/system/fascia-panel@.service", "./usr/lib/sysusers.d/fascia.conf",
            "./usr/share/man/man1/fascia.1.gz", "./usr/share/man/man5/fascia-access.5.gz", "./usr/share/doc/fascia/access.md.gz",
            "./usr/lib/python3/dist-packages/fascia.py", "./etc/fascia/panels/",
            "./usr/share/doc/fascia/examples/box.yaml", "./usr/share/zsh/vendor-completions/_fascia",
        ] { #expect(main.contains(file), "\(file)") }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/lintian"), "needs lintian: make deps-test"))
    func lintianFindsNothing() throws {
        let packages = try Self.packages.get()
        let result = try runProcess(
            "/usr/bin/lintian", ["--allow-root", "--fail-on", "error,warning", packages["old.deb"], packages["dev.deb"]])
        #expect(result.status == .exited(0), "\(result.output)\(result.error)")
    }

    /// What a package needs that is not there is said before anything is made.
    @Test func anUnfinishedBuildIsRefused() throws {
        let empty = try TemporaryDirectory()
        let result = try runProcess(Self.repository + "/deb/build.sh", [empty.path, empty["out"]])
        #expect(result.status == .exited(1) && result.error.contains("run \"make build\" first"), "\(result.error)")
    }

    /// A build without optimisation is.
    @Test(.enabled(if: Products.directory.hasSuffix("/debug"), "a release build is small enough"))
    func aPackageThatIsTooLargeIsRefused() throws {
        let directory = try TemporaryDirectory()
        let result = try runProcess(Self.repository + "/deb/build.sh", [Products.directory, directory.path])
        let message = "build.sh: fascia takes at most 20 MB, and 75 MB when it is installed; it takes "
        #expect(result.status == .exited(1) && result.error.contains(message), "\(result.error)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    @Test(
        .enabled(
            if: (try? runProcess(tests + "/Systemd/with-systemd", ["true"]))?.status != .exited(77),
            "needs root and namespaces, cgroup2 and overlayfs that may be used"))
    func itIsInstalled_upgradedUnderClients_removed_andPurged() throws {
        let libraries = try runProcess("/usr/bin/ldd", [Products.directory + "/fasciad"]).checked().output
        let places = libraries.matches(of: #/=> (\S+)/[^/]+\.so\S* /#).map { String($0.1) }
        let toolchains = Set(places).filter { !$0.hasPrefix("/lib/") && !$0.hasPrefix("/usr/lib/") }
        _ = try runProcess(
            Self.tests + "/Systemd/with-systemd", [Self.tests + "/Deb/package.sh"],
            environment: [
                "FASCIA_DEBS": Self.packages.get().path, "FASCIA_TOOLCHAINS": toolchains.sorted().joined(separator: " "),
            ]
        ).checked()
    }
}
