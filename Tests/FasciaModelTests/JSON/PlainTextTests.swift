import Testing

@testable import FasciaModel

/// Names are compared by words of eight bytes; it comes to the same as byte by byte.
@Suite struct PlainTextTests {
    private let long = "abcdefghijklmnopqrstuvwxyz"

    @Test func textsAreToldApartWhereverTheyDiffer() throws {
        for count in 0...20 {
            let text = String(long.prefix(count))
            #expect(try isEqual(text, to: text))
            #expect(try !isEqual(text, to: text + "a"))
            #expect(try !isEqual(text + "a", to: text))
            for place in 0..<count {
                var other = Array(text.utf8)
                other[place] ^= 1
                #expect(try !isEqual(text, to: String(decoding: other, as: UTF8.self)), "\(count), \(place)")
            }
        }
    }

    @Test func shortKeysAreAllOfTheText() {
        func isEqual(_ text: String, to key: StaticString) -> Bool { TextKey(text).withText { $0.isEqual(to: key) } }
        #expect(isEqual("id", to: "id") && isEqual("abcdefgh", to: "abcdefgh") && isEqual("", to: ""))
        #expect(!isEqual("abcdefghi", to: "abcdefgh"), "only the first eight bytes are the same")
        #expect(!isEqual("id\0", to: "id"), "zeros are behind a shorter one")
        #expect(!isEqual("ie", to: "id") && !isEqual("i", to: "id"))
    }

    /// Whatever follows it, down to nothing: nobody looks behind the end of the line.
    @Test func aTextIsReadToItsQuoteAndNoFurther() throws {
        for count in 0...20 {
            for behind in 0...10 {
                let name = String(long.prefix(count))
                let line = Array("\"\(name)\"\(String(repeating: "x", count: behind))".utf8)
                try line.withUnsafeBufferPointer { line in
                    var parser = JSONParser(line)
                    let text = parser.directText()
                    let read = try #require(text)
                    #expect(read.string == name)
                    #expect(read.beginning == TextKey(name).beginning)
                    #expect(parser.offset == count + 2)
                }
            }
        }
    }

    @Test(arguments: [":", ": ", ":\t\n"])
    func anExpectedNameIsSteppedOver(_ colon: String) {
        for count in 0...20 {
            let name = String(long.prefix(count))
            let text = "\"\(name)\"\(colon)1,\"more\":2}"
            #expect(offset(after: name, in: text) == count + 2 + colon.utf8.count)
            // It is not this one.
            #expect(offset(after: name + "a", in: text) == 0)
            if count > 0 { #expect(offset(after: String(name.dropLast()), in: text) == 0) }
        }
    }

    /// It may be left to whoever reads names one by one, but never be taken for whole.
    @Test func aNameThatIsCutOffIsNotSteppedOver() {
        for count in 0...20 {
            let name = String(long.prefix(count))
            let whole = "\"\(name)\":"
            for end in 0..<whole.utf8.count { #expect(offset(after: name, in: String(whole.prefix(end))) == 0) }
        }
    }

    @Test func aLiteralIsSteppedOverWhereverTheLineEnds() {
        for behind in 0...10 {
            let line = Array(("\"method\":" + String(repeating: "x", count: behind)).utf8)
            line.withUnsafeBufferPointer { line in
                var parser = JSONParser(line)
                let steps = [
                    parser.skip("\"method\";"), parser.skip("\"methods"), parser.skip("\"m"), parser.skip("ethod\":"),
                ]
                #expect(steps == [false, false, true, true])
                #expect(parser.offset == 9)
            }
        }
    }

    // MARK: - Plumbing

    private func isEqual(_ text: String, to key: String) throws -> Bool {
        let line = Array("\"\(text)\"".utf8)
        return try line.withUnsafeBufferPointer { line in
            var parser = JSONParser(line)
            let text = parser.directText()
            return try #require(text).isEqual(to: TextKey(key))
        }
    }

    /// How far the parser has come; 0 where it has not stepped over the name.
    private func offset(after name: String, in text: String) -> Int {
        Array(text.utf8).withUnsafeBufferPointer { line in
            var parser = JSONParser(line)
            let isThere = parser.directSkip(name: TextKey(name))
            return isThere ? parser.offset : 0
        }
    }
}
