import Foundation
import TestSupport
import Testing

/// `Tests/Python` at real daemons.
@Suite(.mustEnd) struct PythonClientTests {
    private static let repository = URL(fileURLWithPath: SamplePanel.directory + "/../../..").standardized.path

    @Test func theClientInPythonPassesItsTests() throws {
        let environment = ["PROGRAMS": Products.directory, "PYTHONPATH": Self.repository + "/python"]
        let result = try runProcess(
            "/usr/bin/python3", ["-B", Self.repository + "/Tests/Python/test_fascia.py"], environment: environment)
        #expect(result.status == .exited(0), "\(result.error.suffix(4_000))")
        let ran = try #require(result.error.firstMatch(of: #/Ran (\d+) tests/#), "\(result.error)")
        #expect((Int(ran.1) ?? 0) >= 26)
    }

    /// Where each Python finds it that Debian has.
    @Test(arguments: [("/usr", "/usr/lib/python3/dist-packages"), ("/opt/f", "/opt/f/lib/python3.[0-9]*/dist-packages")])
    func theClientIsInstalledWherePythonLooks(_ prefix: String, _ place: String) throws {
        let plan = try runProcess(
            "/usr/bin/make",
            ["-s", "-C", Self.repository, "-n", "install-files", "PREFIX=" + prefix, "BUILD_DIRECTORY=" + Products.directory],
            // Clears the variables that a surrounding make sets for its own child processes.
            environment: ["MAKEFLAGS": "", "MAKELEVEL": "", "MFLAGS": ""]
        ).checked().output
        let pattern = try Regex("install -D -m 644 python/fascia.py " + place + "/fascia.py")
        #expect(plan.contains(pattern), "\(plan)")
    }
}
