import Testing

@testable import FasciaModel

/// An array in chunks is an array: whatever is done to it, only what a copy costs is another matter.
struct ChunkedArrayTests {
    /// What everybody can ask it says what an array says.
    private func compare(_ chunked: ChunkedArray<Int>, _ array: [Int], _ place: Comment) {
        #expect(Array(chunked) == array, place)
        #expect(chunked.count == array.count && chunked.isEmpty == array.isEmpty, place)
        #expect(chunked.indices.map { chunked[$0] } == array, place)
        var visited: [Int] = []
        chunked.forEachPlace { index, member in
            #expect(index == visited.count, place)
            visited.append(member)
        }
        #expect(visited == array, place)
        // However it came to be, it is equal to one that was made at once.
        #expect(chunked == ChunkedArray(array), place)
        #expect(chunked.hashValue == ChunkedArray(array).hashValue, place)
    }

    @Test(arguments: UInt64(1)...20) func itIsAnArray(seed: UInt64) {
        var random = Random(seed: seed)
        var (chunked, array) = (ChunkedArray<Int>(), [Int]())
        for step in 0..<200 {
            let place: Comment = "seed \(seed), step \(step)"
            let (before, old) = (chunked, array)
            let first = random.below(array.count + 1)
            let members = (0..<random.below(40)).map { step * 100 + $0 }
            switch random.below(7) {
            case 0:
                chunked.append(step)
                array.append(step)
            case 1:
                chunked += members
                array += members
            case 2 where !array.isEmpty:
                let index = random.below(array.count)
                chunked[index] += 1_000_000
                array[index] += 1_000_000
            case 3 where !array.isEmpty:
                let index = random.below(array.count)
                #expect(chunked.remove(at: index) == array.remove(at: index), place)
            case 4:
                chunked.insert(contentsOf: members, at: first)
                array.insert(contentsOf: members, at: first)
            case 5:
                let range = first..<first + random.below(array.count - first + 1)
                chunked.replaceSubrange(range, with: members.prefix(3))
                array.replaceSubrange(range, with: members.prefix(3))
            default:
                chunked.removeLast(array.count - first)
                array.removeLast(array.count - first)
            }
            compare(chunked, array, place)
            compare(before, old, place)
            #expect((chunked == before) == (array == old), place)
        }
    }

    @Test func aLiteralAndWhatIsPrintedAreThoseOfAnArray() {
        let chunked: ChunkedArray = [1, 2, 3]
        #expect(Array(chunked) == [1, 2, 3])
        #expect("\(chunked)" == "[1, 2, 3]")
        #expect(ChunkedArray<Int>() == [])
    }

    @Test func aCopyWithOneMemberChangedSharesAllOtherChunks() {
        let old = ChunkedArray(0..<1_000)
        var new = old
        #expect(new.isIdentical(to: old))
        new[500] = -1
        #expect(!new.isIdentical(to: old))
        var looked = 0
        let places = new.differences(from: old, most: 10) {
            looked += 1
            return $0 == $1
        }
        #expect(places == [500])
        #expect(looked == ChunkedArray<Int>.chunkSize)
    }

    @Test func noMoreDifferencesAreToldThanAreAskedFor() {
        let old = ChunkedArray(0..<100)
        let new = ChunkedArray((0..<100).map { $0 % 10 == 0 ? -1 : $0 })
        #expect(new.differences(from: old, most: 3, by: ==) == [0, 10, 20])
        #expect(new.differences(from: old, most: 100, by: ==) == Array(stride(from: 0, to: 100, by: 10)))
    }
}
