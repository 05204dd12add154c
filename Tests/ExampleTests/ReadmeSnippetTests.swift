import Foundation
import Testing

/// The test in the README is an exact copy of a test in this suite.
@Suite struct ReadmeSnippetTests {
    @Test func theTestInTheReadmeIsRun() throws {
        let readme = try String(contentsOfFile: Repository.path + "/README.md", encoding: .utf8)
        let path = Repository.path + "/Tests/ExampleTests/TestYourAppTests.swift"
        let test = try String(contentsOfFile: path, encoding: .utf8)
        #expect(readme.contains("```swift\n" + test + "```\n"))
    }
}
