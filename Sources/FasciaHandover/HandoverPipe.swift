import CLinux
import Glibc

/// Sends what slots keep so that it is known to the byte what has been sent, even by a process that was killed within
/// the system call.
///
/// After `send` nobody could tell whether the kernel had taken the bytes. So they go by way of a pipe that outlives the
/// process as well: first into the pipe, which is empty before, then from it into the socket (splice(2)), each step
/// noted before it is begun. What has left the pipe in the second step is what was sent.
public final class HandoverPipe {
    public let reader: Int32
    public let writer: Int32
    private let memory: HandoverMemory

    private enum Phase {
        static let idle = 0, filling = 1, emptying = 2, clearing = 3
    }

    /// What a pipe takes at once when it is empty.
    private static let most = 65_536

    /// A new one.
    public init(for memory: HandoverMemory) throws(HandoverError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, Int32(O_CLOEXEC) | Int32(O_NONBLOCK)) == 0 else { throw .system("pipe2") }
        (reader, writer) = (ends[0], ends[1])
        self.memory = memory
    }

    /// That of an earlier process: notes what it had sent when it ended. The slots of `memory` must have been opened.
    public init(reader: Int32, writer: Int32, of memory: HandoverMemory) {
        (self.reader, self.writer) = (reader, writer)
        self.memory = memory
        let header = memory.header
        if header[Geometry.Header.pipePhase] == Phase.emptying {
            let left = max(0, Int(linux_readable_bytes(reader)))
            let sent = header[Geometry.Header.pipeBegin] + header[Geometry.Header.pipeCount] - left
            memory.slot(header[Geometry.Header.pipeSlot])?.sent = sent
        }
        clear()
        header[Geometry.Header.pipePhase] = Phase.idle
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Sends what counts, as far as the socket takes it.
    ///
    /// - Returns: 0 when all is sent, else the `errno` for which it is not.
    public func send(_ slot: HandoverSlot, to socket: Int32) -> Int32 {
        let header = memory.header
        while slot.sendable > 0 {
            let begin = slot.sent
            let count = min(slot.sendable, Self.most)
            header[Geometry.Header.pipeSlot] = slot.index
            header[Geometry.Header.pipeBegin] = begin
            header[Geometry.Header.pipeCount] = count
            linux_keep_order()
            header[Geometry.Header.pipePhase] = Phase.filling
            linux_keep_order()
            guard write(writer, slot.output(from: begin, count: count).baseAddress, count) == count else {
                let code = errno
                clear()
                linux_keep_order()
                header[Geometry.Header.pipePhase] = Phase.idle
                return code
            }
            header[Geometry.Header.pipePhase] = Phase.emptying
            linux_keep_order()
            // SPLICE_F_NONBLOCK is for the pipe; the socket has its own.
            let gone = splice(reader, nil, socket, nil, UInt(count), 2)
            let code = errno
            slot.sent = begin + max(0, gone)
            linux_keep_order()
            if gone < count {
                header[Geometry.Header.pipePhase] = Phase.clearing
                linux_keep_order()
                clear()
                linux_keep_order()
            }
            header[Geometry.Header.pipePhase] = Phase.idle
            if gone < 0 { return code }
            if gone == 0 { return EPIPE }
        }
        return 0
    }

    private func clear() {
        withUnsafeTemporaryAllocation(byteCount: Self.most, alignment: 16) { bytes in
            while read(reader, bytes.baseAddress, bytes.count) > 0 {}
        }
    }
}
