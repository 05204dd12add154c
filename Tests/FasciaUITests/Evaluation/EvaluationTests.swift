import FasciaTesting
import FasciaUI
import Testing

@MainActor @Suite struct EvaluationTests {
    struct Leaf: View {
        let name: String
        @State private var count = 0
        var body: some View { Button("\(name) \(count)") { count += 1 } }
    }

    struct Branch: View {
        let name: String
        var body: some View {
            VStack {
                Leaf(name: name + "1")
                Leaf(name: name + "2")
            }
        }
    }

    struct Root: View {
        @State private var count = 0
        var body: some View {
            VStack {
                Button("root \(count)") { count += 1 }
                Branch(name: "a")
                Branch(name: "b")
            }
        }
    }

    @Test func onlyDependentsOfAStateAreReevaluated() throws {
        let snapshot = Snapshot(Root())
        #expect(snapshot.evaluations["Leaf"] == 4)
        snapshot.resetCounts()
        try snapshot.tap("a2 0")
        #expect(snapshot.labels.contains("a2 1"))
        #expect(snapshot.evaluations == ["Leaf": 1, "Button": 1, "DefaultButtonStyle": 1])
    }

    @Test func childrenWithEqualInputAreNotReevaluated() throws {
        let snapshot = Snapshot(Root())
        try snapshot.tap("b1 0")
        snapshot.resetCounts()
        try snapshot.tap("root 0")
        #expect(snapshot.labels == ["root 1", "a1 0", "a2 0", "b1 1", "b2 0"])
        #expect(snapshot.evaluations == ["Root": 1, "Button": 1, "DefaultButtonStyle": 1])
    }

    @Test func aThousandControls_oneTap_evaluatesOne() throws {
        let snapshot = Snapshot(Form { ForEach(0..<1000) { Leaf(name: "n\($0).") } })
        snapshot.resetCounts()
        try snapshot.tap("n500. 0")
        #expect(snapshot.evaluations == ["Leaf": 1, "Button": 1, "DefaultButtonStyle": 1])
    }

    @Test func settingAnEqualValueEvaluatesNothing() throws {
        struct Sample: View {
            @State private var count = 0
            var body: some View {
                VStack {
                    Button("Same") { count = 0 }; Text("\(count)")
                }
            }
        }
        let snapshot = Snapshot(Sample())
        snapshot.resetCounts()
        try snapshot.tap("Same")
        #expect(snapshot.evaluations == [:])
    }

    @Test func passingABindingOnCreatesNoDependency() throws {
        struct Child: View {
            @Binding var count: Int
            var body: some View { Button("count \(count)") { count += 1 } }
        }
        struct Parent: View {
            @State private var count = 0
            var body: some View { VStack { Child(count: $count) } }
        }
        let snapshot = Snapshot(Parent())
        snapshot.resetCounts()
        try snapshot.tap("count 0")
        #expect(snapshot.labels == ["count 1"])
        #expect(snapshot.evaluations["Child"] == 1)
        #expect(snapshot.evaluations["Parent"] == nil)
    }

    @Test func aChildsStateSurvivesItsParentsEvaluation() throws {
        struct Parent: View {
            @State private var count = 0
            var body: some View {
                VStack {
                    Button("parent") { count += 1 }
                    Leaf(name: "child of \(count):")
                }
            }
        }
        let snapshot = Snapshot(Parent())
        try snapshot.tap("child of 0: 0")
        try snapshot.tap("parent")
        #expect(snapshot.labels == ["parent", "child of 1: 1"])
    }

    @Test func changedIdBranchOrType_discardsState() throws {
        struct Sample: View {
            @State private var id = 0
            var body: some View {
                VStack {
                    Button("next") { id += 1 }
                    Leaf(name: "id").id(id)
                    if id.isMultiple(of: 2) { Leaf(name: "if") } else { Leaf(name: "if") }
                    id == 0 ? AnyView(Leaf(name: "any")) : AnyView(Leaf(name: "any").bold())
                    Leaf(name: "stays")
                }
            }
        }
        let snapshot = Snapshot(Sample())
        for name in ["id 0", "if 0", "any 0", "stays 0"] { try snapshot.tap(name) }
        #expect(snapshot.labels == ["next", "id 1", "if 1", "any 1", "stays 1"])
        try snapshot.tap("next")
        #expect(snapshot.labels == ["next", "id 0", "if 0", "any 0", "stays 1"])
    }
}
