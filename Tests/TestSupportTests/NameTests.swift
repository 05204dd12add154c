import Foundation
import Testing

/// One name has one meaning: who reads it need not know which module a file imports.
@Suite struct NameTests {
    private static let sources = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Sources"

    /// FasciaUI's public names are those of SwiftUI, and a plugin is built with its kit alone.
    private static let exceptions: Set<String> = ["FasciaPluginKit", "Examples"]
    /// Each program has one.
    private static let allowed: Set<String> = ["Main"]

    @Test func noTypeHasTheNameOfOneInAnotherTarget() throws {
        var targets: [String: Set<String>] = [:]
        let files = try #require(FileManager.default.enumerator(atPath: Self.sources))
        for case let path as String in files where path.hasSuffix(".swift") {
            let target = String(path.prefix { $0 != "/" })
            guard !Self.exceptions.contains(target) else { continue }
            let text = try String(contentsOfFile: Self.sources + "/" + path, encoding: .utf8)
            for (name, isPublic) in Self.types(in: text) where !(isPublic && target == "FasciaUI") {
                targets[name, default: []].insert(target)
            }
        }
        #expect(targets.count > 1_000, "the types are found")
        let doubled = targets.filter { $0.value.count > 1 && !Self.allowed.contains($0.key) }
        #expect(doubled.isEmpty, "\(doubled.map { "\($0.key): \($0.value.sorted())" }.sorted())")
    }

    @Test func typesAreFound() {
        let text = """
            public struct One {}
            @MainActor final class Two: P {
                struct Inner {}
            }
            private enum Three {}
            package indirect enum Four {}
            """
        #expect(Self.types(in: text).map(\.name) == ["One", "Two", "Four"])
        #expect(Self.types(in: text).map(\.isPublic) == [true, false, false])
    }

    private static let keywords: Set<Substring> = ["struct", "class", "enum", "actor", "protocol"]

    /// The types of a file that others can see, without those inside of others.
    private static func types(in text: String) -> [(name: String, isPublic: Bool)] {
        text.split(separator: "\n").compactMap { line in
            let words = line.prefix { $0 != ":" && $0 != "{" && $0 != "<" }.split(separator: " ")
            guard line.first?.isWhitespace == false, !line.hasPrefix("//"),
                let place = words.firstIndex(where: keywords.contains), place + 1 < words.count,
                !words[..<place].contains("private"), !words[..<place].contains("fileprivate")
            else { return nil }
            return (String(words[place + 1]), words[..<place].contains("public"))
        }
    }
}
