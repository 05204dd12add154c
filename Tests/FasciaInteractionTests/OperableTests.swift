import SceneTestSupport
import Testing
@testable import FasciaModel
@testable import FasciaScene

struct OperableTests {
    private var scene: Scene {
        let rows = form([
            section("Extras", [toggle("Ham", .on, id: "ham"), toggle("Same", id: "one"), toggle("Same", id: "two")]),
            hstack([button("Go", id: "go"), button("Stop", id: "stop", enabled: false), spacer()]), text("Words"),
        ])
        return Scene(stack: "main", layers: [layer(rows, title: "Pizza", back: "Home")])
    }

    @Test func aNodeIsFoundByItsIdOrItsLabel() throws {
        #expect(try scene.operable("ham").activation == .flip(id: "ham", expect: .on))
        #expect(try scene.operable("Ham").element == "ham")
        #expect(try scene.operable("Ham").state == .on)
        #expect(try scene.operable("go").entry == EntryID("e1"))
    }

    @Test(arguments: [
        (
            "cheese", Refusal.Reason.notFound,
            "no node \"cheese\" on screen \"screen\": there is ham (Ham), one (Same), two (Same), go (Go), stop (Stop)"
        ),
        ("Same", .invalid, "2 nodes have the label \"Same\": name one by its id: one, two"),
        ("stop", .refused, "node \"stop\" (Stop) is disabled"), ("Stop", .refused, "node \"stop\" (Stop) is disabled"),
        ("text", .invalid, "node \"text\" (Words) is a text: it cannot be operated"),
    ])
    func inoperableNodeSaysWhy(_ name: String, _ reason: Refusal.Reason, _ message: String) {
        let refusal = #expect(throws: Refusal.self) { try scene.operable(name) }
        #expect(refusal?.reason == reason && refusal?.message == message)
    }

    @Test func wordsInWhatCanBeTappedStandForIt() throws {
        var row = hstack([text("More", id: "inner"), text("and more", id: "other")])
        row.id = "row"
        row.activation = .action(.emit(name: "onTap", payload: "row"))
        let scene = Scene(stack: "main", layers: [layer(form([row, text("Words", id: "words")]))])
        #expect(try scene.operable("More").element == "row")
        #expect(try scene.operable("other").element == "row")
        #expect(throws: Refusal(.invalid, "node \"words\" (Words) is a text: it cannot be operated")) {
            try scene.operable("Words")
        }
    }

    @Test func aScreenWithNothingToOperateSaysSo() {
        let empty = Scene(stack: "main", layers: [layer(text("x"))])
        let message = "no node \"y\" on screen \"screen\": there is nothing to operate"
        #expect(throws: Refusal(.notFound, message, details: ["nodes": []])) {
            try empty.operable("y")
        }
    }

    @Test func onlyTheTopLayerIsOperable() {
        var two = scene
        two.layers.append(layer(button("OK"), entry: "e2", modal: .alert))
        #expect(throws: Refusal.self) { try two.operable("ham") }
    }
}
