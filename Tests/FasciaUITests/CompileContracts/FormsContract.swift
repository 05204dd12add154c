import FasciaDocument
import FasciaModel
import FasciaTesting
import Foundation
import Observation
import Testing
@testable import FasciaUI

// Every SwiftUI initializer of the views that FasciaUI has, as in Apple's documentation. The test is that they compile;
// what they show is tested elsewhere and below.

private struct Item: Identifiable, Hashable {
    var id = UUID()
    var name = ""
    var isOn = false
    var children: [Item]?
}

private enum Flavor: String, CaseIterable, Identifiable {
    case vanilla, chocolate
    var id: Self { self }
}

private enum Step: Hashable { case a, b(Int) }

private struct AllButtons: View {
    @State private var isOn = false
    let name = "x"
    @available(*, deprecated)  // Avoids the warnings for names without effect.
    var body: some View {
        Form {
            Button("Title") {}
            Button(name) {}
            Button(name, role: .destructive) {}
            Button("Delete", role: .destructive, action: {})
            Button(action: {}) { Label("Add", systemImage: "plus") }
            Button(role: .cancel) {
            } label: {
                Text("Cancel")
            }
            Button("Add", systemImage: "plus") {}
            Button("Add", systemImage: "plus", role: .destructive) {}
            Button(name, systemImage: "plus") {}
            Button(name, systemImage: "plus", role: .cancel) {}
            Button {
            } label: {
                Image(systemName: "star").imageScale(.large)
            }
            .buttonStyle(.borderedProminent).controlSize(.large).buttonBorderShape(.capsule)
            EditButton()
        }
    }
}
private struct AllToggles: View {
    @State private var isOn = false
    @State private var items = [Item(), Item()]
    let name = "n"
    var body: some View {
        Toggle("A", isOn: $isOn)
        Toggle(name, isOn: $isOn)
        Toggle(isOn: $isOn) {
            Text("x"); Text("subtitle")
        }
        Toggle("A", systemImage: "star", isOn: $isOn)
        Toggle(name, systemImage: "star", isOn: $isOn)
        Toggle("All", sources: $items, isOn: \.isOn)
        Toggle(sources: $items, isOn: \.isOn) { Text("All") }
        Toggle(name, sources: $items, isOn: \.isOn)
        Toggle("A", isOn: $isOn).toggleStyle(.switch)
        Toggle("A", isOn: $isOn).toggleStyle(.button)
        Toggle("A", isOn: $isOn).toggleStyle(.checkbox)
        Toggle("A", isOn: $isOn).toggleStyle(.automatic).labelsHidden()
    }
}
private struct AllPickers: View {
    @State private var flavor = Flavor.vanilla
    @State private var maybe: Flavor?
    @State private var set: Set<Flavor> = []
    let name = "n"
    var body: some View {
        Picker("F", selection: $flavor) { ForEach(Flavor.allCases) { Text($0.rawValue).tag($0) } }
        Picker(name, selection: $flavor) { Text("a").tag(Flavor.vanilla) }
        Picker(selection: $maybe) {
            Text("None").tag(nil as Flavor?); Text("V").tag(Flavor?.some(.vanilla))
        } label: {
            Text("x")
        }
        Picker("F", systemImage: "star", selection: $flavor) { Text("a").tag(Flavor.vanilla) }
        Picker(selection: $flavor, label: Text("x")) { Text("a").tag(Flavor.vanilla) }
        Picker("F", selection: $flavor) {
            Text("a").tag(Flavor.vanilla)
        } currentValueLabel: {
            Text("cur")
        }
        Picker("x", selection: $flavor) {
            Section("S") { Text("a").tag(Flavor.vanilla) }; Divider()
        }.pickerStyle(.menu)
    }
}
private struct AllFields: View {
    @State private var text = ""
    @State private var number = 1.0
    @State private var count = 1
    @State private var optional: Int?
    @FocusState private var focused: Bool
    let name = "n"
    @available(*, deprecated)  // Avoids the warnings for names without effect.
    var body: some View {
        TextField("T", text: $text)
        TextField(name, text: $text)
        TextField("T", text: $text, prompt: Text("p"))
        TextField("T", text: $text, axis: .vertical).lineLimit(2...4)
        TextField(text: $text) { Text("l") }
        TextField(text: $text, prompt: Text("p")) { Text("l") }
        TextField("N", value: $number, format: .number)
        TextField("N", value: $number, format: .number.precision(.fractionLength(2)))
        TextField("N", value: $number, format: .currency(code: "EUR"))
        TextField("N", value: $number, format: .percent)
        TextField("N", value: $count, format: .number, prompt: Text("p"))
        TextField("N", value: $optional, format: .number)
        TextField(value: $count, format: .number) { Text("x") }
        TextField("T", text: $text).onSubmit {}.submitLabel(.done).focused($focused).textFieldStyle(.roundedBorder)
        SecureField("P", text: $text)
        SecureField(name, text: $text, prompt: Text("x"))
        SecureField(text: $text) { Text("x") }
    }
}
private struct AllNumbers: View {
    @State private var value = 0.5
    @State private var count = 3
    let name = "n"
    var body: some View {
        Stepper("S", value: $count)
        Stepper("S \(count)", value: $count, in: 0...10)
        Stepper(name, value: $count, in: 0...10, step: 2)
        Stepper(value: $count, in: 0...10) { Text("x") }
        Stepper(value: $count, in: 0...10, step: 2) {
            Text("x")
        } onEditingChanged: { _ in
        }
        Stepper(value: $count, step: 2) { Text("x") }
        Stepper {
            Text("x")
        } onIncrement: {
        } onDecrement: {
        }
        Stepper("S", onIncrement: {}, onDecrement: nil)
        Stepper("S", value: $value, in: 0...1, step: 0.1, format: .number)
        Slider(value: $value)
        Slider(value: $value, in: 0...10)
        Slider(value: $value, in: 0...10, step: 1)
        Slider(value: $value, in: 0...10) { Text("x") }
        Slider(value: $value, in: 0...10, step: 1) {
            Text("x")
        } minimumValueLabel: {
            Text("0")
        } maximumValueLabel: {
            Text("1")
        }
        Slider(value: $value, in: 0...10) {
            Text("x")
        } minimumValueLabel: {
            Text("0")
        } maximumValueLabel: {
            Text("1")
        } onEditingChanged: { _ in
        }
        Slider(value: $value, in: 0...10, onEditingChanged: { _ in })
        Slider(value: $value) {
            Text("x")
        } onEditingChanged: { _ in
        }
        ProgressView()
        ProgressView("P")
        ProgressView(name)
        ProgressView { Text("p") }
        ProgressView(value: 0.5)
        ProgressView(value: 5, total: 10)
        ProgressView("P", value: 0.5)
        ProgressView("P", value: 5, total: 10)
        ProgressView(name, value: value, total: 1)
        ProgressView(value: 0.5) { Text("x") }
        ProgressView(value: 0.5) {
            Text("x")
        } currentValueLabel: {
            Text("50")
        }
        ProgressView(value: value, total: 1.0) {
            Text("x")
        } currentValueLabel: {
            Text("50")
        }
        Gauge(value: value) { Text("g") }
        Gauge(value: value, in: 0...1) {
            Text("g")
        } currentValueLabel: {
            Text("x")
        }
        Gauge(value: value, in: 0...1) {
            Text("g")
        } currentValueLabel: {
            Text("x")
        } minimumValueLabel: {
            Text("0")
        } maximumValueLabel: {
            Text("1")
        }
    }
}
private struct AllMenus: View {
    let name = "n"
    var body: some View {
        Menu("M") { Button("a") {} }
        Menu(name) { Button("a") {} }
        Menu {
            Button("a") {}
        } label: {
            Label("x", systemImage: "star")
        }
        Menu("M", systemImage: "star") {
            Button("a") {}; Divider(); Menu("More") { Button("b") {} }
        }
        Menu("M") {
            Button("a") {}
        } primaryAction: {
        }
        Menu {
            Button("a") {}
        } label: {
            Text("x")
        } primaryAction: {
        }
        ControlGroup { Button("a") {} }
    }
}

private struct AllLists: View {
    @State private var items = [Item(), Item()]
    @State private var one: UUID?
    @State private var many: Set<UUID> = []
    @State private var isOn = true
    @available(*, deprecated)  // Avoids the warnings for names without effect.
    var body: some View {
        List {
            Text("a"); Section("S") { Text("b") }
        }
        List(items) { Text($0.name) }
        List(items, id: \.name) { Text($0.name) }
        List(0..<5) { Text("\($0)") }
        List($items) { $item in TextField("n", text: $item.name) }
        List($items, id: \.name) { $item in TextField("n", text: $item.name) }
        List($items, editActions: [.delete, .move]) { $item in Text(item.name) }
        List(items, selection: $one) { Text($0.name) }
        List(items, selection: $many) { Text($0.name) }
        List(selection: $one) { ForEach(items) { Text($0.name) } }
        List(selection: $many) { ForEach(items) { Text($0.name).tag($0.id) } }
        List(items, children: \.children) { Text($0.name) }
        List {
            ForEach($items) { $item in Toggle(item.name, isOn: $item.isOn) }.onDelete { items.remove(atOffsets: $0) }.onMove {
                items.move(fromOffsets: $0, toOffset: $1)
            }
        }
        List {
            ForEach(items) { Text($0.name) }.listRowSeparator(.hidden).listRowBackground(Color.red).listRowInsets(EdgeInsets())
        }
        .listStyle(.insetGrouped).listStyle(PlainListStyle())
        Section {
            Text("a")
        } header: {
            Text("h")
        } footer: {
            Text("f")
        }
        Section {
            Text("a")
        } header: {
            Text("h")
        }
        Section {
            Text("a")
        } footer: {
            Text("h")
        }
        Section("T") { Text("a") }
        Section(isExpanded: $isOn) {
            Text("a")
        } header: {
            Text("h")
        }
        Section("T", isExpanded: $isOn) { Text("a") }
        Section(header: Text("h"), footer: Text("f")) { Text("a") }
        ForEach(items.indices, id: \.self) { i in Text(items[i].name) }
        ForEach(Array(items.enumerated()), id: \.offset) { i, item in Text("\(i) \(item.name)") }
        ForEach($items, id: \.id) { $item in Text(item.name) }
        ForEach(["a", "b"], id: \.self, content: Text.init)
        ForEach(items) { item in Text(item.name).swipeActions { Button("x") {} }.swipeActions(edge: .leading) { Button("x") {} } }
        OutlineGroup(items, children: \.children) { Text($0.name) }
        DisclosureGroup("D") { Text("a") }
        DisclosureGroup("D", isExpanded: $isOn) { Text("a") }
        DisclosureGroup(isExpanded: $isOn) {
            Text("a")
        } label: {
            Text("l")
        }
        GroupBox { Text("a") }
        GroupBox("G") { Text("a") }
        GroupBox(label: Text("l")) { Text("a") }
        GroupBox {
            Text("a")
        } label: {
            Text("l")
        }
    }
}
private struct AllGrids: View {
    @available(*, deprecated)  // Avoids the warnings for names without effect.
    var body: some View {
        Grid {
            GridRow {
                Text("a"); Text("b")
            }; Divider(); GridRow { Text("c").gridCellColumns(2) }
        }
        Grid(alignment: .leading, horizontalSpacing: 8, verticalSpacing: 4) {
        }
        LazyVGrid(
            columns: [GridItem(.flexible()), GridItem(.fixed(80)), GridItem(.adaptive(minimum: 40))], alignment: .leading,
            spacing: 4, pinnedViews: [.sectionHeaders]
        ) { Text("a") }
        LazyHGrid(rows: Array(repeating: GridItem(), count: 2)) { Text("a") }
        ScrollView(.horizontal, showsIndicators: false) { LazyHStack(alignment: .top, spacing: 4) { Text("a") } }
        ScrollView([.horizontal, .vertical]) {
            LazyVStack(alignment: .leading, spacing: 4, pinnedViews: .sectionHeaders) { Text("a") }
        }
        ScrollViewReader { proxy in ScrollView { Button("x") { withAnimation { proxy.scrollTo(5, anchor: .top) } } } }
        HStack(alignment: .firstTextBaseline, spacing: 4) {
            Spacer(minLength: 0); Text("a")
        }
        ZStack(alignment: .bottomTrailing) {
            Color.red; Text("a")
        }
        GeometryReader { geo in
            Text("\(geo.size.width)").frame(width: geo.size.width / 2).position(
                x: geo.frame(in: .local).midX, y: geo.frame(in: .global).midY)
        }
        Form {
            LabeledContent("A", value: "b"); LabeledContent("A") { Text("x") };
            LabeledContent {
                Text("x")
            } label: {
                Text("y")
            }; LabeledContent("N", value: 5, format: .number)
        }.formStyle(.grouped)
    }
}
private struct AllTabs: View {
    @State private var tab = 0
    var body: some View {
        TabView {
            Text("a").tabItem { Label("A", systemImage: "star") }; Text("b").tabItem { Text("B") }
        }
        TabView(selection: $tab) {
            Text("a").tabItem { Text("A") }.tag(0); Text("b").tabItem { Text("B") }.tag(1).badge(3)
        }
    }
}
private struct AllNav: View {
    @State private var path: [Step] = []
    @State private var anyPath = NavigationPath()
    @State private var item: Item?
    @State private var isShown = false
    @State private var error: MyError?
    @Environment(\.dismiss) private var dismiss
    @Environment(\.isPresented) private var presented
    struct MyError: LocalizedError { var errorDescription: String? { "x" } }
    @available(*, deprecated)  // Avoids the warnings for names without effect.
    var body: some View {
        NavigationStack { Text("a") }
        NavigationStack(path: $path) {
            NavigationLink("A", value: Step.a)
            NavigationLink(value: Step.b(1)) { Text("b") }
            NavigationLink("D") { Text("dest") }
            NavigationLink {
                Text("dest")
            } label: {
                Text("l")
            }
            NavigationLink(destination: Text("d")) { Text("l") }
            NavigationLink("D", destination: Text("d"))
        }
        .navigationDestination(for: Step.self) { route in Text("\(String(describing: route))") }
        .navigationDestination(isPresented: $isShown) { Text("x") }
        .navigationDestination(item: $item) { Text($0.name) }
        .navigationTitle("T").navigationBarTitleDisplayMode(.inline).navigationBarBackButtonHidden()
        .toolbar {
            ToolbarItem(placement: .topBarTrailing) { Button("x") {} }
            ToolbarItem(placement: .cancellationAction) { Button("x") { dismiss() } }
            ToolbarItemGroup(placement: .bottomBar) {
                Button("x") {}; Spacer(); Button("y") {}
            }
            if isShown { ToolbarItem { Text("x") } }
            ToolbarItem(id: "x") { Text("y") }
        }
        .toolbar(.hidden, for: .navigationBar).toolbarBackground(.visible, for: .navigationBar).toolbarRole(.editor)
        .toolbarTitleDisplayMode(.inline)
        NavigationView { Text("a") }
        Text("x").sheet(isPresented: $isShown) { Text("s") }
            .sheet(isPresented: $isShown, onDismiss: {}) { Text("s") }
            .sheet(item: $item) { Text($0.name) }
            .sheet(item: $item, onDismiss: {}) { Text($0.name) }
            .fullScreenCover(isPresented: $isShown) { Text("s") }
            .fullScreenCover(item: $item, onDismiss: nil) { Text($0.name) }
            .popover(isPresented: $isShown) { Text("p") }
            .popover(item: $item) { Text($0.name) }
            .presentationDetents([.medium, .large, .fraction(0.3), .height(100)]).presentationDragIndicator(.visible)
            .interactiveDismissDisabled()
        Text("x").alert("A", isPresented: $isShown) { Button("OK") {} }
            .alert("A", isPresented: $isShown) {
                Button("OK") {}
            } message: {
                Text("m")
            }
            .alert("A", isPresented: $isShown, presenting: item) { item in Button(item.name) {} }
            .alert("A", isPresented: $isShown, presenting: item) { item in
                Button(item.name) {}
            } message: {
                Text($0.name)
            }
            .alert(isPresented: $isShown, error: error) { Button("x") {} }
            .alert(isPresented: $isShown, error: error) { _ in
                Button("x") {}
            } message: { _ in
                Text("x")
            }
            .alert(isPresented: $isShown) { Alert(title: Text("x"), message: Text("m"), dismissButton: .default(Text("OK"))) }
            .alert(item: $item) {
                Alert(title: Text($0.name), primaryButton: .destructive(Text("d")) {}, secondaryButton: .cancel())
            }
            .confirmationDialog("C", isPresented: $isShown) { Button("x") {} }
            .confirmationDialog("C", isPresented: $isShown, titleVisibility: .visible) {
                Button("x") {}
            } message: {
                Text("m")
            }
            .confirmationDialog("C", isPresented: $isShown, titleVisibility: .visible, presenting: item) { i in
                Button(i.name) {}
            } message: {
                Text($0.name)
            }
    }
}

@Observable private final class Model {
    var name = ""
    var items: [Item] = []
}

private final class Old: ObservableObject {
    @Published var name = ""
    @Published private(set) var items: [Item] = []
}

private struct MyKey: EnvironmentKey { static let defaultValue = 3 }
extension EnvironmentValues {
    fileprivate var my: Int {
        get { self[MyKey.self] }
        set { self[MyKey.self] = newValue }
    }
}

private struct Child: View {
    @Bindable var model: Model
    var body: some View {
        TextField("n", text: $model.name)
        ForEach($model.items) { $item in Toggle(item.name, isOn: $item.isOn) }
    }
}

private struct AllStates: View {
    @State private var model = Model()
    @StateObject private var old = Old()
    @ObservedObject var given: Old
    @EnvironmentObject var shared: Old
    @Environment(Model.self) private var env
    @Environment(Model.self) private var maybe: Model?
    @Environment(\.my) var my
    @Environment(\.colorScheme) var scheme
    @Environment(\.isEnabled) var enabled
    @Environment(\.locale) var locale
    @Environment(\.calendar) var calendar
    @Environment(\.timeZone) var timeZone
    @Environment(\.layoutDirection) var direction
    @Environment(\.font) var font
    @Environment(\.lineLimit) var lines
    @Environment(\.scenePhase) var phase
    @Environment(\.horizontalSizeClass) var size
    @Environment(\.isPresented) var isPresented
    @AppStorage("a") var stored = 1
    @AppStorage("b") var maybeStored: String?
    @AppStorage("c") var storedDate = Date.now
    @AppStorage("d") var maybeStoredDate: Date?
    @SceneStorage("c") var scene = ""
    @State private var array = [1, 2]
    @State private var optional: Item? = nil
    @State private var noValue: Int?
    @Binding var bound: String
    @Namespace var namespace

    init(bound: Binding<String>, given: Old) {
        _bound = bound
        self.given = given
        _array = State(initialValue: [3])
        _model = State(wrappedValue: Model())
        _old = StateObject(wrappedValue: Old())
    }

    @available(*, deprecated)  // Avoids the warnings for names without effect.
    var body: some View {
        @Bindable var env = env
        TextField("x", text: $env.name)
        Child(model: model)
        TextField("n", text: $old.name)
        TextField("n", text: $given.name)
        TextField("n", text: $shared.name)
        TextField("n", text: $model.name)
        Stepper("x", value: $array[0])
        Toggle("x", isOn: Binding(get: { true }, set: { _ in }))
        Toggle("x", isOn: Binding(get: { true }, set: { _, _ in }))
        Toggle("x", isOn: .constant(true))
        if let item = Binding($optional) { TextField("x", text: item.name) }
        Text("x")
            .onChange(of: bound) { print("x") }
            .onChange(of: bound) { old, new in print(old, new) }
            .onChange(of: bound) { new in print(new) }
            .onChange(of: bound, initial: true) {}
            .onChange(of: bound, perform: { _ in })
            .onAppear {}
            .onDisappear {}
            .task {}
            .task(id: bound) { await Task.yield() }
            .onReceive(given.$name) { _ in }
            .environment(\.my, 5).environment(model).environmentObject(given)
            .transaction { $0.animation = nil }
    }
}

private struct AllTexts: View {
    let number = 2.5, date = Date(timeIntervalSince1970: 0), name = "x"
    @available(*, deprecated)  // Avoids the warnings for names without effect.
    var body: some View {
        Text("n \(number, specifier: "%.2f") s \(name) at \(date, style: .time) \(date, format: .dateTime.hour())")
        Text("\(number, format: .number.precision(.fractionLength(1)))")
        Text(number, format: .percent)
        Text(number, format: .currency(code: "EUR"))
        Text(date, format: .dateTime)
        Text(date, style: .date)
        Text(date...date)
        Text(verbatim: "x")
        Text(name)
        Text("key", comment: "x")
        Text(LocalizedStringKey("x"))
        Text(["a", "b"], format: .list(type: .and))
        Text("a").bold() + Text("b").italic() + Text(" \(number)").foregroundColor(.red)
        Text("\(Text("in").bold()) x \(Image(systemName: "star"))")
        Text(.init("**bold** \(1)"))
        Text("x").font(.system(.body, design: .monospaced)).font(.system(size: 12, weight: .bold, design: .rounded))
        Text("x").fontWeight(.semibold).underline(true, color: .red).kerning(1).textCase(.uppercase)
        Label {
            Text("x")
        } icon: {
            Image(systemName: "x")
        }
    }
}

@MainActor @Suite struct FormsContractTests {
    private struct Edited: View {
        @State var items = ["Ada", "Bob"].map { Item(name: $0) }
        var body: some View {
            Text(items.map(\.name).joined(separator: ", "))
            List($items, editActions: .all) { $item in Text(item.name) }
        }
    }

    @Test func aListWithEditActions_editsItsCollection() throws {
        let snapshot = Snapshot(Edited())
        try snapshot.tap("Move Ada down")
        #expect(snapshot.text.contains("Bob, Ada"))
        try snapshot.tap("Delete Bob")
        #expect(!snapshot.text.contains("Bob"))
    }

    @Test func aSectionIsOpenedAndClosed() throws {
        struct Folding: View {
            @State private var isOpen = false
            var body: some View {
                List {
                    Section("More", isExpanded: $isOpen) { Text("inside") }
                    Section("Always") { Text("there") }
                }
            }
        }
        let snapshot = Snapshot(Folding())
        #expect(!snapshot.text.contains("inside") && snapshot.text.contains("there"))
        try snapshot.tap("▸ More")
        #expect(snapshot.text.contains("inside"))
        try snapshot.tap("▾ More")
        #expect(!snapshot.text.contains("inside"))
    }

    @Test func datesAreWritten() {
        let now = Date(timeIntervalSince1970: 1_000_000)
        func text(_ style: Text.DateStyle, _ seconds: Double) -> String { style.text(now + seconds, now: now) }
        #expect([-30, 150, 7_300, 180_000].map { text(.relative, $0) } == ["30 sec", "2 min", "2 hr", "2 d"])
        #expect([-30, 150].map { text(.offset, $0) } == ["-30 sec", "+2 min"])
        #expect([-30, 150, 3_725].map { text(.timer, $0) } == ["0:30", "2:30", "1:02:05"])
        #expect(text(.date, 0).contains("1970"))
    }

    @Test func formattedValueFollowsTheStepperTitle() {
        struct Amount: View {
            @State private var value = 0.5
            var body: some View { Stepper("Rate", value: $value, in: 0...1, step: 0.25, format: .number) }
        }
        #expect(Snapshot(Amount()).text.contains("Rate 0.5"))
    }

    @Test func theFontIsInTheEnvironment() {
        struct Asking: View {
            @Environment(\.font) private var font
            var body: some View { Text("\(font == .title)") }
        }
        #expect(Snapshot(VStack { Asking() }.font(.title)).text.contains("true"))
        #expect(Snapshot(VStack { Asking() }).text.contains("false"))
    }

    @Test func aBindingIsGivenATransaction() {
        var set: [Int] = []
        let binding = Binding(get: { 1 }, set: { value, transaction in if transaction.animation == nil { set.append(value) } })
        binding.wrappedValue = 5
        #expect(set == [5])
    }
}
