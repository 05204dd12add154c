import FasciaLoop
import TestSupport
import Testing

@testable import FasciaServer

/// The kernel loses events of files if many are written. Anything may have changed then.
@Suite struct LostEventsTests {
    private let directory: TemporaryDirectory
    init() throws { directory = try TemporaryDirectory() }

    @Test func anyPluginMayBeANewBuild() throws {
        var told: [Set<String>?] = []
        let watch = try PluginWatch(EventLoop()) { told.append($0) }
        watch.add(directory.path)
        try directory.write("", to: "libneon.so")
        watch.handle(.readable)
        #expect(told == [[directory["libneon.so"]]])
        try directory.writeUntilEventsAreLost()
        watch.handle(.readable)
        #expect(told.last == .some(nil))
    }

    @Test func theAccessFileAndItsNamesMayBeOthers() throws {
        let accounts = try TemporaryDirectory()
        var (changes, accountChanges) = (0, 0)
        let watch = try AccessWatch(
            directory["access"], accounts: accounts.path, EventLoop(), whenChanged: { changes += 1 },
            whenAccountsChanged: { accountChanges += 1 })
        try directory.write("", to: "other")
        watch.handle(.readable)
        #expect((changes, accountChanges) == (0, 0))
        try directory.writeUntilEventsAreLost()
        watch.handle(.readable)
        #expect((changes, accountChanges) == (1, 1))
    }
}
