import FasciaDocument
import Foundation
import TestSupport
import Testing

/// What other packages meet that depend on this one.
@Suite(.mustEnd) struct PackageTests {
    private let package: JSON

    init() throws {
        let repository = URL(fileURLWithPath: SamplePanel.directory + "/../../..").standardized.path
        let scratch = try TemporaryDirectory()
        let arguments = ["swift", "package", "--package-path", repository, "--scratch-path", scratch.path, "dump-package"]
        package = try JSONParser.parse(runProcess("/usr/bin/env", arguments).checked().output)
    }

    private func target(_ name: String) -> JSON? { package["targets"]?.arrayValue?.first { $0["name"]?.stringValue == name } }

    /// The targets that a product is made of.
    private func targets(of product: JSON) -> [String] {
        var found = (product["targets"]?.arrayValue ?? []).compactMap(\.stringValue)
        var index = 0
        while index < found.count {
            for dependency in target(found[index])?["dependencies"]?.arrayValue ?? [] {
                guard let name = dependency["byName"]?[0]?.stringValue, !found.contains(name) else { continue }
                found.append(name)
            }
            index += 1
        }
        return found
    }

    /// A package with unsafe flags cannot be depended on by version in all versions of Swift, and its flags are nobody else's
    /// business.
    @Test func librariesHaveNoUnsafeFlags() throws {
        let libraries = (package["products"]?.arrayValue ?? []).filter { $0["type"]?["library"]?[0] == "automatic" }
        #expect(libraries.count >= 4)
        let parts = Set(libraries.flatMap(targets))
        #expect(parts.isSuperset(of: ["FasciaUI", "FasciaDocument", "FasciaPluginKit", "CFasciaPlugin", "FasciaServer"]))
        for part in parts {
            let settings = try #require(target(part)?["settings"]?.arrayValue)
            #expect(!settings.contains { $0["kind"]?["unsafeFlags"] != nil }, "\(part)")
        }
    }

    /// The manifest that docs/swift-apps.md begins with: a tag of this package is found as a dependency by version, and has the
    /// products that it names. `make torture` also builds it, which takes minutes.
    @Test func anAppDependsOnItByVersion() throws {
        let repository = Page.repository
        let directory = try TemporaryDirectory()
        func run(_ command: String, _ arguments: String..., in place: String) throws -> String {
            try runProcess("/usr/bin/env", [command] + arguments, directory: place).checked().output
        }
        let tagged = directory["fascia"]
        try FileManager.default.createDirectory(atPath: tagged, withIntermediateDirectories: true)
        for part in ["Package.swift", "Sources", "Tests", "plugins"] {
            try FileManager.default.copyItem(atPath: repository + "/" + part, toPath: tagged + "/" + part)
        }
        _ = try run("git", "init", "--quiet", in: tagged)
        _ = try run("git", "add", ".", in: tagged)
        let identity = ["user.name=Test", "user.email=test@example.org", "commit.gpgSign=false"].flatMap { ["-c", $0] }
        _ = try runProcess(
            "/usr/bin/env", ["git"] + identity + ["commit", "--quiet", "--message", "Tagged"], directory: tagged
        ).checked()
        let version = try runProcess(Products.executable("fascia"), ["--version"]).checked().output
        _ = try run("git", "tag", version.trimmingCharacters(in: .newlines), in: tagged)

        let example = try #require(Page("docs/swift-apps.md").examples.first)
        _ = try runProcess("/bin/sh", ["-e", "-c", example.command], directory: directory.path).checked()
        let app = directory["hello"]
        try directory.write("print(1)\n", to: "hello/Sources/hello/main.swift")
        try directory.write("import Testing\n", to: "hello/Tests/helloTests/Tests.swift")
        // Without a network: the repositories that this package was built with stand for the ones that it names.
        let address = try #require(example.command.firstMatch(of: #/url: "(.*?)"/#)).1
        var mirrors = [(String(address), "file://" + tagged)]
        for dependency in package["dependencies"]?.arrayValue ?? [] {
            let remote = try #require(dependency["sourceControl"]?[0])
            let name = try #require(remote["identity"]?.stringValue)
            let url = try #require(remote["location"]?["remote"]?[0]?["urlString"]?.stringValue)
            let clones = try FileManager.default.contentsOfDirectory(atPath: repository + "/.build/repositories")
            let clone = try #require(clones.first { $0.lowercased().hasPrefix(name + "-") }, "\(name) in \(clones)")
            mirrors.append((url, "file://" + repository + "/.build/repositories/" + clone))
        }
        for (original, mirror) in mirrors {
            _ = try run("swift", "package", "config", "set-mirror", "--original", original, "--mirror", mirror, in: app)
        }
        let graph = try run("swift", "package", "show-dependencies", "--format", "json", in: app)
        let found = try JSONParser.parse(String(graph.drop { $0 != "{" }))["dependencies"]?.arrayValue
        #expect(found?.map { $0["identity"]?.stringValue } == ["fascia"])
        #expect(found?.first?["version"]?.stringValue == version.trimmingCharacters(in: .newlines))
        if Torture.isOn { _ = try run("swift", "build", in: app) }
    }

    @Test func theProductsThatAreDocumentedAreThere() throws {
        let products = (package["products"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
        for name in ["FasciaUI", "FasciaClient", "FasciaTesting", "FasciaPluginKit", "FasciaCombine", "FasciaCharts"] {
            #expect(products.contains(name), "\(name)")
        }
    }
}
