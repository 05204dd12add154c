import Foundation
import Testing

/// What the README shows of a test is a test of this suite, word for word.
@Suite struct ReadmeSnippetTests {
    @Test func theTestInTheReadmeIsRun() throws {
        let readme = try String(contentsOfFile: Repository.path + "/README.md", encoding: .utf8)
        let path = Repository.path + "/Tests/ExampleTests/TestYourAppTests.swift"
        let test = try String(contentsOfFile: path, encoding: .utf8)
        #expect(readme.contains("```swift\n" + test + "```\n"))
    }
}
