/// Where a connection stands: what it has said and was carried out, and what it is to be told.
///
/// Written in one of two copies by turns, so that the other one is whole whenever the process is killed.
public struct HandoverPlace: Equatable, Sendable {
    /// The first byte of the input that has not been carried out.
    public var inputBegin = 0
    /// After the last byte that was read.
    public var inputEnd = 0
    /// Within a line that is too long, of which the rest is passed over.
    public var isSkipping = false
    /// How many bytes had been made for the peer before the first one of the output area.
    var outputBase = 0
    /// How many bytes have been made for the peer, from the beginning of its connection.
    var outputEnd = 0
    var session = 0
    var sessionCount = 0
    /// Numbers that change often: up to which revision each watch has been told.
    public var marks: [Int] = []

    /// The most `marks`, in new memory.
    public static var mostMarks: Int { Geometry.original.marks }

    init() {}

    static func words(marks: Int) -> Int { 8 + marks + 8 }

    /// - Parameter most: the marks that there is room for.
    init(_ words: Words, marks most: Int) {
        inputBegin = words[1]
        inputEnd = words[2]
        outputBase = words[3]
        outputEnd = words[4]
        isSkipping = words[5] != 0
        session = words[6]
        sessionCount = words[7]
        marks = (0..<min(max(words[8], 0), most)).map { words[9 + $0] }
    }

    func write(to words: Words, marks most: Int, iteration: Int) {
        words[1] = inputBegin
        words[2] = inputEnd
        words[3] = outputBase
        words[4] = outputEnd
        words[5] = isSkipping ? 1 : 0
        words[6] = session
        words[7] = sessionCount
        words[8] = min(marks.count, most)
        for (index, mark) in marks.prefix(most).enumerated() { words[9 + index] = mark }
        words[0] = iteration
    }
}
