import Foundation
import Testing

/// What people read calls one thing by one name: a switch, in a group. `option` and `toggle` are names of the protocol, and an
/// option is also an element of a picker or of a command line.
@Suite struct WordingTests {
    private static let targets = [
        "FasciaModel", "FasciaServer", "FasciaScene", "FasciaWire", "FasciaAgent", "FasciaPanel", "FasciaCommandLine",
        "FasciaTerminal",
    ]

    private static func literals(in target: String) throws -> [(String, String)] {
        let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Sources/" + target
        let files = try #require(FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String })
        #expect(!files.isEmpty)
        return try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
            let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { number, line in
                let code = line.drop { $0 == " " }
                guard !code.hasPrefix("//"), code.contains("ption") || code.contains("oggle") else { return [(String, String)]() }
                return code.matches(of: /"((?:[^"\\]|\\.)*)"/).map { ("\(target)/\(file):\(number + 1)", String($0.output.1)) }
            }
        }
    }

    @Test(arguments: targets) func aSwitchHasOneName(in target: String) throws {
        let literals = try Self.literals(in: target)
        for (place, text) in literals {
            // Beside switches, pickers have options.
            let isOfPicker = text.contains("has no option") || text.contains("or the label of an option")
            let hasOther =
                text.contains(/\b[Tt]oggle groups?\b/) || text.contains(/\boption \\"/) || text.contains(/\btoggle \\"/)
                || text.contains(/\boptions? (of|or) (a|it|the) ?group/) || text.contains(/\bsuch (toggle|option)\b/)
            #expect(!hasOther || isOfPicker, "\(place): \(text)")
        }
    }
}
