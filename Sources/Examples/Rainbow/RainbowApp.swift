import FasciaUI

/// Seven screens, one upon the other: Next, Back, the root, the end and a modal over any of them.
@main struct RainbowApp: App {
    var body: some Scene {
        WindowGroup("Rainbow") { RainbowView() }
    }
}
