import Glibc

/// The users and groups of this machine. Only the files are read: a directory service may take seconds to answer.
package struct Accounts: Hashable, Sendable {
    package struct User: Hashable, Sendable {
        package var uid: UInt32
        package var gid: UInt32

        package init(uid: UInt32, gid: UInt32) { (self.uid, self.gid) = (uid, gid) }
    }

    package struct Group: Hashable, Sendable {
        package var gid: UInt32
        /// Names of users.
        package var members: Set<String>

        package init(gid: UInt32, members: Set<String> = []) { (self.gid, self.members) = (gid, members) }
    }

    package var users: [String: User]
    package var groups: [String: Group]

    package init(users: [String: User], groups: [String: Group]) { (self.users, self.groups) = (users, groups) }

    /// Those of `passwd` and `group`.
    ///
    /// - Parameter directory: where these files are.
    package static func ofMachine(in directory: String = "/etc") -> Accounts {
        var accounts = Accounts(users: [:], groups: [:])
        eachEntry(of: directory + "/passwd", passwd(), fgetpwent_r) { entry in
            let name = String(cString: entry.pw_name)
            // As everywhere, the first of several counts.
            if accounts.users[name] == nil { accounts.users[name] = User(uid: entry.pw_uid, gid: entry.pw_gid) }
        }
        eachEntry(of: directory + "/group", group(), fgetgrent_r) { entry in
            let name = String(cString: entry.gr_name)
            var members: Set<String> = []
            var next = entry.gr_mem
            while let member = next?.pointee {
                members.insert(String(cString: member))
                next = next?.advanced(by: 1)
            }
            if accounts.groups[name] == nil { accounts.groups[name] = Group(gid: entry.gr_gid, members: members) }
        }
        return accounts
    }

    private typealias Next<Entry> = (
        UnsafeMutablePointer<FILE>, UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
    ) -> Int32

    /// Reads a file into a buffer of its own: that of `fgetpwent` belongs to all threads.
    ///
    /// - Parameters:
    ///   - next: reads one entry, whose texts are in the buffer; tells by `ERANGE` that the buffer is too small for it.
    ///   - body: is given each entry, which is gone afterwards.
    private static func eachEntry<Entry>(of path: String, _ empty: Entry, _ next: Next<Entry>, _ body: (Entry) -> Void) {
        guard let file = fopen(path, "re") else { return }
        defer { fclose(file) }
        var entry = empty
        var buffer = [CChar](repeating: 0, count: 4_096)
        while true {
            let place = ftell(file)
            let status = buffer.withUnsafeMutableBufferPointer { buffer in
                var found: UnsafeMutablePointer<Entry>?
                // Safe: an array that is not empty has an address.
                let status = next(file, &entry, buffer.baseAddress!, buffer.count, &found)
                if status == 0 { body(entry) }
                return status
            }
            guard status != ERANGE else {
                buffer = Array(repeating: 0, count: 2 * buffer.count)
                fseek(file, place, SEEK_SET)
                continue
            }
            guard status == 0 else { return }
        }
    }

    /// With those that were there before, and are not any more.
    func keeping(_ earlier: Accounts) -> Accounts {
        Accounts(
            users: users.merging(earlier.users) { now, _ in now }, groups: groups.merging(earlier.groups) { now, _ in now })
    }

    /// The name of a user of this machine; `nil` if there is none with this number.
    ///
    /// - Parameter file: which lists the users.
    package static func name(of uid: UInt32, in file: String) -> String? {
        var name: String?
        eachEntry(of: file, passwd(), fgetpwent_r) { entry in
            if name == nil, entry.pw_uid == uid { name = String(cString: entry.pw_name) }
        }
        return name
    }

    /// The uid of a name or a number.
    package func uid(_ name: String) -> UInt32? { users[name]?.uid ?? UInt32(name) }

    package func gid(_ name: String) -> UInt32? { groups[name]?.gid ?? UInt32(name) }

    /// The name of a user; the number if there is none.
    package func name(of uid: UInt32) -> String { users.filter { $0.value.uid == uid }.keys.min() ?? String(uid) }

    /// Who a user is after a login; `nil` if there is none of this name or number.
    package func identity(of name: String, unit: String? = nil) -> Identity? {
        guard let uid = uid(name) else { return nil }
        let names = users.filter { $0.value.uid == uid }
        var gids = Set(names.values.map(\.gid))
        for group in groups.values where !group.members.isDisjoint(with: names.keys) { gids.insert(group.gid) }
        return Identity(uid: uid, groups: gids, unit: unit)
    }
}
