import Glibc

/// The limit of open files. Some libraries abort the daemon when they get no descriptor, so the last ones are reserved.
package enum OpenFiles {
    /// The lowest limit for a daemon without plugins and with a few clients.
    package static let needed = 64
    private static let reserve = 32

    package static var limit: Int { sysconf(Int32(_SC_OPEN_MAX)) }

    /// Whether few descriptors are left after this one. The kernel gives out the lowest free number.
    static func areFew(after descriptor: CInt) -> Bool { Int(descriptor) + reserve >= limit }
}
