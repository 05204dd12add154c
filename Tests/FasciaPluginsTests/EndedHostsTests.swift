import Glibc
import Testing

@testable import FasciaPlugins

@Suite struct EndedHostsTests {
    /// The kernel may not be able to end it. Here it has not been killed.
    @Test func aProcessThatDoesNotEndIsWaitedForLater() throws {
        var process: pid_t = 0
        var words = (["sleep", "inf"] as [String]).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var none: [UnsafeMutablePointer<CChar>?] = [nil]
        try #require(posix_spawnp(&process, "sleep", nil, nil, &words, &none) == 0)
        #expect(EndedHosts.status(of: process) == nil)
        EndedHosts.reapLeft()
        #expect(kill(process, 0) == 0)
        kill(process, SIGKILL)
        while kill(process, 0) == 0 { EndedHosts.reapLeft() }
        #expect(errno == ESRCH)
    }
}
