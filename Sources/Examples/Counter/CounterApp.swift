import FasciaUI

/// A counter: what is counted in the view is gone with the app, what is counted in `@AppStorage` stays.
@main struct CounterApp: App {
    var body: some Scene {
        WindowGroup("Counter") { CounterView() }
    }
}
