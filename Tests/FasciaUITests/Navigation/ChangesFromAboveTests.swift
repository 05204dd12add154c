@testable import FasciaUI
import FasciaTesting
import TestSupport
import Testing

@Observable @MainActor private final class ObservedCount { var count = 0 }

private final class PublishedCount: ObservableObject { @Published var count = 0 }

/// A change made in a sheet, a pushed screen or an alert is visible on the screen below, wherever the view is on its
/// screen.
@MainActor @Suite struct ChangesFromAboveTests {
    enum Source: CaseIterable { case state, binding, observedObject, environmentObject, observable }
    enum Way: CaseIterable { case sheet, push, alert }

    private struct BindingCounter: View {
        let name: String
        @Binding var count: Int
        var body: some View { Button("\(name) \(count)") { count += 1 } }
    }

    private struct ObservedObjectCounter: View {
        let name: String
        @ObservedObject var model: PublishedCount
        var body: some View { Button("\(name) \(model.count)") { model.count += 1 } }
    }

    private struct EnvironmentObjectCounter: View {
        let name: String
        @EnvironmentObject var model: PublishedCount
        var body: some View { Button("\(name) \(model.count)") { model.count += 1 } }
    }

    private struct ObservableCounter: View {
        let name: String
        let model: ObservedCount
        var body: some View { Button("\(name) \(model.count)") { model.count += 1 } }
    }

    private struct Sample: View {
        let source: Source
        let way: Way
        /// The number of views before the counter on each screen.
        let before: (below: Int, above: Int)
        @State private var count = 0
        @State private var isShown = false
        @StateObject private var published = PublishedCount()
        @State private var observed = ObservedCount()

        @ViewBuilder private func counter(_ name: String) -> some View {
            switch source {
            case .state where name == "below": Text("below \(count)")
            case .state, .binding: BindingCounter(name: name, count: $count)
            case .observedObject: ObservedObjectCounter(name: name, model: published)
            case .environmentObject: EnvironmentObjectCounter(name: name)
            case .observable: ObservableCounter(name: name, model: observed)
            }
        }

        private var above: some View {
            VStack {
                ForEach(0..<before.above, id: \.self) { Text("before \($0)") }
                counter("above")
            }
        }

        var body: some View {
            NavigationStack {
                VStack {
                    ForEach(0..<before.below, id: \.self) { Text("before \($0)") }
                    counter("below")
                    if way == .push {
                        NavigationLink("Open") { above }
                    } else {
                        Button("Open") { isShown = true }
                    }
                }
                .sheet(isPresented: way == .sheet ? $isShown : .constant(false)) { above }
                .alert("Alert", isPresented: way == .alert ? $isShown : .constant(false)) { counter("above") }
            }
            .environmentObject(published)
        }
    }

    @Test(arguments: Source.allCases, Way.allCases)
    func theScreenBelowSeesIt(_ source: Source, _ way: Way) throws {
        var stale: [String] = []
        for below in 0..<4 {
            for above in Torture.all(0..<12, otherwiseEvery: 6) {
                let snapshot = Snapshot(Sample(source: source, way: way, before: (below, above)))
                try snapshot.tap("Open")
                try snapshot.tap("above 0")
                if !snapshot.node.flat.contains(where: { $0.visibleText == "below 1" }) { stale.append("\(below), \(above)") }
            }
        }
        #expect(stale == [], "the numbers of views before the counters of both screens")
    }
}
