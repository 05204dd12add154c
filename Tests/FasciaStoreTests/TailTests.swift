import Foundation
import TestSupport
import Testing

@testable import FasciaStore

/// The ring in memory, and what is found in it.
@Suite struct TailTests {
    private let directory: TemporaryDirectory
    private let file: TailFile

    init() throws {
        directory = try TemporaryDirectory()
        file = try TailFile(path: directory["tail"], capacity: 4_096, epoch: "K7Q2", disk: .system)
    }

    private func tail() -> Tail { Tail(memory: file.memory, head: Place(), released: 0) }

    private func append(_ bytes: [UInt8], to tail: inout Tail) {
        bytes.withUnsafeBytes { tail.append($0, revision: Int(tail.head.sequence) * 10) }
    }

    private func found(from first: UInt64) -> [[UInt8]] {
        TailScan(file.memory, from: first).records.map { Array(file.memory.payload(of: $0)) }
    }

    @Test func aNewTailIsEmpty() {
        let scan = TailScan(file.memory, from: 1)
        #expect(scan.records.isEmpty)
        #expect(scan.end == 0)
        #expect(scan.lastSequence == 0)
    }

    @Test func whatIsAppendedIsFound() {
        var tail = tail()
        for count in [0, 1, 7, 8, 9, 500] { append(Array(repeating: UInt8(count & 0xFF), count: count), to: &tail) }
        let scan = TailScan(file.memory, from: 1)
        #expect(scan.records.map(\.length) == [0, 1, 7, 8, 9, 500])
        #expect(scan.records.map(\.sequence) == [1, 2, 3, 4, 5, 6])
        #expect(scan.records.map(\.revision) == [10, 20, 30, 40, 50, 60])
        #expect(scan.end == tail.head.position)
        #expect(found(from: 4) == [Array(repeating: 8, count: 8), Array(repeating: 9, count: 9), Array(repeating: 244, count: 500)])
        #expect(found(from: 7) == [])
    }

    /// What a sync has written to the disk, and what nobody has written to yet, the kernel notices by a page fault.
    @Test func whatIsWrittenNextIsAtHand() throws {
        let file = try TailFile(path: directory["wide"], capacity: 65_536, epoch: "K7Q2", disk: .system)
        // Also to have the code itself at hand.
        #expect(file.memory.faults(writingAt: 8_000) > 0)
        file.memory.prepare(from: 20_300)
        #expect(file.memory.faults(writingAt: 20_300) == 0)
        // At the end of the ring there is no more.
        file.memory.prepare(from: 65_535)
        file.memory.prepare(from: 65_536 * 3)
        #expect(file.memory.faults(writingAt: 0) == 0)
    }

    /// Round and round, with records of all lengths, so that the end of the ring falls everywhere.
    @Test func theRingGoesRound() {
        var tail = tail()
        var kept: [(sequence: UInt64, bytes: [UInt8])] = []
        for step in 0..<2_000 {
            let bytes = Array(repeating: UInt8(step & 0xFF), count: (step * 37) % 400)
            while !tail.fits(bytes.count) {
                kept.removeFirst()
                tail.released = kept.first.map { kept in
                    TailScan(file.memory, from: kept.sequence).records[0].position
                } ?? tail.head.position
            }
            kept.append((tail.head.sequence, bytes))
            append(bytes, to: &tail)
            guard step % 97 == 0, let first = kept.first else { continue }
            let scan = TailScan(file.memory, from: first.sequence)
            #expect(found(from: first.sequence) == kept.map(\.bytes), "step \(step)")
            #expect(scan.end == tail.head.position, "step \(step)")
            // The archiver goes from one to the next without a look at the rest.
            var position = tail.released
            for record in kept {
                let header = file.memory.header(at: position)
                #expect(header?.sequence == record.sequence, "step \(step)")
                position = header.map { $0.position + UInt64($0.total) } ?? 0
            }
        }
    }

    /// Where a record does not fit before the end of the ring, whoever reads goes on at its beginning, however little is left.
    @Test(arguments: [0, 8, 24, 32, 40, 48, 56, 96] as [UInt64]) func theEndOfTheRingIsPassedOver(_ rest: UInt64) {
        // What stands there was written in the round before.
        file.memory.ring.initializeMemory(as: UInt8.self, repeating: 0xFF, count: 4_096)
        let start = 3 * 4_096 - rest - 48
        var tail = Tail(memory: file.memory, head: Place(position: start), released: start)
        append(Array(repeating: 1, count: 8), to: &tail)
        #expect(tail.head.position == 3 * 4_096 - rest)
        append(Array(repeating: 2, count: 80), to: &tail)
        append(Array(repeating: 3, count: 80), to: &tail)
        #expect(TailScan(file.memory, from: 1).records.map(\.sequence) == [1, 2, 3])
        #expect(file.memory.header(at: 3 * 4_096 - rest)?.sequence == 2)
        #expect(tail.used == Int(48 + rest + 2 * 120))
    }

    /// However much of the ring is kept, and wherever it ends: nothing that is said to fit comes over what is kept.
    @Test func whatFitsComesOverNothing() {
        for start in stride(from: 0, to: 4_096, by: 264) {
            for used in stride(from: 0, through: 4_096, by: 456) {
                let head = Place(position: UInt64(start + used))
                let tail = Tail(memory: file.memory, head: head, released: UInt64(start))
                for open in [0, 1, 200, 1_000] {
                    guard let longest = (0...4_096).last(where: { tail.fits($0, behind: open) }) else { continue }
                    var filled = tail
                    if open > 0 { append(Array(repeating: 1, count: open), to: &filled) }
                    append(Array(repeating: 2, count: longest), to: &filled)
                    #expect(filled.used <= 4_096, "\(longest) behind \(open) at \(start), where \(used) are kept")
                    #expect((0...longest).allSatisfy { tail.fits($0, behind: open) })
                }
            }
        }
    }

    /// An empty ring takes all that it has room for behind one header, and what has been given back counts at once.
    @Test func allOfTheRingIsUsed() {
        var tail = tail()
        let most = 4_096 - RecordHeader.size
        #expect(tail.room == 4_096 / 2 - 2 * (RecordHeader.size + 7))
        #expect(tail.fits(most) && !tail.fits(most + 1))
        #expect(tail.fits(most - 48, behind: 8) && !tail.fits(most - 47, behind: 8))
        append(Array(repeating: 1, count: most), to: &tail)
        #expect(tail.room < 0 && !tail.fits(0))
        tail.released = tail.head.position
        #expect(tail.room == 4_096 / 2 - 2 * (RecordHeader.size + 7))
        #expect(tail.fits(most))
    }

    /// Long records go by way of the file, with the end of the ring anywhere.
    @Test func longRecordsAreFoundLikeShortOnes() throws {
        let file = try TailFile(path: directory["long"], capacity: 32_768, epoch: "K7Q2", disk: .system)
        var tail = Tail(memory: file.memory, descriptor: file.descriptor, head: Place(), released: 0)
        var kept: [[UInt8]] = []
        for step in 0..<60 {
            let bytes = (0..<1_500 + (step * 307) % 2_500).map { UInt8(($0 + step) & 0xFF) }
            while !tail.fits(bytes.count) {
                kept.removeFirst()
                let next = tail.head.sequence - UInt64(kept.count)
                tail.released = TailScan(file.memory, from: next).records.first?.position ?? tail.head.position
            }
            append(bytes, to: &tail)
            kept.append(bytes)
            let scan = TailScan(file.memory, from: tail.head.sequence - UInt64(kept.count))
            #expect(scan.records.map { Array(file.memory.payload(of: $0)) } == kept, "step \(step)")
            #expect(scan.end == tail.head.position, "step \(step)")
        }
    }

    /// To tell the two ways from each other, the file is another one.
    @Test func onlyLongRecordsGoByWayOfTheFile() throws {
        let other = try TailFile(path: directory["other"], capacity: 8_192, epoch: "K7Q2", disk: .system)
        let mine = try TailFile(path: directory["mine"], capacity: 8_192, epoch: "K7Q2", disk: .system)
        var tail = Tail(memory: mine.memory, descriptor: other.descriptor, head: Place(), released: 0)
        append(Array(repeating: 1, count: Tail.longestCopied - 1), to: &tail)
        append(Array(repeating: 2, count: Tail.longestCopied), to: &tail)
        #expect(TailScan(mine.memory, from: 1).records.map(\.sequence) == [1])
        #expect(TailScan(other.memory, from: 2).records.map(\.sequence) == [2])
    }

    /// The memory is there whatever becomes of the file.
    @Test func whereTheFileTakesNothingTheMemoryDoes() throws {
        let file = try TailFile(path: directory["long"], capacity: 8_192, epoch: "K7Q2", disk: .system)
        let reading = open(directory["long"], O_RDONLY | O_CLOEXEC)
        defer { close(reading) }
        var tail = Tail(memory: file.memory, descriptor: reading, head: Place(), released: 0)
        append(Array(repeating: 7, count: 3_000), to: &tail)
        #expect(TailScan(file.memory, from: 1).records.map { Array(file.memory.payload(of: $0)) } == [Array(repeating: 7, count: 3_000)])
    }

    /// Those that were written together are there together, or not at all.
    @Test func recordsStandTogether() {
        var tail = tail()
        append([1], to: &tail)
        Array("a,b,c".utf8).withUnsafeBytes { tail.append($0, count: 3, revision: 40) }
        append([5], to: &tail)
        for first in UInt64(2)...4 {
            let scan = TailScan(file.memory, from: first)
            #expect(scan.records.map(\.sequence) == [2, 5])
            #expect(scan.records.map(\.count) == [3, 1])
            #expect(scan.records.map(\.revision) == [40, 50])
            #expect(scan.lastSequence == 5)
        }
        file.memory.pointer(TailScan(file.memory, from: 2).records[0].position + 40).storeBytes(of: 0, as: UInt8.self)
        #expect(TailScan(file.memory, from: 1).records.map(\.sequence) == [1])
        #expect(TailScan(file.memory, from: 1).lastSequence == 5)
    }

    /// A bit, and words in each other's place, at every place of lengths round about those that are looked at together.
    @Test(arguments: [0, 1, 7, 8, 31, 32, 33, 64, 100]) func whateverIsDifferentHasAnotherChecksum(_ count: Int) {
        let header = (0..<32).map { UInt8($0) }
        let bytes = (0..<count).map { UInt8(($0 * 7 + 1) & 0xFF) }
        func sum(_ header: [UInt8], _ bytes: [UInt8]) -> UInt64 {
            header.withUnsafeBytes { header in bytes.withUnsafeBytes { Checksum.inLanes(header, $0) } }
        }
        var seen: Set<UInt64> = [sum(header, bytes), sum(header, bytes + [0])]
        var others = 2
        for bit in 0..<8 * (32 + count) {
            var (changed, behind) = (header, bytes)
            if bit < 256 { changed[bit / 8] ^= 1 << (bit % 8) } else { behind[bit / 8 - 32] ^= 1 << (bit % 8) }
            seen.insert(sum(changed, behind))
            others += 1
        }
        for word in 1..<max(1, count / 8) {
            var swapped = bytes
            for index in 0..<8 { swapped.swapAt(index, 8 * word + index) }
            seen.insert(sum(header, swapped))
            others += 1
        }
        #expect(seen.count == others)
    }

    @Test func whatIsTornIsNotThere_norWhatComesAfterIt() {
        var tail = tail()
        for byte in UInt8(1)...5 { append(Array(repeating: byte, count: 100), to: &tail) }
        let torn = TailScan(file.memory, from: 1).records[2]
        file.memory.pointer(torn.position + 100).storeBytes(of: 0xFF, as: UInt8.self)
        let scan = TailScan(file.memory, from: 1)
        #expect(scan.records.map(\.sequence) == [1, 2])
        #expect(scan.end == torn.position)
        #expect(scan.lastSequence == 5)
    }

    /// What is left behind a hole is never taken for what is written there later.
    @Test func whatIsLeftBehindAHoleIsForgotten() {
        var tail = tail()
        for byte in UInt8(1)...5 { append(Array(repeating: byte, count: 100), to: &tail) }
        let torn = TailScan(file.memory, from: 1).records[2]
        file.memory.pointer(torn.position + 100).storeBytes(of: 0xFF, as: UInt8.self)
        let scan = TailScan(file.memory, from: 1)
        scan.forgetRest(in: file.memory)
        var next = Tail(
            memory: file.memory, head: Place(position: scan.end, sequence: 3, revision: 20), released: 0)
        append(Array(repeating: 33, count: 100), to: &next)
        #expect(found(from: 1).map { $0[0] } == [1, 2, 33])
        #expect(TailScan(file.memory, from: 1).lastSequence == 3)
    }

    @Test func anyByteThatIsDamagedIsNoticed() {
        var tail = tail()
        append(Array("hello, world".utf8), to: &tail)
        let total = TailScan(file.memory, from: 1).records[0].total
        for offset in 0..<(RecordHeader.size + 12) {
            let place = file.memory.ring + offset
            let before = place.load(as: UInt8.self)
            for bit in 0..<8 {
                place.storeBytes(of: before ^ 1 << UInt8(bit), as: UInt8.self)
                #expect(TailScan(file.memory, from: 1).records.isEmpty, "byte \(offset) of \(total)")
            }
            place.storeBytes(of: before, as: UInt8.self)
        }
        #expect(found(from: 1).count == 1)
    }

    // MARK: - The file

    private func message(epoch: String = "K7Q2") -> StoreError? {
        do throws(StoreError) {
            _ = try TailFile(path: directory["tail"], capacity: 4_096, epoch: epoch, disk: .system)
            return nil
        } catch { return error }
    }

    private func change(_ offset: Int, to byte: UInt8) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: directory["tail"]))
        try handle.seek(toOffset: UInt64(offset))
        try handle.write(contentsOf: Data([byte]))
        try handle.close()
    }

    @Test func anotherJournalsTailIsNotTaken() {
        #expect(message(epoch: "ABCD")?.kind == .damaged)
        #expect(message(epoch: "ABCD")?.message == "\(directory["tail"]) is the tail of another journal (K7Q2, not ABCD)")
        #expect(message() == nil)
    }

    @Test func aTailThatIsCutOffSaysSo() throws {
        #expect(truncate(directory["tail"], 4_096 + 2_048) == 0)
        #expect(message()?.kind == .damaged)
        #expect(message()?.message == "\(directory["tail"]) is not whole: it is 6144 bytes long, and was 8192")
    }

    @Test func aSymbolicLinkIsNotFollowed() throws {
        #expect(rename(directory["tail"], directory["elsewhere"]) == 0)
        #expect(symlink(directory["elsewhere"], directory["tail"]) == 0)
        #expect(message()?.kind == .refused)
        #expect(
            message()?.message == "cannot open \(directory["tail"]): it is a symbolic link; put the file itself there")
    }

    @Test func aDamagedFirstPageIsNoticed() throws {
        try change(100, to: 1)
        #expect(message()?.kind == .damaged)
    }

    /// Makes it what an older version wrote: another number on the first page, another checksum, and with version 1 nothing
    /// beside the kind of a record.
    private func makeOld(_ version: UInt64 = 1) {
        for header in TailScan(file.memory, from: 1).records {
            let start = file.memory.pointer(header.position)
            RecordHeader(
                position: header.position, sequence: header.sequence, revision: header.revision, kind: header.kind,
                count: version == 1 ? 0 : header.count, length: header.length
            ).store(at: start, before: file.memory.payload(of: header))
            let sum = Checksum.of(UnsafeRawBufferPointer(start: start + 8, count: 32 + header.length))
            start.storeBytes(of: sum, as: UInt64.self)
        }
        change(version: version)
    }

    private func change(version: UInt64) {
        let page = file.memory.ring - 4_096
        page.storeBytes(of: version, toByteOffset: 8, as: UInt64.self)
        page.storeBytes(
            of: Checksum.of(UnsafeRawBufferPointer(start: page, count: 4_088)), toByteOffset: 4_088, as: UInt64.self)
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func aTailOfAnOlderVersionIsReadAndBecomesOneOfThis(_ version: UInt64) throws {
        var tail = tail()
        for byte in UInt8(1)...3 { append([byte], to: &tail) }
        makeOld(version)
        for _ in 0..<2 {
            let file = try TailFile(path: directory["tail"], capacity: 4_096, epoch: "K7Q2", disk: .system)
            let scan = TailScan(file.memory, from: 1)
            #expect(scan.records.map { file.memory.payload(of: $0)[0] } == [1, 2, 3])
            #expect(scan.records.map(\.count) == [1, 1, 1])
            #expect((file.memory.ring - 4_096).load(fromByteOffset: 8, as: UInt64.self) == 4)
        }
        #expect(Disk.names(in: directory.path) == ["tail"])
    }

    @Test func aTailOfVersion1StaysWhereThereIsNoRoomForAnother() throws {
        makeOld()
        let disk = TestDisk()
        disk.writeCode.withLock { $0 = ENOSPC }
        let error = #expect(throws: StoreError.self) {
            try TailFile(path: directory["tail"], capacity: 4_096, epoch: "K7Q2", disk: disk.disk)
        }
        #expect(error?.kind == .refused)
        #expect(error?.message == "cannot write \(directory["tail"]).new: No space left on device")
        #expect(Disk.names(in: directory.path) == ["tail"])
        #expect((file.memory.ring - 4_096).load(fromByteOffset: 8, as: UInt64.self) == 1)
    }

    @Test func aTailOfANewerVersionIsRefused() throws {
        change(version: TailFile.version + 1)
        let longAgo = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
        #expect(utimes(directory["tail"], longAgo) == 0)
        #expect(message()?.kind == .newer)
        var status = stat()
        #expect(stat(directory["tail"], &status) == 0 && status.st_mtim.tv_sec == 1, "nobody has written to it")
        #expect(message()?.message.contains("was written by a newer fasciad (version 5, and this one knows 4)") == true)
    }

    @Test func aShortFileIsNoticed() throws {
        #expect(truncate(directory["tail"], 100) == 0)
        #expect(message()?.kind == .damaged)
        #expect(truncate(directory["tail"], 0) == 0)
        #expect(message()?.kind == .damaged)
    }

    @Test func noRoomForOneLeavesNothingBehind() throws {
        let disk = TestDisk()
        disk.allocateCode.withLock { $0 = ENOSPC }
        let path = directory["other"]
        let error = #expect(throws: StoreError.self) {
            try TailFile(path: path, capacity: 1 << 20, epoch: "K7Q2", disk: disk.disk)
        }
        #expect(error?.kind == .refused)
        #expect(error?.message == "cannot make room for 1 MiB in \(path): No space left on device")
        #expect(Disk.names(in: directory.path) == ["tail"])
    }
}
