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
}
