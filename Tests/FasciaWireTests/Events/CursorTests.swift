import FasciaWire
import Testing

@Suite struct CursorTests {
    @Test func cursorRoundTrips() {
        #expect(Cursor(Cursor(epoch: "K7Q2", revision: 42).description) == Cursor(epoch: "K7Q2", revision: 42))
    }

    @Test(arguments: ["", ":", "a", "a:", ":1", "a:-1", "a:x", "a:1 "])
    func invalidCursorsAreRejected(_ text: String) { #expect(Cursor(text) == nil) }
}
