import Glibc

/// Where everything lies in the memory. It is sparse: what is not used takes no room.
///
/// The memory says so itself, and who takes it over goes on with it as it is laid out. So another version may lay it out
/// differently, and loses no connection for it.
struct Geometry: Equatable, Sendable {
    static let magic = 0x4641_5343_4941  // "FASCIA"
    static let page = 4_096

    /// How many connections there is room for, and how far apart they lie.
    var slots = 4_096
    var stride = 1 << 29
    var sessionBytes = 4 << 20
    var inputBytes = 64 << 20
    var outputBytes = 256 << 20
    /// How many marks a place has room for.
    var marks = 64

    /// As the first version had it, which did not say so.
    static let original = Geometry()

    // The first page.
    enum Header {
        static let magic = 0, version = 1
        /// The last iteration that counts: what was written in a later one has not happened.
        static let committed = 2
        static let pipePhase = 3, pipeSlot = 4, pipeBegin = 5, pipeCount = 6
        /// The numbers of the geometry; 0 in memory of the first version.
        static let geometry = 7
        /// Two copies of what all connections share, by turns.
        static let shared = (16, 48)
        static let sharedWords = 32
    }

    // Each slot.
    var session: (Int, Int) { (Self.page, Self.page + sessionBytes) }
    var input: Int { Self.page + 2 * sessionBytes }
    var output: Int { input + inputBytes }
    var slotBytes: Int { output + outputBytes }
    /// The longest line that a slot has room for, with what is read beside it.
    var longestLine: Int { inputBytes / 8 }

    enum Slot {
        /// Who has the slot; 0 for nobody.
        static let owner = 0
        /// How many bytes the kernel has taken for the peer, from the beginning of its connection.
        static let sent = 1
        static let places = 16
    }

    /// Where the two copies of a place are.
    var places: (Int, Int) { (Slot.places, Slot.places + HandoverPlace.words(marks: marks)) }

    func offset(ofSlot index: Int) -> Int { Self.page + index * stride }

    /// How long all of it is.
    var bytes: Int { offset(ofSlot: slots) }
}

// MARK: - In the memory

extension Geometry {
    /// 1 is the original, and 2 any that the memory describes. Who knows only 1 reads the original.
    var version: Int { self == .original ? 1 : 2 }

    private var numbers: [Int] { [slots, stride, sessionBytes, inputBytes, outputBytes, marks] }

    func write(to header: Words) {
        for (index, number) in numbers.enumerated() { header[Header.geometry + index] = number }
        header[Header.version] = version
        header[Header.magic] = Self.magic
    }

    /// That of memory that is there.
    ///
    /// - Parameter length: of all of it.
    /// - Throws: `foreign` where it cannot be read.
    init(_ header: Words, length: Int) throws(HandoverError) {
        guard header[Header.magic] == Self.magic else { throw .foreign(found: "none of its own") }
        let version = header[Header.version]
        guard 1...2 ~= version else { throw .foreign(found: "of version \(version)") }
        let numbers = (0..<6).map { header[Header.geometry + $0] }
        if numbers[0] != 0 {
            (slots, stride, sessionBytes) = (numbers[0], numbers[1], numbers[2])
            (inputBytes, outputBytes, marks) = (numbers[3], numbers[4], numbers[5])
        }
        guard isSound, bytes <= length else { throw .foreign(found: "laid out in a way that cannot be") }
    }

    /// Whether everything has its place.
    private var isSound: Bool {
        let areas = [sessionBytes, inputBytes, outputBytes]
        return areas.allSatisfy { (Self.page...1 << 40).contains($0) && $0.isMultiple(of: Self.page) }
            && (slotBytes...1 << 42).contains(stride) && stride.isMultiple(of: Self.page)
            && (1...1 << 16).contains(slots) && marks > 0
            && marks < Self.page / 8 && places.1 + HandoverPlace.words(marks: marks) <= Self.page / 8
    }

    /// That of new memory. A debug build obeys `FASCIA_GEOMETRY` (the numbers, with a comma between them), as if it were of
    /// another version.
    static var ofProcess: Geometry {
        #if DEBUG
            let numbers = (getenv("FASCIA_GEOMETRY").map { String(cString: $0) } ?? "").split(separator: ",").compactMap { Int($0) }
            if numbers.count == 6 {
                return Geometry(
                    slots: numbers[0], stride: numbers[1], sessionBytes: numbers[2], inputBytes: numbers[3],
                    outputBytes: numbers[4], marks: numbers[5])
            }
        #endif
        return .original
    }
}
