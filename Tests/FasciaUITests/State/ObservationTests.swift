import FasciaTesting
import FasciaUI
import Synchronization
import Testing

@Observable @MainActor
final class Game {
    var score = 0
    var name = "chess"
    var isOver = false
}

@MainActor @Suite struct ObservationTests {
    struct Score: View {
        let game: Game
        var body: some View { Text("score \(game.score)") }
    }

    struct Name: View {
        let game: Game
        var body: some View { Text(game.name) }
    }

    @Test func onlyViewsThatReadThePropertyAreEvaluatedAgain() {
        let game = Game()
        let snapshot = Snapshot(
            VStack {
                Score(game: game); Name(game: game)
            })
        snapshot.resetCounts()
        game.score = 5
        #expect(snapshot.texts == ["score 5", "chess"])
        #expect(snapshot.evaluations == ["Score": 1])
        game.score = 6
        game.score = 7
        #expect(snapshot.texts == ["score 7", "chess"])
        #expect(snapshot.evaluations == ["Score": 2])
    }

    @Test func childReadsAreNotParentReads() {
        struct Parent: View {
            let game: Game
            var body: some View { VStack { Score(game: game) } }
        }
        let game = Game()
        let snapshot = Snapshot(Parent(game: game))
        snapshot.resetCounts()
        game.score = 1
        #expect(snapshot.texts == ["score 1"])
        #expect(snapshot.evaluations == ["Score": 1])
    }

    @Test func bindableMakesBindings() throws {
        struct Sample: View {
            @Bindable var game: Game
            var body: some View { Toggle("Over", isOn: $game.isOver) }
        }
        let game = Game()
        let snapshot = Snapshot(Sample(game: game))
        try snapshot.tap("Over")
        #expect(game.isOver)
        #expect(snapshot.toggles.map(\.state) == [.on])
    }

    @Test func anObjectInTheEnvironment_andOneThatIsMissing() {
        struct Sample: View {
            @Environment(Game.self) private var game
            var body: some View { Text(game.name) }
        }
        struct Perhaps: View {
            @Environment(Game.self) private var game: Game?
            var body: some View { Text(game?.name ?? "none") }
        }
        #expect(Snapshot(Sample().environment(Game())).texts == ["chess"])
        #expect(Snapshot(Perhaps()).texts == ["none"])
        let missing = Snapshot(Sample())
        #expect(
            missing.issues == [
                "Sample needs @Environment(Game.self): add .environment(…) with a Game to a parent view"
            ])
    }

    /// The view is evaluated after another thread has announced a change and before it makes the change.
    @Test func changeFromAnotherThread_evaluatedBetweenWillAndDidSet() {
        struct Sample: View {
            let shared: Shared
            var body: some View { Text("bumps \(shared.bumps)") }
        }
        let shared = Shared()
        let snapshot = Snapshot(Sample(shared: shared))
        #expect(snapshot.texts == ["bumps 0"])
        let (isAbout, mayGoOn, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            shared.bump {
                isAbout.signal()
                mayGoOn.wait()
            }
            isDone.signal()
        }
        isAbout.wait()
        #expect(snapshot.texts == ["bumps 0"])
        mayGoOn.signal()
        isDone.wait()
        #expect(snapshot.texts == ["bumps 1"])
    }

    /// Another thread changes a value that a view has just read, during the view's evaluation.
    @Test(arguments: [1, 2, 3]) func aChangeFromAnotherThreadIsSeen_whichWasMadeDuringTheEvaluation(_ evaluation: Int) {
        final class Evaluations { var count = 0 }
        struct Sample: View {
            let shared: Shared
            let evaluations: Evaluations
            let changed: Int
            @State private var redraws = 0

            var body: some View {
                let bumps = shared.bumps
                bumpElsewhere()
                return Text("bumps \(bumps)")
            }

            private func bumpElsewhere() {
                evaluations.count += 1
                guard evaluations.count == changed else { return }
                let isDone = DispatchSemaphore(value: 0)
                Thread.detachNewThread { [shared] in
                    shared.bump()
                    isDone.signal()
                }
                isDone.wait()
            }
        }
        let shared = Shared()
        let evaluations = Evaluations()
        let snapshot = Snapshot(Sample(shared: shared, evaluations: evaluations, changed: evaluation))
        var bumps = 0
        while evaluations.count < evaluation {
            shared.bump()
            bumps += 1
            _ = snapshot.texts
        }
        #expect(snapshot.texts == ["bumps \(bumps + 1)"])
    }
}

/// An observable object that any thread may use.
final class Shared: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let count = Mutex(0)

    var bumps: Int {
        registrar.access(self, keyPath: \.bumps)
        return count.withLock { $0 }
    }

    func bump(_ before: () -> Void = {}) {
        registrar.withMutation(of: self, keyPath: \.bumps) {
            before()
            count.withLock { $0 += 1 }
        }
    }
}
