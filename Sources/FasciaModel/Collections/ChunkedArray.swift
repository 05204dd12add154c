/// An array in chunks. A copy with one member changed shares all chunks but one: so it costs as much as a chunk and not as
/// much as all of it, and counts the references of a few members and not of all.
///
/// All chunks but the last are full. So equal arrays have equal chunks, and a member is found as quickly as in an array.
///
/// It can be inlined everywhere, because what is generic costs much more where it is not known for which type it is.
@frozen
public struct ChunkedArray<Element> {
    @usableFromInline typealias Chunk = ContiguousArray<Element>

    @usableFromInline var chunks: ContiguousArray<Chunk> = []

    /// How many members a full chunk has: a power of 2, so that places are found by shifting.
    @inlinable static var shift: Int { 4 }
    @inlinable static var chunkSize: Int { 1 << shift }

    @inlinable public init() {}

    @inlinable public init(_ members: some Sequence<Element>) { append(contentsOf: members) }

    /// Whether both share all of their members, and so are equal. Equal ones may have been made twice.
    @inlinable public func isIdentical(to other: ChunkedArray) -> Bool { ChunkedArray.isIdentical(chunks, other.chunks) }

    /// The places of members that are not the same in another one, which has as many; chunks that both share are not looked
    /// at.
    ///
    /// - Parameter areSame: whether two members are.
    /// - Returns: no more than `most`.
    @inlinable
    public func differences(from other: ChunkedArray, most: Int, by areSame: (Element, Element) -> Bool) -> [Int] {
        var places: [Int] = []
        for number in chunks.indices where !ChunkedArray.isIdentical(chunks[number], other.chunks[number]) {
            for index in chunks[number].indices where !areSame(chunks[number][index], other.chunks[number][index]) {
                guard places.count < most else { return places }
                places.append(number << ChunkedArray.shift + index)
            }
        }
        return places
    }

    /// Goes through all members with their places, and copies none of them.
    @inlinable
    public func forEachPlace(_ body: (_ place: Int, _ member: Element) -> Void) {
        for number in chunks.indices {
            chunks[number].withUnsafeBufferPointer { members in
                for index in members.indices { body(number << ChunkedArray.shift + index, members[index]) }
            }
        }
    }

    @inlinable
    static func isIdentical<Member>(_ one: ContiguousArray<Member>, _ other: ContiguousArray<Member>) -> Bool {
        one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress && one.count == $0.count }
        }
    }
}

extension ChunkedArray: RandomAccessCollection, MutableCollection {
    public typealias Index = Int
    public typealias Indices = Range<Int>

    @inlinable public var startIndex: Int { 0 }

    @inlinable public var endIndex: Int {
        guard let last = chunks.indices.last else { return 0 }
        return last << ChunkedArray.shift + chunks[last].count
    }

    @inlinable
    public subscript(index: Int) -> Element {
        get { chunks[index >> ChunkedArray.shift][index & (ChunkedArray.chunkSize - 1)] }
        _modify { yield &chunks[index >> ChunkedArray.shift][index & (ChunkedArray.chunkSize - 1)] }
    }

    @frozen
    public struct Iterator: IteratorProtocol {
        @usableFromInline var chunks: ContiguousArray<Chunk>.Iterator
        @usableFromInline var members: Chunk.Iterator

        @inlinable
        init(_ array: ChunkedArray) {
            chunks = array.chunks.makeIterator()
            members = Chunk().makeIterator()
        }

        @inlinable
        public mutating func next() -> Element? {
            if let member = members.next() { return member }
            // None of them is empty.
            guard let chunk = chunks.next() else { return nil }
            members = chunk.makeIterator()
            return members.next()
        }
    }

    @inlinable public func makeIterator() -> Iterator { Iterator(self) }
}

extension ChunkedArray: RangeReplaceableCollection {
    @inlinable
    public mutating func append(_ member: Element) {
        if let last = chunks.indices.last, chunks[last].count < ChunkedArray.chunkSize {
            chunks[last].append(member)
        } else {
            chunks.append([member])
        }
    }

    @inlinable
    public mutating func append(contentsOf members: some Sequence<Element>) { for member in members { append(member) } }

    /// Chunks before the first place are still shared.
    @inlinable
    public mutating func replaceSubrange(_ range: Range<Int>, with members: some Collection<Element>) {
        let first = range.lowerBound >> ChunkedArray.shift
        let before = Array(self[first << ChunkedArray.shift..<range.lowerBound])
        let after = Array(self[range.upperBound..<endIndex])
        chunks.removeSubrange(Swift.min(first, chunks.count)...)
        append(contentsOf: before)
        append(contentsOf: members)
        append(contentsOf: after)
    }
}

extension ChunkedArray: ExpressibleByArrayLiteral {
    @inlinable public init(arrayLiteral members: Element...) { self.init(members) }
}

extension ChunkedArray: Equatable where Element: Equatable {}
extension ChunkedArray: Hashable where Element: Hashable {}
extension ChunkedArray: Sendable where Element: Sendable {}

extension ChunkedArray: CustomStringConvertible {
    public var description: String { Array(self).description }
}
