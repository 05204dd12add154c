import FasciaTesting
import FasciaUI
import Testing

/// The words of a control are those that can be seen in its label.
@MainActor @Suite struct LabelWordsTests {
    private func shown<Label: View>(@ViewBuilder _ label: () -> Label) -> Snapshot {
        Snapshot(Button(action: {}, label: label), columns: 40, rows: 8)
    }

    @Test func hiddenAndTransparentPartsSayNothing() {
        let snapshot = shown {
            HStack {
                Image(systemName: "checkmark").hidden()
                Text("gone").opacity(0)
                Text("not done")
            }
        }
        #expect(!snapshot.text.contains("✓"))
        #expect(!snapshot.text.contains("gone"))
        #expect(snapshot.labels == ["not done"])
    }

    @Test func wordsInTheMiddleOfARowAreItsLabel() throws {
        var signedUp = 0
        let row = Button {
            signedUp += 1
        } label: {
            HStack {
                Spacer()
                Text("Sign Up").bold()
                Spacer()
            }
        }
        let snapshot = Snapshot(Form { row }, columns: 40, rows: 8)
        #expect(snapshot.labels == ["Sign Up"])
        try snapshot.tap("Sign Up")
        #expect(signedUp == 1)
    }

    @Test func theWordsOfAnOverlayNameTheButton() throws {
        let snapshot = shown { Circle().frame(width: 40, height: 40).overlay { Text("A") } }
        #expect(snapshot.text.contains("A"))
        #expect(snapshot.labels == ["A"])
        try snapshot.tap("A")
    }

    @Test func hiddenWordsAreNotInTheLabelsOfOtherControls() {
        let view = VStack {
            Toggle(isOn: .constant(true)) {
                HStack {
                    Text("gone").hidden()
                    Text("Air")
                }
            }
            Menu {
                Button("Item") {}
            } label: {
                HStack {
                    Text("More")
                    Text("gone").opacity(0)
                }
            }
        }
        let snapshot = Snapshot(view, columns: 40, rows: 8)
        #expect(!snapshot.text.contains("gone"))
        #expect(snapshot.labels.contains("Air"))
    }
}
