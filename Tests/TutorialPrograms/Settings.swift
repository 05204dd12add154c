import SwiftUI

enum AppTheme: String, CaseIterable, Identifiable {
    case system = "System"
    case light = "Light"
    case dark = "Dark"
    var id: Self { self }
}

final class SettingsStore: ObservableObject {
    @AppStorage("settings/username") var username = ""
    @Published var notificationsEnabled = true
    @Published var volume = 0.5
    @Published var theme: AppTheme = .system
    @Published var accent = Color.blue
    @Published var reminder = Date(timeIntervalSince1970: 0)
}

struct SettingsScreen: View {
    @StateObject private var store = SettingsStore()
    @State private var showingResetAlert = false
    @State private var isAdvancedExpanded = false
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.openURL) private var openURL

    var body: some View {
        NavigationStack {
            Form {
                Section {
                    TextField("Username", text: $store.username)
                        .textInputAutocapitalization(.never)
                        .autocorrectionDisabled()
                    Picker("Theme", selection: $store.theme) {
                        ForEach(AppTheme.allCases) { theme in
                            Text(theme.rawValue).tag(theme)
                        }
                    }
                } header: {
                    Text("Account")
                } footer: {
                    Text("Your name is shown to other people.")
                }

                Section("Notifications") {
                    Toggle("Allow notifications", isOn: $store.notificationsEnabled.animation())
                        .toggleStyle(SwitchToggleStyle(tint: .green))
                    if store.notificationsEnabled {
                        Slider(value: $store.volume, in: 0...1) {
                            Text("Volume")
                        } minimumValueLabel: {
                            Image(systemName: "speaker.fill")
                        } maximumValueLabel: {
                            Image(systemName: "speaker.wave.3.fill")
                        }
                        DatePicker("Remind me at", selection: $store.reminder, displayedComponents: .hourAndMinute)
                    }
                }

                Section("Appearance") {
                    ColorPicker("Accent colour", selection: $store.accent, supportsOpacity: false)
                    DisclosureGroup("Advanced", isExpanded: $isAdvancedExpanded) {
                        LabeledContent("Scheme", value: colorScheme == .dark ? "Dark" : "Light")
                    }
                }

                Section {
                    Link("Privacy policy", destination: URL(string: "https://example.com/privacy")!)
                    Link(destination: URL(string: "https://example.com")!) {
                        Label("Website", systemImage: "globe")
                    }
                    ShareLink(item: URL(string: "https://example.com")!)
                    Button("Rate this app") {
                        openURL(URL(string: "https://example.com/rate")!) { accepted in
                            print(accepted ? "opened" : "not opened")
                        }
                    }
                    Button("Reset all settings", role: .destructive) {
                        showingResetAlert = true
                    }
                }
            }
            .formStyle(.grouped)
            .navigationTitle("Settings")
            .navigationBarTitleDisplayMode(.inline)
            .alert("Reset all settings?", isPresented: $showingResetAlert) {
                Button("Cancel", role: .cancel) {}
                Button("Reset", role: .destructive) { reset() }
            } message: {
                Text("This cannot be undone.")
            }
            .sensoryFeedback(.warning, trigger: showingResetAlert)
        }
        .tint(store.accent)
    }

    private func reset() {
        store.username = ""
        store.notificationsEnabled = true
        store.theme = .system
        store.volume = 0.5
    }
}

struct SettingsProgram: App {
    @Environment(\.scenePhase) private var scenePhase

    var body: some Scene {
        WindowGroup {
            SettingsScreen()
        }
        .defaultSize(width: 400, height: 600)
        .windowResizability(.contentSize)
        .onChange(of: scenePhase) { _, phase in
            print("phase: \(phase)")
        }
        #if os(macOS)
            Settings {
                SettingsScreen()
            }
        #endif
    }
}

struct SettingsScreen_Previews: PreviewProvider {
    static var previews: some View {
        Group {
            SettingsScreen()
                .previewDisplayName("Light")
            SettingsScreen()
                .preferredColorScheme(.dark)
                .previewDevice(PreviewDevice(rawValue: "iPhone 14 Pro"))
                .previewDisplayName("Dark")
            SettingsScreen()
                .previewLayout(.fixed(width: 320, height: 480))
                .previewLayout(.sizeThatFits)
        }
    }
}
