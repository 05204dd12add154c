import FasciaAccess
import Foundation
import TestSupport
import Testing

struct AccountsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func write(passwd: String = "", group: String = "") throws {
        try directory.write(passwd, to: "passwd")
        try directory.write(group, to: "group")
    }

    @Test func theFirstOfANameCounts_andWhatIsNoEntryIsSkipped() throws {
        try write(
            passwd: "# a remark\n\nbob:x:10:20::/:/bin/sh\nnonsense\nbob:x:11:21::/:/bin/sh\nann:x:12:20::/:/bin/sh",
            group: "staff:x:20:bob,ann\nalone:x:21:\n")
        let accounts = Accounts.ofMachine(in: directory.path)
        #expect(accounts.users == ["bob": .init(uid: 10, gid: 20), "ann": .init(uid: 12, gid: 20)])
        #expect(accounts.groups == ["staff": .init(gid: 20, members: ["bob", "ann"]), "alone": .init(gid: 21)])
    }

    @Test func aGroupMayHaveAnyNumberOfMembers() throws {
        let members = (0..<5_000).map { "member\($0)" }
        try write(group: "small:x:1:a\nlarge:x:2:\(members.joined(separator: ","))\nlast:x:3:b\n")
        let groups = Accounts.ofMachine(in: directory.path).groups
        #expect(groups.mapValues(\.members) == ["small": ["a"], "large": Set(members), "last": ["b"]])
    }

    @Test func accountsAreReadByManyAtOnce() throws {
        let members = (0..<100).map { "member\($0)" }
        try write(
            passwd: (0..<100).map { "user\($0):x:\($0):\($0)::/:/bin/sh\n" }.joined(),
            group: (0..<100).map { "group\($0):x:\($0):\(members.joined(separator: ","))\n" }.joined())
        let expected = Accounts.ofMachine(in: directory.path)
        #expect(expected.users.count == 100)
        #expect(expected.groups["group99"]?.members.count == 100)
        DispatchQueue.concurrentPerform(iterations: 100) { _ in
            #expect(Accounts.ofMachine(in: directory.path) == expected)
        }
    }
}
