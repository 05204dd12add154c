import Testing

@testable import FasciaModel

@Suite struct IDIndexTests {
    /// Against a dictionary, as it grows from nothing and when there was room for all from the beginning.
    @Test(arguments: [0, 5_000]) func itFindsWhatWasAdded(capacity: Int) {
        var (index, ids, expected) = (IDIndex(capacity: capacity), [String](), [String: Int32]())
        var generator = SystemRandomNumberGenerator()
        for number in 0..<5_000 {
            // Of all lengths, so that all remainders of eight bytes come up; some twice.
            let id = "group/" + String(number % 4_500) + String(repeating: "x", count: number % 4_500 % 19)
            let isNew = expected[id] == nil
            #expect(index.add(id, at: Int32(ids.count), among: ids) == isNew)
            if isNew {
                expected[id] = Int32(ids.count)
                ids.append(id)
            }
        }
        #expect(ids.count == 4_500)
        for id in ids.shuffled(using: &generator) { #expect(index.place(of: id, among: ids) == expected[id]) }
        #expect(index.place(of: "group", among: ids) == nil)
        #expect(index.place(of: "", among: ids) == nil)
    }

    @Test func whatOnlyLooksTheSameIsAnotherID() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(composed == decomposed)
        var panel = Panel()
        _ = try panel.apply(
            .declareGroup(
                OptionDeclaration(
                    id: "g", options: [OptionDeclaration(id: composed), OptionDeclaration(id: decomposed)])))
        _ = try panel.apply(.setToggle(id: "g/" + decomposed, on: true))
        let states = try #require(panel.toggleTree("g")).options?.map(\.info.state)
        #expect(states == [.off, .on])
    }
}
