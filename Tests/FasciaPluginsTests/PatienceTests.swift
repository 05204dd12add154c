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
        var loader = base.loader(patience: .milliseconds(500))
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

    /// Each answer comes in time.
    @Test func aPluginThatIsAlwaysSlowFails() throws {
        var loader = try base.misbehaving(patience: .milliseconds(500))
        let style = try loader.load("misbehaving").styles[0]
        var count = 0
        while base.listener.messages.isEmpty {
            count += 1
            _ = base.texts(style, "slow \(count)")
        }
        #expect(
            base.listener.messages == [
                "plugin \"misbehaving\" did not answer in time; the default styles take its place until it works again"
            ])
    }
}
