import FasciaUI

/// Seven screens on a stack, with buttons to go forward, back, to the root, to the end, and to a modal.
@main struct RainbowApp: App {
    var body: some Scene {
        WindowGroup("Rainbow") { RainbowView() }
    }
}
