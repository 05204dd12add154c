import FasciaRender
import FasciaScene
import Foundation
import Testing
@testable import FasciaPlugins

/// The daemon waits for all plugins together no longer than the limit for a frame, and not all the time.
@Suite struct PatienceTests {
    let base = IsolationTests()

    @Test func aQuarterOfTheTimeIsWaitingTime() {
        let patience = Patience(limit: .milliseconds(100))
        let start = ContinuousClock.now
        patience.add(from: start, to: start + .milliseconds(60))
        #expect(patience.left(at: start + .milliseconds(60)) == .milliseconds(40))
        #expect(patience.left(at: start + .milliseconds(100)) == .milliseconds(50))
        patience.add(from: start + .milliseconds(100), to: start + .milliseconds(150))
        #expect(patience.left(at: start + .milliseconds(150)) == .zero)
        #expect(patience.left(at: start + .milliseconds(550)) == .milliseconds(100))
        #expect(patience.left(at: start + .seconds(60)) == .milliseconds(100))
        patience.add(from: start + .seconds(60), to: start + .seconds(61))
        patience.forget()
        #expect(patience.left(at: .now) == .milliseconds(100))
    }

    /// The first one takes all the time, and the second one is not blamed for it.
    @Test func aFrameHasOneLimitForAllPlugins() throws {
        let source = Compiler.root + "/Tests/FasciaPluginsTests/Misbehaving/misbehaving.c"
        for id in ["first", "second"] {
            try base.folder.build(source, to: "\(id).so", ["-Wno-unused-result", "-DID=\"\(id)\""])
        }
        var loader = base.loader(patience: .seconds(3))
        let styles = [try loader.load("first").styles[0], try loader.load("second").styles[0]]
        for style in styles { #expect(base.texts(style, "sleep through alarms") == ["built in"]) }
        #expect(
            base.listener.messages == [
                "plugin \"first\" did not answer in time; the default styles take its place until it works again"
            ])
    }

    @Test func theAnswerThatWasNotWaitedForIsUsedWhenItArrives() throws {
        var loader = try base.misbehaving()
        let plugin = try loader.load("misbehaving")
        let now = ContinuousClock.now
        loader.patience.add(from: now, to: now + .seconds(1_000))
        if base.texts(plugin.styles[0], "slow") == ["built in"] {
            #expect(plugin.process.isRecovering)
            while !plugin.process.recover() { sched_yield() }
        }
        #expect(base.texts(plugin.styles[0], "slow") == ["done 0"])
        #expect(base.listener.messages == [])
    }

    /// Another question can find that the plugin runs again; the picture without the answer is still shown then.
    @Test func aPluginHasNotRecoveredBeforeWhatItMissedIsDrawnAgain() throws {
        var loader = try base.misbehaving()
        let plugin = try loader.load("misbehaving")
        let now = ContinuousClock.now
        loader.patience.add(from: now, to: now + .seconds(1_000))
        guard base.texts(plugin.styles[0], "slow") == ["built in"] else { return }
        loader.patience.forget()
        base.waitUntilItRuns(plugin.styles[0])
        #expect(plugin.process.isRecovering)
        #expect(plugin.process.recover())
        #expect(!plugin.process.isRecovering)
    }

    /// Each answer is in time, and the plugin works.
    @Test(arguments: ["slow", "fast"]) func aPluginThatTakesAllTheTimeIsReportedOnceAndKeepsWorking(_ what: String) throws {
        var loader = try base.misbehaving(patience: .seconds(1))
        let plugin = try loader.load("misbehaving")
        var (count, after) = (0, 0)
        while after < 20 {
            count += 1
            _ = base.texts(plugin.styles[0], "\(what) \(count)")
            if !base.listener.messages.isEmpty { after += 1 }
        }
        while plugin.process.isRecovering { if !plugin.process.recover() { sched_yield() } }
        loader.patience.forget()
        #expect(base.texts(plugin.styles[0], "last") == ["done 0"])
        #expect(
            base.listener.messages == [
                "plugin \"misbehaving\" takes more than a quarter of the daemon's time, so some frames use the default styles "
                    + "until its answers are there"
            ])
    }
}
