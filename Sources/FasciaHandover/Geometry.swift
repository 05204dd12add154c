/// Where everything lies in the memory. It is sparse: what is not used takes no room.
enum Geometry {
    static let magic = 0x4641_5343_4941  // "FASCIA"
    /// Another process reads it only if it has the same number.
    static let version = 1
    static let page = 4_096
    static let slots = 4_096

    // The first page.
    enum Header {
        static let magic = 0, version = 1
        /// The last iteration that counts: what was written in a later one has not happened.
        static let committed = 2
        static let pipePhase = 3, pipeSlot = 4, pipeBegin = 5, pipeCount = 6
        /// Two copies of what all connections share, by turns.
        static let shared = (16, 48)
        static let sharedWords = 32
    }

    // Each slot.
    static let stride = 1 << 29
    static let headerBytes = page
    static let sessionBytes = 4 << 20
    static let inputBytes = 64 << 20
    static let outputBytes = 256 << 20
    static let session = (headerBytes, headerBytes + sessionBytes)
    static let input = headerBytes + 2 * sessionBytes
    static let output = input + inputBytes
    static let slotBytes = output + outputBytes

    enum Slot {
        /// Who has the slot; 0 for nobody.
        static let owner = 0
        /// How many bytes the kernel has taken for the peer, from the beginning of its connection.
        static let sent = 1
        static let places = (16, 16 + HandoverPlace.words)
    }

    static func offset(ofSlot index: Int) -> Int { page + index * stride }
}
