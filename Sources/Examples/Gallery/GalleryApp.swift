import FasciaUI

/// Every control and container, with its current value.
@main struct GalleryApp: App {
    var body: some Scene {
        WindowGroup("Gallery") { GalleryView() }
    }
}

struct GalleryView: View {
    var body: some View {
        Form {
            Text("Controls, styles and containers, each with what it has been set to.")
            Switches()
            Numbers()
            Files()
            Section("Log") { LogView("gallery") }
            Words()
            Colours()
        }
    }
}

struct Switches: View {
    @State private var isOn = false
    @State private var size = "Small"
    @State private var last = "nothing"

    var body: some View {
        Section("Switches and choices") {
            Toggle("Light", isOn: $isOn)
            Toggle("Light, as a button", isOn: $isOn).toggleStyle(.button)
            Picker("Size", selection: $size) {
                ForEach(["Small", "Large"], id: \.self) { Text($0).tag($0) }
            }
            .pickerStyle(.inline)
            Menu("Actions") {
                Button("Open") { last = "open" }
                Button("Remove", role: .destructive) { last = "remove" }
            }
            Text("Light \(isOn ? "on" : "off"), \(size), \(last)")
        }
    }
}

struct Numbers: View {
    @State private var count = 3
    @State private var volume = 0.5

    var body: some View {
        Section("Numbers") {
            Stepper("Count", value: $count, in: 0...10)
            Slider(value: $volume, in: 0...1, step: 0.25) { Text("Volume") }
            ProgressView("Progress", value: volume)
            Gauge(value: volume) { Text("Gauge") }
            Sparkline("Sparkline", values: [3, 5, 4, 8, 13, 9, 6, 7], in: 0...16)
            Chart(Array([2.0, 4, 3, 6, 9, 7, 8].enumerated()), id: \.offset) { day in
                LineMark(x: .value("Day", day.offset), y: .value("Chart", day.element))
            }
            Text("Count \(count), volume \(volume)")
        }
    }
}

struct Files: View {
    struct File: Identifiable {
        let id: String
        let bytes: Int64
    }

    private let files = [
        File(id: "notes.txt", bytes: 1_200), File(id: "music.flac", bytes: 31_400_000), File(id: "code.swift", bytes: 48_000),
    ]

    var body: some View {
        Section("Table") {
            Table(files) {
                TableColumn("Name", value: \.id)
                TableColumn("Size", value: \.bytes) { Text($0.bytes, format: .byteCount(style: .file)) }.alignment(.numeric)
            }
            .frame(height: 64)
        }
    }
}

struct Words: View {
    @State private var name = ""
    @State private var secret = ""

    var body: some View {
        Section("Words") {
            TextField("Name", text: $name)
            SecureField("Password", text: $secret)
            DisclosureGroup("More") { Text("What was hidden") }
            GroupBox("A box") { Label("With a label", systemImage: "star") }
            Text("Hello \(name.isEmpty ? "nobody" : name), \(secret.count) letters")
        }
    }
}

struct Colours: View {
    private let shown: [(name: String, color: Color)] = [
        ("Red", .red), ("Orange", .orange), ("Green", .green), ("Blue", .blue), ("Purple", .purple),
    ]

    var body: some View {
        Section("Colours") {
            HStack(spacing: 8) {
                ForEach(shown, id: \.name) { Text($0.name).foregroundStyle($0.color) }
                Text("Faint").foregroundStyle(.secondary)
            }
            HStack(spacing: 8) {
                ForEach(shown, id: \.name) { $0.color.frame(width: 40, height: 16) }
                Color.blue.opacity(0.4).frame(width: 40, height: 16)
            }
            ProgressView("Tinted", value: 0.6).tint(.green)
        }
    }
}
