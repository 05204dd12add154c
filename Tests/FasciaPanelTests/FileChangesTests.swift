import Foundation
import TestSupport
import Testing

@testable import FasciaPanel

/// Whatever makes a file another one is told. A change that is not told hangs its test.
@Suite(.mustEnd) struct FileChangesTests {
    private let directory = try! TemporaryDirectory()
    private let changes = FileChanges()

    private func rename(_ old: String, _ new: String) throws {
        guard Glibc.rename(directory[old], directory[new]) == 0 else { throw TestFailure.system("rename") }
    }

    @Test func aFileThatIsWrittenIsTold() async throws {
        changes.watch([try directory.write("old", to: "box.yaml")])
        try directory.write("beside", to: "other.yaml")
        try directory.write("new", to: "new.yaml")
        let file = try #require(FileHandle(forWritingAtPath: directory["box.yaml"]))
        try file.write(contentsOf: Data("new".utf8))
        try file.close()
        try await changes.wait()
    }

    /// The agent publishes an edit while the next one is saved, and the first one may include other files.
    @Test func anEditThatComesAfterTheLastOneWasReadIsStillToBeRead() throws {
        let file = try directory.write("old", to: "box.yaml")
        let more = try directory.write("more", to: "more.yaml")
        var read = FileSources([file])
        read.keep([file, more])
        #expect(read.files == [file, more])
        #expect(read.stamps == [file, more].map(FileStamp.init))
        read = FileSources([file])
        try directory.write("newer", to: "box.yaml")
        read.keep([file, more])
        #expect(read.stamps != [file, more].map(FileStamp.init))
    }

    @Test func aFileThatTakesItsPlaceIsTold() async throws {
        changes.watch([try directory.write("old", to: "box.yaml")])
        try directory.write("new", to: "new.yaml")
        try rename("new.yaml", "box.yaml")
        try await changes.wait()
    }

    @Test func aFileThatGoesAndComesBackIsTold() async throws {
        changes.watch([try directory.write("old", to: "box.yaml")])
        try rename("box.yaml", "away.yaml")
        try await changes.wait()
        changes.watch([directory["box.yaml"]])
        try rename("away.yaml", "box.yaml")
        try await changes.wait()
    }

    /// As deployments switch from one version of a directory to the next.
    @Test func aDirectoryOrALinkThatTakesThePlaceOfAnotherIsTold() async throws {
        for version in ["one", "two", "three"] {
            try FileManager.default.createDirectory(atPath: directory[version], withIntermediateDirectories: false)
            try directory.write(version, to: version + "/box.yaml")
        }
        try FileManager.default.createSymbolicLink(atPath: directory["current"], withDestinationPath: "one")
        let file = directory["current/box.yaml"]
        changes.watch([file])
        try FileManager.default.createSymbolicLink(atPath: directory["next"], withDestinationPath: directory["two"])
        try rename("next", "current")
        try await changes.wait()

        changes.watch([file])
        try rename("two", "old")
        try await changes.wait()
        try rename("three", "two")
        changes.watch([file])
        try directory.write("four", to: "two/box.yaml")
        try await changes.wait()
    }

    @Test func aFileInTheWorkingDirectoryIsToldByItsRelativePath() async throws {
        let file = try directory.write("old", to: "box.yaml")
        let here = FileManager.default.currentDirectoryPath
        let up = String(repeating: "../", count: here.split(separator: "/").count)
        changes.watch([up + file.dropFirst()])
        try directory.write("new", to: "new.yaml")
        try rename("new.yaml", "box.yaml")
        try await changes.wait()
    }

    /// There is no directory to watch.
    @Test func aFileThatCannotBeWatchedIsLookedAtAgainAndAgain() async throws {
        changes.watch(["/no/such/box.yaml"])
        try await changes.wait()
    }
}
