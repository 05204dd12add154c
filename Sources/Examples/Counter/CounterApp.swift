import FasciaUI

/// A counter. The count in `@State` is lost when the app ends; the count in `@AppStorage` is kept.
@main struct CounterApp: App {
    var body: some Scene {
        WindowGroup("Counter") { CounterView() }
    }
}
