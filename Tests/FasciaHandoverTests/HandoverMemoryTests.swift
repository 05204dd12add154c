import Glibc
import Testing

@testable import FasciaHandover

/// What one process writes and another one reads, here by opening the memory a second time.
@Suite struct HandoverMemoryTests {
    private let memory: HandoverMemory

    init() throws { memory = try HandoverMemory() }

    /// What the next process sees.
    private func next(_ slots: [HandoverSlot]) throws -> HandoverMemory {
        try HandoverMemory(of: memory.descriptor, slots: slots.map(\.index))
    }

    private func receive(_ text: String, _ slot: HandoverSlot) {
        slot.space.copyBytes(from: Array(text.utf8))
        slot.received(text.utf8.count)
    }

    private func append(_ text: String, _ slot: HandoverSlot) {
        Array(text.utf8).withUnsafeBytes { slot.append($0) }
    }

    private func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func whatWasReadAndNotCommittedIsThere() throws {
        let slot = try memory.open(owner: 7)
        receive("one\ntwo\nthr", slot)
        let heir = try #require(next([slot]).slot(slot.index))
        #expect(heir.owner == 7)
        #expect(text(heir.input) == "one\ntwo\nthr")
    }

    @Test func whatWasCarriedOutCountsOnlyWhenItIsCommitted() throws {
        let slot = try memory.open(owner: 1)
        receive("one\ntwo\n", slot)
        slot.consume(4)
        memory.commit([slot], shared: [5])
        slot.consume(4)
        append("answer to two", slot)
        let after = try next([slot])
        let heir = try #require(after.slot(slot.index))
        #expect(text(heir.input) == "two\n")
        #expect(heir.unsent == 0)
        #expect(after.shared == [5])
    }

    @Test func nothingOfAnIterationCountsWithoutItsCommit() throws {
        let (one, two) = (try memory.open(owner: 1), try memory.open(owner: 2))
        for slot in [one, two] { receive("a\nb\n", slot) }
        memory.commit([one, two], shared: [1])
        for slot in [one, two] {
            slot.consume(2)
            append("done\n", slot)
        }
        memory.commit([one, two], shared: [2])
        let heirs = try next([one, two])
        for slot in [one, two] {
            let heir = try #require(heirs.slot(slot.index))
            #expect(text(heir.input) == "b\n")
            #expect(heir.unsent == 5)
        }
        #expect(heirs.shared == [2])
    }

    @Test func theInputIsMovedBackWithoutLosingAnything() throws {
        let slot = try memory.open(owner: 1)
        var written = ""
        for round in 0..<20_000 {
            if slot.isFarAlong { slot.rewind { memory.commit([slot], shared: []) } }
            let line = "line \(round)\n"
            receive(line, slot)
            written += line
            // Something is left most of the time; at times there is nothing.
            let keep = round % 7
            let done = max(0, slot.input.count - keep * 8)
            written.removeFirst(done)
            slot.consume(done)
            if round % 97 == 0 {
                memory.commit([slot], shared: [])
                let heir = try #require(next([slot]).slot(slot.index))
                #expect(text(heir.input) == written)
            }
        }
        #expect(slot.place.inputBegin < 1 << 20)
    }

    @Test func theSessionIsThatOfTheCommit() throws {
        let slot = try memory.open(owner: 1)
        func session() throws -> String {
            String(decoding: try #require(next([slot]).slot(slot.index)).session, as: UTF8.self)
        }
        #expect(slot.keepSession(Array("first".utf8)))
        memory.commit([slot], shared: [])
        #expect(try session() == "first")
        #expect(slot.keepSession(Array("second, not committed".utf8)))
        #expect(slot.keepSession(Array("third, not committed".utf8)))
        #expect(try session() == "first")
        memory.commit([slot], shared: [])
        #expect(try session() == "third, not committed")
    }

    @Test func aSessionThatIsTooLongIsRefused() throws {
        let slot = try memory.open(owner: 1)
        #expect(!slot.keepSession(Array(repeating: 1, count: 5 << 20)))
    }

    @Test func aSlotIsEmptyWhenItIsUsedAgain() throws {
        let slot = try memory.open(owner: 1)
        receive("something", slot)
        memory.commit([slot], shared: [])
        memory.close(slot)
        let again = try memory.open(owner: 2)
        #expect(again.index == slot.index)
        let heir = try #require(next([again]).slot(again.index))
        #expect(heir.owner == 2)
        #expect(heir.input.isEmpty)
    }

    @Test func slotsOfTheProcessBeforeAreNotGivenAway() throws {
        let slot = try memory.open(owner: 1)
        memory.commit([slot], shared: [])
        let after = try next([slot])
        #expect(try after.open(owner: 2).index != slot.index)
    }

    @Test func otherMemoryIsRefused() throws {
        let file = memfd_create_empty()
        defer { close(file) }
        #expect(throws: HandoverError.foreign(found: "none of its own")) {
            try HandoverMemory(of: file, slots: [])
        }
        #expect(
            HandoverError.foreign(found: "of version 9").description
                == "the memory of the process before is of version 9, which this version does not read")
    }

    private func memfd_create_empty() -> Int32 {
        let descriptor = open("/tmp", O_TMPFILE_RDWR, 0o600)
        ftruncate(descriptor, 65_536)
        return descriptor
    }

    private var O_TMPFILE_RDWR: Int32 { 0o20200000 | O_RDWR }
}

/// Sending by way of the pipe, and what is known of it when the process ends within it.
@Suite struct HandoverPipeTests {
    private let memory: HandoverMemory
    private let pipe: HandoverPipe
    private let slot: HandoverSlot
    private let ours: Int32
    private let theirs: Int32

    init() throws {
        memory = try HandoverMemory()
        pipe = try HandoverPipe(for: memory)
        slot = try memory.open(owner: 1)
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
        (ours, theirs) = (ends[0], ends[1])
    }

    private func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { slot.append($0) }
        memory.commit([slot], shared: [])
    }

    private func receive() -> [UInt8] {
        var all: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(theirs, &bytes, bytes.count)
            guard count > 0 else { return all }
            all += bytes[..<count]
        }
    }

    @Test func allIsSentInOrder() {
        defer { close(ours); close(theirs) }
        append(Array("one\n".utf8))
        append(Array("two\n".utf8))
        #expect(pipe.send(slot, to: ours) == 0)
        #expect(slot.unsent == 0)
        append(Array("three\n".utf8))
        #expect(pipe.send(slot, to: ours) == 0)
        #expect(String(decoding: receive(), as: UTF8.self) == "one\ntwo\nthree\n")
    }

    @Test func whatTheSocketDoesNotTakeStays() {
        defer { close(ours); close(theirs) }
        let all = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        append(all)
        var got: [UInt8] = []
        while slot.unsent > 0 {
            let before = slot.unsent
            #expect([0, EAGAIN].contains(pipe.send(slot, to: ours)))
            #expect(slot.unsent < before)
            got += receive()
        }
        #expect(got == all)
    }

    @Test func thatNobodyReadsIsSaid() {
        signal(SIGPIPE, SIG_IGN)
        defer { close(ours) }
        close(theirs)
        append([1])
        #expect(pipe.send(slot, to: ours) == EPIPE)
    }
}

/// The memory says how it is laid out.
@Suite struct GeometryTests {
    private static let small = Geometry(
        slots: 3, stride: 1 << 20, sessionBytes: 4_096, inputBytes: 65_536, outputBytes: 131_072, marks: 5)

    @Test func anotherLayoutIsGoneOnWith() throws {
        let memory = try HandoverMemory(Self.small)
        let slots = try (1...3).map { try memory.open(owner: $0) }
        #expect(throws: HandoverError.full(slots: 3)) { try memory.open(owner: 4) }
        for slot in slots {
            slot.place.marks = Array(1...9)
            #expect(slot.keepSession(Array("session \(slot.index)".utf8)))
            Array("answer \(slot.index)".utf8).withUnsafeBytes { slot.append($0) }
        }
        memory.commit(slots, shared: [7])
        let next = try HandoverMemory(of: memory.descriptor, slots: [0, 1, 2])
        #expect(next.geometry == Self.small)
        #expect(next.longestLine == 8_192 && next.mostMarks == 5)
        for index in 0..<3 {
            let slot = try #require(next.slot(index))
            #expect(slot.session == Array("session \(index)".utf8))
            #expect(slot.unsent == 8)
            #expect(slot.place.marks == [1, 2, 3, 4, 5])
            #expect(!slot.keepSession(Array(repeating: 0, count: 4_097)))
        }
    }

    /// The first version said nothing of it.
    @Test func theOriginalNeedNotBeDescribed() throws {
        let memory = try HandoverMemory()
        #expect(memory.header[Geometry.Header.version] == 1)
        for index in 0..<6 { memory.header[Geometry.Header.geometry + index] = 0 }
        #expect(try HandoverMemory(of: memory.descriptor, slots: []).geometry == .original)
    }

    @Test(arguments: [
        (Geometry.Header.magic, 0, "none of its own"), (Geometry.Header.version, 3, "of version 3"),
        (Geometry.Header.geometry, 1 << 40, "laid out in a way that cannot be"),
        (Geometry.Header.geometry, 4, "laid out in a way that cannot be"),
        (Geometry.Header.geometry + 1, 4_096, "laid out in a way that cannot be"),
        (Geometry.Header.geometry + 2, 100, "laid out in a way that cannot be"),
        (Geometry.Header.geometry + 3, -4_096, "laid out in a way that cannot be"),
        (Geometry.Header.geometry + 5, 500, "laid out in a way that cannot be"),
    ])
    func whatCannotBeReadIsRefused(_ word: Int, _ value: Int, _ found: String) throws {
        let memory = try HandoverMemory(Self.small)
        memory.header[word] = value
        #expect(throws: HandoverError.foreign(found: found)) { try HandoverMemory(of: memory.descriptor, slots: []) }
    }
}
