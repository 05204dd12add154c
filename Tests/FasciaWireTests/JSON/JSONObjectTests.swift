import FasciaDocument
import TestSupport
import Testing

@Suite struct JSONObjectTests {
    /// Few members are compared one by one, many are indexed: nobody notices.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func membersAreThoseOfANaiveModel(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var object: JSON.Object = [:]
        var model: [(key: String, value: Int)] = []
        for step in 0..<400 {
            let key = "k\(random.next() % 40)"
            let place = model.firstIndex { $0.key == key }
            switch random.next() % 8 {
            case 0..<5:
                object[key] = .int(step)
                if let place { model[place].value = step } else { model.append((key, step)) }
            case 5..<7:
                object[key] = nil
                if let place { model.remove(at: place) }
            default:
                object.removeAll { $0.value.intValue.map { $0 % 3 == 0 } ?? false }
                model.removeAll { $0.value % 3 == 0 }
            }
            #expect(object.members.map(\.key) == model.map(\.key), "step \(step)")
            #expect(object.members.map(\.value) == model.map { .int($0.value) }, "step \(step)")
            #expect(object[key] == model.first { $0.key == key }.map { .int($0.value) }, "step \(step)")
            #expect(JSON.Object(uniqueMembers: object.members.reversed()) == object)
        }
    }

    /// In linear time: this took minutes when each name was looked for among all others.
    @Test func manyMembersAreSetAndFound() {
        var object: JSON.Object = [:]
        for number in 0..<200_000 { object["k\(number)"] = .int(number) }
        #expect((0..<200_000).allSatisfy { object["k\($0)"] == .int($0) })
        object.removeAll { $0.value.intValue.map { $0 > 9 } ?? false }
        #expect(object.count == 10)
    }
}
