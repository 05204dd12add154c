import CLinux
import Glibc

/// The descriptors that the connection thread waits for, in the kernel's set (epoll(7)). Unlike poll(2), that takes as many as the
/// process can have open, whatever its limit of descriptors is now.
struct DescriptorSet: ~Copyable {
    struct Member: Sendable {
        /// Never reused, unlike the address of an object and the number of a descriptor.
        var number: UInt64
        var polled: any PolledDescriptors
    }

    struct Ready: Sendable {
        var isWoken = false
        var members: [(Member, [Bool])] = []
    }

    private struct Entry: Hashable {
        var descriptor: Int32
        var events: Int16
    }

    private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    /// What the kernel's set contains, by the number of the member and the index of the entry.
    private var registered: [UInt64: Entry] = [:]
    private var events = Array(repeating: epoll_event(), count: 256)

    init() { precondition(epoll >= 0, "cannot create the descriptor of the connection thread") }

    deinit { close(epoll) }

    /// Waits until a descriptor is ready, or the time is over.
    ///
    /// - Parameter milliseconds: the longest time; -1 for no limit.
    /// - Returns: what is ready; `nil` if nothing is.
    mutating func wait(for members: [Member], wake: Int32, milliseconds: Int32) -> Ready? {
        var wanted: [UInt64: Entry] = [0: Entry(descriptor: wake, events: Int16(POLLIN))]
        var counts: [UInt64: Int] = [:]
        for member in members {
            let entries = member.polled.entries
            counts[member.number] = entries.count
            for (index, entry) in entries.enumerated() where entry.fd >= 0 {
                wanted[member.number << 8 | UInt64(index)] = Entry(descriptor: entry.fd, events: entry.events)
            }
        }
        let isComplete = register(wanted)
        // What could not be registered is tried again soon.
        let time = isComplete ? milliseconds : milliseconds < 0 ? 100 : min(milliseconds, 100)
        let count = epoll_wait(epoll, &events, Int32(events.count), time)
        guard count > 0 else { return nil }
        var ready = Ready()
        var indices: [UInt64: [Int]] = [:]
        for event in events.prefix(Int(count)) {
            let key = event.data.u64
            if key == 0 { ready.isWoken = true } else { indices[key >> 8, default: []].append(Int(key & 0xFF)) }
        }
        for member in members {
            guard let found = indices[member.number], let count = counts[member.number] else { continue }
            var entries = Array(repeating: false, count: count)
            for index in found where index < count { entries[index] = true }
            ready.members.append((member, entries))
        }
        return ready
    }

    /// - Returns: whether the kernel has taken everything.
    private mutating func register(_ wanted: [UInt64: Entry]) -> Bool {
        // Removals come first: a new descriptor can have the number of one that has been closed, which the kernel has removed.
        for (key, entry) in registered where wanted[key]?.descriptor != entry.descriptor {
            var event = epoll_event()
            epoll_ctl(epoll, EPOLL_CTL_DEL, entry.descriptor, &event)
            registered[key] = nil
        }
        var isComplete = true
        for (key, entry) in wanted where registered[key] != entry {
            var event = epoll_event()
            // The events of epoll have the numbers of those of poll.
            event.events = UInt32(UInt16(bitPattern: entry.events))
            event.data.u64 = key
            let operation = registered[key] == nil ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
            if epoll_ctl(epoll, operation, entry.descriptor, &event) == 0 {
                registered[key] = entry
            } else {
                isComplete = false
            }
        }
        return isComplete
    }
}
