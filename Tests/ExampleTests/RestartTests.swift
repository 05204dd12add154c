import FasciaDocument
import Glibc
import TestSupport
import Testing

/// Apps and the daemon start and stop independently.
@Suite struct RestartTests {
    @Test func twoAppsShareThePanel() throws {
        let panel = try TestPanel()
        let counter = try panel.start("Counter", shows: "counter")
        let rainbow = try panel.start("Rainbow", shows: "rainbow")
        #expect(try panel.path == ["counter", "rainbow"])
        try panel.tap("Next")
        #expect(try panel.path == ["counter", "rainbow", "rainbow/view/1"])
        // An app's root is its own window, not the root of the stack.
        try panel.tap("Root")
        #expect(try panel.path == ["counter", "rainbow"])
        #expect(try panel.fascia("pop").status == .exited(0))
        try panel.tap("More")
        #expect(try panel.text().contains("Taps: 1"))
        #expect(!counter.process.hasEnded && !rainbow.process.hasEnded)
    }

    @Test func duplicateScreenNameIsLogged() throws {
        let panel = try TestPanel()
        let screen: JSON = ["id": "counter", "body": ["kind": "text", "text": "From a file"]]
        try panel.daemon.client().call("screen.put", ["screen": screen])
        let counter = try panel.start("Counter", shows: "counter")
        try counter.error.wait(
            for: "the panel already has a screen counter, which this app replaces. If another running process owns it, both "
                + "will overwrite it: give one app another panelName")
        try panel.tap("More")
        #expect(try panel.text().contains("Taps: 1"))
    }

    /// Apps that start at the same time do not replace each other.
    @Test func appsThatBeginAtTheSameTimeAreAllOnTheStack() throws {
        let panel = try TestPanel()
        let watcher = try panel.daemon.client()
        try watcher.call("watch.start", ["topics": ["nav:main"]])
        let apps = try ["Counter", "Height", "Pizza", "Rainbow", "Tree"].map { name in
            try RunningProcess(
                Products.executable(name), environment: ["FASCIA_SOCKET": panel.daemon.socketPath])
        }
        for _ in apps { _ = try watcher.notification() }
        #expect(try panel.path.sorted() == ["counter", "height", "pizza", "rainbow", "tree"])
    }

    /// Inside the modal, the window would be closed with it, and would interrupt the user.
    @Test func anAppThatBeginsWhileAModalIsOpenWaitsUntilItIsClosed() throws {
        let panel = try TestPanel()
        let standups = try panel.start("Standups", shows: "standups")
        try panel.tap("Design")
        let watcher = try panel.daemon.client()
        try watcher.call("watch.start", ["topics": ["declared:counter"]])
        let counter = try RunningProcess(
            Products.executable("Counter"), environment: ["FASCIA_SOCKET": panel.daemon.socketPath])
        _ = try watcher.notification()
        #expect(try panel.path == ["standups", "standups/view/1"])
        try panel.tap("Save")
        try panel.wait(screen: "counter")
        #expect(try panel.path == ["standups", "counter"])
        #expect(!standups.process.hasEnded && !counter.process.hasEnded)
    }

    /// After a crash, the panel is restored at once with its screens marked as orphaned. The apps then reconnect to
    /// their screens.
    @Test func theDaemonIsKilledAndComesBack() throws {
        let directory = try TemporaryDirectory()
        var panel: TestPanel? = try TestPanel(DaemonProcess(in: directory))
        let counter = try #require(try panel?.start("Counter", shows: "counter"))
        let rainbow = try #require(try panel?.start("Rainbow", shows: "rainbow"))
        try panel?.tap("Next")
        try panel?.tap("Modal")
        let path = ["counter", "rainbow", "rainbow/view/1", "rainbow/view/2"]
        #expect(try panel?.path == path)
        for app in [counter, rainbow] { app.process.signal(SIGSTOP) }
        try panel?.daemon.kill9()
        panel = nil
        let again = try TestPanel(DaemonProcess(in: directory))
        #expect(try again.path == path)
        for screen in path { try again.wait(orphaned: true, screen) }
        #expect(try again.failingTap("Close")["message"]?.stringValue?.contains("its app has disconnected") == true)
        for app in [counter, rainbow] { app.process.signal(SIGCONT) }
        for screen in path { try again.wait(orphaned: false, screen) }
        #expect(try again.path == path)
        try again.tap("Close")
        #expect(try again.text().contains("2 of 7"))
        try again.tap("Back")
        #expect(try again.fascia("pop-to", "counter").status == .exited(0))
        try again.wait(screen: "counter")
        try again.tap("More")
        #expect(try again.text().contains("Taps: 1"))
        #expect(!counter.process.hasEnded && !rainbow.process.hasEnded)
    }

    /// A script's screen is never marked as orphaned.
    @Test func aScriptsScreenIsNotMarked() throws {
        let directory = try TemporaryDirectory()
        var panel: TestPanel? = try TestPanel(DaemonProcess(in: directory))
        try panel?.script.call("screen.put", ["screen": ["id": "s", "body": ["kind": "text", "text": "Hello"]]])
        try panel?.daemon.kill9()
        panel = nil
        let again = try TestPanel(DaemonProcess(in: directory))
        try again.wait(orphaned: false, "s")
        #expect(try again.script.call("sync")["revision"] == 1)
    }

    /// The app publishes everything again to a daemon that has lost its state.
    @Test func aDaemonThatHasLostItsState() throws {
        let directory = try TemporaryDirectory()
        var panel: TestPanel? = try TestPanel(DaemonProcess(in: directory, arguments: ["--ephemeral"]))
        let app = try #require(try panel?.start("Rainbow", shows: "rainbow"))
        try panel?.tap("Next")
        try panel?.tap("Modal")
        try panel?.daemon.kill9()
        panel = nil
        let again = try TestPanel(DaemonProcess(in: directory, arguments: ["--ephemeral"]))
        try again.wait(node: "Over orange")
        #expect(try again.path == ["rainbow", "rainbow/view/1", "rainbow/view/2"])
        try again.tap("Close")
        #expect(try again.text().contains("2 of 7"))
        try again.tap("Back")
        #expect(try again.text().contains("1 of 7"))
        #expect(!app.process.hasEnded)
    }

    /// Each app restores its own screens in order. A new daemon cannot know the order of the apps: the one that
    /// connects first is at the bottom.
    @Test(
        .mustEnd,
        arguments: [
            ("Counter", ["counter", "rainbow", "rainbow/view/1"]), ("Rainbow", ["rainbow", "rainbow/view/1", "counter"]),
        ])
    func appsAreRestoredInConnectionOrder(_ first: String, _ path: [String]) throws {
        let directory = try TemporaryDirectory()
        var panel: TestPanel? = try TestPanel(DaemonProcess(in: directory, arguments: ["--ephemeral"]))
        let counter = try #require(try panel?.start("Counter", shows: "counter"))
        let rainbow = try #require(try panel?.start("Rainbow", shows: "rainbow"))
        try panel?.tap("Next")
        #expect(try panel?.path == ["counter", "rainbow", "rainbow/view/1"])
        // The second app is stopped, so that the first one finds the daemon first.
        let second = first == "Counter" ? rainbow : counter
        second.process.signal(SIGSTOP)
        try panel?.daemon.kill9()
        panel = nil
        let again = try TestPanel(DaemonProcess(in: directory, arguments: ["--ephemeral"]))
        try again.wait(screen: first == "Counter" ? "counter" : "rainbow/view/1")
        second.process.signal(SIGCONT)
        try again.wait(screen: try #require(path.last))
        #expect(try again.path == path)
        // Both apps work: the upper one is operated first, then the lower one.
        func operateCounter() throws {
            try again.tap("More")
            #expect(try again.text().contains("Taps: 1"))
        }
        func operateRainbow() throws {
            try again.tap("Back")
            #expect(try again.path.last == "rainbow")
        }
        try first == "Counter" ? operateRainbow() : operateCounter()
        #expect(try again.fascia("pop").status == .exited(0))
        try first == "Counter" ? operateCounter() : operateRainbow()
        #expect(!counter.process.hasEnded && !rainbow.process.hasEnded)
    }

    @Test func stateOfTheAppSurvivesTheDaemon() throws {
        let directory = try TemporaryDirectory()
        var panel: TestPanel? = try TestPanel(DaemonProcess(in: directory))
        let app = try #require(try panel?.start("Counter", shows: "counter"))
        try panel?.tap("More")
        try panel?.daemon.kill9()
        panel = nil
        let again = try TestPanel(DaemonProcess(in: directory))
        try again.wait(node: "Total: 1")
        #expect(try again.text().contains("Taps: 1"))
        #expect(try again.script.call("value.get", ["key": "counter/total"]) == ["values": ["counter/total": 1]])
        #expect(!app.process.hasEnded)
    }

    @Test func withoutADaemon_advisesAndWaits() throws {
        let directory = try TemporaryDirectory()
        let app = try RunningProcess(
            Products.executable("Counter"), environment: ["FASCIA_SOCKET": directory["s"]])
        try app.error.wait(for: "no daemon at \(directory["s"]): start one with \"fasciad\"")
        let panel = try TestPanel(DaemonProcess(in: directory))
        try panel.wait(screen: "counter")
        try panel.tap("More")
        #expect(try panel.text().contains("Taps: 1"))
    }

    @Test(arguments: [Int32(15), 2, 9]) func screenStaysAfterAnySignal(_ signal: Int32) throws {
        let panel = try TestPanel()
        let app = try panel.start("Counter", shows: "counter")
        try panel.tap("More")
        app.process.signal(signal)
        #expect(try app.process.waitForExit() == .signalled(signal))
        try panel.wait(orphaned: true, "counter")
        #expect(try panel.text().contains("Taps: 1"))
        #expect(try panel.failingTap("More").reason == "unimplemented")
    }
}
