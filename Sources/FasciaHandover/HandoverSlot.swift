import CLinux
import Glibc

/// What one connection leaves to the next process: lines that are not carried out, bytes that are not sent, and what
/// its owner wants to know of it again (the session).
///
/// What is read from the peer is read straight into this memory. So that a process which was killed within `recv`
/// has not lost what the kernel gave it, the memory after the last byte is zero: what stands there up to the first
/// zero had been read. (A zero is in no line that means anything.)
public final class HandoverSlot {
    public let index: Int
    /// Where it stands; counts when it has been committed.
    public var place = HandoverPlace()

    private let geometry: Geometry
    private let mapping: Mapping
    private let descriptor: Int32
    private let words: Words
    /// Which of the two copies was written last.
    private var copy = 1
    private var outputHighest = 0

    /// The longest line that there is room for, with what is read beside it.
    public var longestLine: Int { geometry.longestLine }
    /// From here on the input is moved back to its beginning when there is nothing left of it.
    private static let rewindFrom = 32_768
    private static let punchFrom = 1 << 20

    /// - Parameter committed: the iteration that counts, for a slot that an earlier process has left; `nil` for a new one.
    init(_ index: Int, _ descriptor: Int32, _ geometry: Geometry, committed: Int?) throws(HandoverError) {
        self.index = index
        self.geometry = geometry
        self.descriptor = descriptor
        mapping = try Mapping(descriptor, at: geometry.offset(ofSlot: index), count: geometry.slotBytes)
        words = Words(mapping.start, count: Geometry.page / 8)
        if let committed { restore(committed) } else { clear() }
    }

    /// Who has it; 0 for nobody. Counts at once.
    public var owner: Int {
        get { words[Geometry.Slot.owner] }
        set { words[Geometry.Slot.owner] = newValue }
    }

    /// Whether it has ever been committed.
    private var isKnown = false

    // MARK: - Input

    /// What has been read and not been carried out.
    public var input: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(mapping.part(geometry.input + place.inputBegin, place.inputEnd - place.inputBegin))
    }

    /// Where to read to.
    public var space: UnsafeMutableRawBufferPointer {
        let count = min(65_536, geometry.inputBytes - place.inputEnd - 1)
        return mapping.part(geometry.input + place.inputEnd, max(0, count))
    }

    public func received(_ count: Int) { place.inputEnd += count }

    public func consume(_ count: Int) { place.inputBegin += count }

    /// Whether it is time to `rewind`.
    public var isFarAlong: Bool {
        place.inputEnd > (place.inputBegin == place.inputEnd ? Self.rewindFrom : geometry.inputBytes / 4)
    }

    /// Moves what is left of the input to the beginning of its area. To be called between two commits: what was carried
    /// out must count before, and the new place before anything is read.
    ///
    /// - Parameter commit: makes `place` count.
    public func rewind(commit: () -> Void) {
        commit()
        let (begin, end) = (place.inputBegin, place.inputEnd)
        let rest = end - begin
        let start = mapping.start + geometry.input
        // There is more room before the rest than it takes: lines are shorter than that, see `longestLine`.
        guard rest < begin else { return }
        memcpy(start, start + begin, rest)
        memset(start + rest, 0, begin - rest)
        place.inputBegin = 0
        place.inputEnd = rest
        commit()
        memset(start + begin, 0, rest)
    }

    // MARK: - Output

    /// What the peer has not been sent.
    public var unsent: Int { place.outputEnd - words[Geometry.Slot.sent] }

    /// From here on it waits: a place in all that was ever appended. It is not sent before this is moved.
    public var heldFrom = Int.max

    /// What may be sent now.
    public var sendable: Int { max(0, min(place.outputEnd, heldFrom) - words[Geometry.Slot.sent]) }

    /// How many bytes were ever appended.
    public var appended: Int { place.outputEnd }

    /// Whether so much more can be kept.
    public func hasRoom(for count: Int) -> Bool { unsent + count <= geometry.outputBytes / 2 }

    /// Keeps bytes to be sent; they count with the next commit.
    public func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
        if unsent == 0 {
            // What was here has been sent: nobody looks for it any more.
            if outputHighest > Self.punchFrom { punch(geometry.output, outputHighest) }
            outputHighest = 0
            place.outputBase = place.outputEnd
        }
        let offset = place.outputEnd - place.outputBase
        memcpy(mapping.start + geometry.output + offset, source, bytes.count)
        place.outputEnd += bytes.count
        outputHighest = max(outputHighest, offset + bytes.count)
    }

    /// How many bytes the kernel has taken, from the beginning of the connection.
    var sent: Int {
        get { words[Geometry.Slot.sent] }
        set { words[Geometry.Slot.sent] = newValue }
    }

    /// Nobody reads any more.
    public func forgetUnsent() { words[Geometry.Slot.sent] = place.outputEnd }

    /// What is to be sent from there on.
    func output(from begin: Int, count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(mapping.part(geometry.output + begin - place.outputBase, count))
    }

    // MARK: - Session

    /// What the owner keeps of the connection.
    public var session: [UInt8] {
        Array(mapping.part(place.session == 0 ? geometry.session.0 : geometry.session.1, place.sessionCount))
    }

    /// - Returns: false where it is too much to be kept; the one before stays then.
    public func keepSession(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= geometry.sessionBytes else { return false }
        // The one that counts is left alone: it is that of the copy that was written last.
        let committed = isKnown ? HandoverPlace(copyWords(copy), marks: geometry.marks).session : 1
        place.session = 1 - committed
        place.sessionCount = bytes.count
        mapping.part(place.session == 0 ? geometry.session.0 : geometry.session.1, bytes.count).copyBytes(from: bytes)
        return true
    }

    // MARK: - Counting

    /// Writes its place as that of an iteration, which the memory then makes count.
    func write(iteration: Int) {
        copy = 1 - copy
        place.write(to: copyWords(copy), marks: geometry.marks, iteration: iteration)
        isKnown = true
    }

    private func copyWords(_ copy: Int) -> Words {
        words.from(copy == 0 ? geometry.places.0 : geometry.places.1)
    }

    private func restore(_ committed: Int) {
        let iterations = [copyWords(0)[0], copyWords(1)[0]]
        let counting = iterations.indices.filter { (1...max(1, committed)).contains(iterations[$0]) }
        // Where nothing counts, what has been read is all there is.
        if let latest = counting.max(by: { iterations[$0] < iterations[$1] }) {
            copy = latest
            isKnown = true
            place = HandoverPlace(copyWords(latest), marks: geometry.marks)
            outputHighest = geometry.outputBytes
        }
        let rest = mapping.part(geometry.input + place.inputEnd, geometry.inputBytes - place.inputEnd)
        place.inputEnd += rest.firstIndex(of: 0) ?? 0
        zeroInput(from: place.inputEnd)
    }

    /// Another connection has had the slot before, perhaps.
    private func clear() {
        punch(0, geometry.slotBytes)
        memset(mapping.start, 0, Geometry.page)
    }

    private func zeroInput(from end: Int) {
        let page = (end + Geometry.page) / Geometry.page * Geometry.page
        memset(mapping.start + geometry.input + end, 0, page - end)
        punch(geometry.input + page, geometry.inputBytes - page)
    }

    /// Gives memory back; it is zero when it is looked at again.
    private func punch(_ offset: Int, _ count: Int) {
        let mode: Int32 = 0x01 | 0x02  // FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE
        let whole = count / Geometry.page * Geometry.page
        if whole > 0 { _ = fallocate(descriptor, mode, geometry.offset(ofSlot: index) + offset, whole) }
    }
}
