import Glibc
import TestSupport
import Testing

/// `install-packages.sh` with stand-ins for the programs of Debian, which print what a machine would say.
@Suite(.mustEnd) struct InstallPackagesTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try standIn("id", "echo 0")
        try standIn(
            "dpkg-query",
            """
            case "$*" in
              *source:Package*) printf '%s\\n' 'systemd 252.1 installed' 'libc6 2.36 installed' 'systemd 251 config-files' ;;
              *socat) printf installed ;;
              *) exit 1 ;;
            esac
            """)
        try standIn(
            "apt-cache", "case $1 in show) echo 'Source: systemd (252)' ;; madison) cat \(directory.path)/versions ;; esac")
        try standIn(
            "apt-get",
            """
            case "$*" in
              *--simulate*) cat \(directory.path)/plan ;;
              *) echo "ran apt-get $*" ;;
            esac
            """)
    }

    private func standIn(_ name: String, _ script: String) throws {
        chmod(try directory.write("#!/bin/sh\n" + script + "\n", to: name), 0o755)
    }

    private func install(_ packages: String..., versions: String, plan: String) throws -> String {
        try directory.write(versions, to: "versions")
        try directory.write(plan, to: "plan")
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return try runProcess(
            "/bin/bash", ["/\(root)/install-packages.sh"] + packages,
            environment: ["PATH": directory.path + ":/usr/bin:/bin"]
        ).checked().output
    }

    @Test func nothingIsRunIfNothingIsMissing() throws {
        #expect(try install("socat", versions: "", plan: "") == "")
    }

    @Test func theVersionThatMatchesIsPreferred() throws {
        let output = try install(
            "socat", "libsystemd-dev",
            versions: "libsystemd-dev | 252.9 | http://deb bookworm-updates\nlibsystemd-dev | 252.1 | http://deb bookworm\n",
            plan: "Inst libsystemd-dev (252.1 Debian:12)\n")
        #expect(
            output == """
                These Debian packages are missing, and are installed now: libsystemd-dev
                ran apt-get update -q
                ran apt-get install -q -y --no-install-recommends libsystemd-dev=252.1

                """)
    }

    /// Before anything is changed.
    @Test func whatHasToBeUpgradedIsSaid() throws {
        let output = try install(
            "libsystemd-dev", versions: "libsystemd-dev | 252.9 | http://deb bookworm-updates\n",
            plan: """
                Remv old [1]
                Inst libsystemd0 [252.1] (252.9 Debian:12 [amd64])
                Inst systemd [252.1] (252.9 Debian:12 [amd64])
                Inst libsystemd-dev (252.9 Debian:12 [amd64])

                """)
        #expect(
            output == """
                These Debian packages are missing, and are installed now: libsystemd-dev
                ran apt-get update -q
                That is not possible with the versions that are installed, so that these are changed, too:
                  old is removed
                  libsystemd0 252.1 -> 252.9
                  systemd 252.1 -> 252.9
                ran apt-get install -q -y --no-install-recommends libsystemd-dev

                """)
    }

    @Test func makeRunSaysWhatItWillDo() throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        try standIn("nproc", "echo 4")
        let plan = try runProcess(
            "/usr/bin/make", ["-s", "-C", directory.path, "-f", root + "/Makefile", "run-plan"],
            // Clears the variables that a surrounding make sets for its own child processes.
            environment: ["PATH": directory.path + ":/usr/bin:/bin", "MAKEFLAGS": "", "MAKELEVEL": "", "MFLAGS": ""]
        ).checked().output
        #expect(plan.contains("the Debian packages libsystemd-dev libsqlite3-dev libyaml-dev socat"), "\(plan)")
        #expect(plan.contains("minutes with 4 processors the first time"), "\(plan)")
    }
}
