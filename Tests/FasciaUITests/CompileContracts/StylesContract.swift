// Everything above the tests also compiles with SwiftUI; only the import differs.
import FasciaTesting
import FasciaUI
import Testing

struct Lamp: ToggleStyle {
    func makeBody(configuration: Configuration) -> some View {
        Button {
            configuration.isOn.toggle()
        } label: {
            HStack {
                Text(configuration.isOn ? "lit" : "dark")
                configuration.label
            }
        }
    }
}

struct Arrow: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
        HStack {
            Text(configuration.role == .destructive ? "!" : ">")
            configuration.label
        }
    }
}

struct Percent: ProgressViewStyle {
    func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.label
            Text("\(Int((configuration.fractionCompleted ?? 0) * 100)) of 100")
        }
    }
}

struct Behind: LabelStyle {
    func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.title
            configuration.icon
        }
    }
}

struct Framed: GroupBoxStyle {
    func makeBody(configuration: Configuration) -> some View {
        VStack {
            HStack {
                Text("=="); configuration.label; Text("==")
            }
            configuration.content
        }
    }
}

struct Styled: View {
    @State private var isOn = false
    @State private var size = "s"

    var body: some View {
        VStack {
            Toggle("Lamp", isOn: $isOn)
            Button("Delete", role: .destructive) { isOn = false }
            ProgressView("Load", value: 0.25)
            Label("Star", systemImage: "star")
            GroupBox("Box") { Text("content") }
            Picker("Size", selection: $size) {
                Text("Small").tag("s")
                Text("Large").tag("l")
            }
        }
        .toggleStyle(Lamp())
        .buttonStyle(Arrow())
        .progressViewStyle(Percent())
        .labelStyle(Behind())
        .groupBoxStyle(Framed())
        .pickerStyle(.segmented)
    }
}

@MainActor @Suite struct StylesContractTests {
    @Test func customStylesAreInherited() throws {
        let snapshot = Snapshot(Styled(), columns: 40, rows: 20)
        for words in ["dark Lamp", "! Delete", "Load 25 of 100", "Star ☆", "== Box ==", "Small", "Large"] {
            #expect(snapshot.text.contains(words), "\(words) in:\n\(snapshot.text)")
        }
        #expect(snapshot.lines.contains { $0.contains("Small") && $0.contains("Large") })
        // The button inside the toggle style uses the button style around it, like any other button.
        try snapshot.tap("> dark Lamp")
        #expect(snapshot.text.contains("lit Lamp"))
        try snapshot.tap("! Delete")
        #expect(snapshot.text.contains("dark Lamp"))
        #expect(snapshot.issues == [])
    }
}
