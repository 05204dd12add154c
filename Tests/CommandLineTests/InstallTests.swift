import Foundation
import TestSupport
import Testing

/// What `make install-files` installs, from this build.
@Suite(.mustEnd) struct InstallTests {
    @Test func theInstalledProgramsRun_areStripped_andHaveNoLibraryTooMany() throws {
        let (programs, libraries) = (try Installation.path + "/bin", try Installation.path + "/lib/fascia")
        let directory = try TemporaryDirectory()
        #expect(try runProcess(programs + "/fascia", ["--version"]).checked().output.isEmpty == false)
        #expect(try runProcess(programs + "/fascia", ["panel", "new"]).checked().output.hasPrefix("#"))
        let plugins = ["FASCIA_PLUGIN_PATH": libraries + "/plugins"]
        let socket = directory["s"]
        let daemon = try RunningProcess(
            programs + "/fasciad", ["--ephemeral", "--socket", socket, "--plugin", "neon"], environment: plugins)
        defer { daemon.process.signal(9) }
        try daemon.error.wait(for: "plugin loaded")
        let list = try runProcess(programs + "/fascia", ["plugin", "list", "--socket", socket]).checked().output
        #expect(
            list.split(separator: "\n") == [
                "ascii    1.0.0  styles", "html     1.0.0  renderer", "linear   1.0.0  renderer",
                "neon     1.0.0  styles    loaded", "primary  1.0.0  styles", "svg      1.0.0  renderer",
            ])

        var needed: Set<String> = []
        let parts = ["fascia-plugin-host"] + ["neon", "ascii", "html", "linear", "svg"].map { "plugins/\($0).so" }
        for file in ["fasciad", "fascia"].map({ "\(programs)/\($0)" }) + parts.map({ "\(libraries)/\($0)" }) {
            let sections = try runProcess("/usr/bin/readelf", ["--sections", "--wide", file]).checked().output
            #expect(!sections.contains(".symtab"), "\(file)")
            let linked = try runProcess("/usr/bin/ldd", [file]).checked().output
            // They are 50 MB, which nothing of this needs.
            for library in ["libFoundation.so", "libFoundationInternationalization.so", "lib_FoundationICU.so"] {
                #expect(!linked.contains(library), "\(file) needs \(library)")
            }
            needed.formUnion(linked.split(whereSeparator: \.isWhitespace).map(String.init))
        }
        let found = try FileManager.default.contentsOfDirectory(atPath: libraries).filter { $0.hasSuffix(".so") }
        #expect(!found.isEmpty && Set(found).isSubset(of: needed), "\(found)")
    }

    /// The manifest says what it provides before the plugin runs.
    @Test func aPluginIsListedWithItsManifest() throws {
        let daemon = try DaemonProcess(environment: ["FASCIA_PLUGIN_PATH": Installation.path + "/lib/fascia/plugins"])
        let plugins = try daemon.client().call("plugin.list")["plugins"]?.arrayValue
        let plugin = plugins?.first { $0["id"] == "neon" }
        #expect(plugin?["version"] == "1.0.0" && plugin?["loaded"] == false)
        #expect(plugin?["styles"]?.arrayValue?.count == 16 && plugin?["renderer"] == false)
        #expect(plugins?.first { $0["id"] == "html" }?["renderer"] == true)
    }
}
