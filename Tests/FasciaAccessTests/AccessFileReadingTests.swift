import FasciaYAML
import Glibc
import TestSupport
import Testing

@testable import FasciaAccess

@Suite(.mustEnd) struct AccessFileReadingTests {
    private let directory = try! TemporaryDirectory()
    private var path: String { directory.path + "/access.yaml" }

    private func problem(owner: UInt32 = geteuid()) -> String? {
        do throws(Problem) {
            _ = try AccessFile.text(at: path, owner: owner)
            return nil
        } catch { return error.description.replacing(path, with: "F") }
    }

    private func write(mode: mode_t = 0o644) {
        let descriptor = open(path, O_CREAT | O_WRONLY, mode)
        _ = Glibc.write(descriptor, "grant:", 6)
        fchmod(descriptor, mode)
        close(descriptor)
    }

    @Test func aFileThatDoesNotExistIsNone() throws { #expect(try AccessFile.text(at: path, owner: geteuid()) == nil) }

    @Test func aFileOfTheOwnerIsRead() throws {
        write()
        #expect(try AccessFile.text(at: path, owner: geteuid()) == "grant:")
    }

    @Test func aFileThatOthersCanWriteIsRefused() {
        write(mode: 0o664)
        #expect(problem() == "F:1:1: error: can be written by others than its owner (mode 664): chmod go-w 'F'")
    }

    @Test func aLinkIsRefused() {
        symlink("/etc/passwd", path)
        #expect(problem() == "F:1:1: error: is a symbolic link: put the file itself there")
    }

    @Test func aFIFOIsRefusedAtOnce() {
        mkfifo(path, 0o644)
        #expect(problem() == "F:1:1: error: is not a regular file: put a file there")
    }

    @Test func aDirectoryIsRefused() {
        mkdir(path, 0o755)
        #expect(problem() == "F:1:1: error: is not a regular file: put a file there")
    }

    @Test(.enabled(if: geteuid() == 0)) func aFileOfAnotherUserIsRefused() {
        write()
        chown(path, 4242, 4242)
        #expect(problem() == "F:1:1: error: is owned by uid 4242, and only root may say who has rights: chown root 'F'")
        #expect(problem(owner: 4242) == nil)
    }

    @Test func textThatIsNotUTF8IsRefused() {
        write()
        let descriptor = open(path, O_WRONLY)
        _ = Glibc.write(descriptor, [0xFF, 0xFE] as [UInt8], 2)
        close(descriptor)
        #expect(problem() == "F:1:1: error: expected text in UTF-8")
    }

    @Test func aFileOfMoreThanAMebibyteIsRefused() {
        write()
        truncate(path, 2 << 20)
        let outcome = AccessFile.load(path, owner: geteuid(), accounts: accounts)
        #expect(outcome?.errors.first?.message.hasPrefix("expected a file of at most 1 MiB, found ") == true)
    }
}
