import FasciaDocument
import FasciaModel
import FasciaStore
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

@Suite struct AppsTests {
    private let parts: Parts
    private let standups: Standups
    private let app: Client

    init() throws { try self.init(Parts()) }

    private init(_ parts: Parts) throws {
        self.parts = parts
        standups = try Standups(parts)
        app = parts.client()
    }

    private var isOrphaned: Bool { parts.live.panel.isOrphaned(screen: "edit") }

    /// Makes the client the app of the sheet: it publishes it and handles its action.
    private func publish(by client: Client) throws {
        let screen = try Command("screen.put", Standups.sheet)
        parts.apps.recordPublisher(of: screen, by: client)
    }

    private func leave(_ client: Client) {
        parts.disconnect(client)
        parts.apps.remove(client)
    }

    // MARK: - Bindings

    @Test func onlyAnEntryThatExistsIsBound() throws {
        try parts.apply("nav.close", [:])
        #expect(#expect(throws: WireError.self) { try standups.bind(.entry(standups.entry), to: app) }?.reason == "entryGone")
        #expect(#expect(throws: WireError.self) { try standups.bind(.entry(EntryID("e99")), to: app) }?.reason == "notFound")
    }

    @Test func unbindingReportsWhetherThereWasABinding() throws {
        try standups.bind(.screen("list"), ["*"], to: app)
        let request = Request("action.unbind", app)
        #expect(try parts.apps.unbind(.screen("list"), names: [], request).result == ["changed": true])
        #expect(try parts.apps.unbind(.screen("list"), names: [], request).result == ["changed": false])
    }

    @Test func theClientThatPushesAnEntryIsItsParent() throws {
        #expect(parts.live.bindings.isParent(standups.parent.id, of: standups.entry))
        try parts.apply("nav.close", [:])
        #expect(!parts.live.bindings.isParent(standups.parent.id, of: standups.entry))
    }

    @Test func anEntryPushedByALongBatchHasItsParent() throws {
        let values = try (0..<1_100).map { try Command("value.set", ["key": .string("k\($0)"), "value": 1]) }
        let push = try Command("nav.push", ["screen": "list", "handles": ["go"]])
        _ = try parts.executor.applyBatch(values + [push], MutationOptions(), Request("batch", app))
        #expect(parts.live.bindings.isParent(app.id, of: parts.top))
    }

    @Test func anActionWithoutAHandlerIsAnIssueInTheEventOfThePush() throws {
        #expect(standups.lastChanges.count == 1, "the sheet was pushed with its handler")
        try parts.apply("nav.push", ["screen": "edit"])
        guard case .issue(let issue)? = standups.lastChanges.last else { throw TestFailure("no issue") }
        #expect(issue.reason == .unhandled && issue.breadcrumbs["emits"] == [.string(Standups.action)])
    }

    // MARK: - Publishers

    @Test func aPublisherIsKnownWhileItIsConnected() throws {
        final class Cache: ScreenCache {
            var changed: [String] = []
            func forget(_ screen: String) { changed.append(screen) }
        }
        let cache = Cache()
        parts.apps.caches = [cache]
        try publish(by: app)
        #expect(parts.apps.publisher(of: "edit") === app && parts.apps.publisher(of: "list") == nil)
        app.transport = nil
        #expect(parts.apps.publisher(of: "edit") == nil)
        leave(app)
        #expect(cache.changed == ["edit", "edit"])
        parts.apps.recordPublisher(of: .removeScreen(id: "edit"), by: app)
        #expect(cache.changed.count == 3)
    }

    @Test func theScreensOfADisconnectedAppAreOrphaned_untilItIsBack() throws {
        try publish(by: app)
        try standups.bind(.screen("edit"), to: app)
        leave(app)
        #expect(standups.lastChanges == [.orphaned(screen: "edit", to: true)])
        #expect(isOrphaned && !parts.live.bindings.isBound(.screen("edit"), to: app.id))
        let again = parts.client()
        try standups.bind(.screen("edit"), to: again)
        #expect(!isOrphaned && parts.apps.publisher(of: "edit") === again)
    }

    @Test func anAppThatIsBackBeforeTheDiskHasSpaceIsNotOrphaned() throws {
        let (disk, directory) = (FaultyDisk(), try TemporaryDirectory())
        var store = StoreSettings(directory: directory.path)
        store.reserveBytes = 0
        let test = try AppsTests(Parts(store: store, disk: disk.disk))
        try test.publish(by: test.app)
        try test.standups.bind(.screen("edit"), to: test.app)
        disk.isFull = true
        test.leave(test.app)
        #expect(!test.isOrphaned, "that cannot be recorded yet")
        let again = test.parts.client()
        try test.standups.bind(.screen("edit"), to: again)
        #expect(test.parts.apps.publisher(of: "edit") === again)
        disk.isFull = false
        test.parts.live.retryUnrecorded()
        #expect(!test.isOrphaned)
    }

    @Test func theParentOfAnEntryThatItPublishedIsItsApp() throws {
        try publish(by: standups.parent)
        leave(standups.parent)
        #expect(isOrphaned)
    }

    /// A client that only publishes, or only handles the actions of another app's screen, is not its app.
    @Test func publishingOrHandlingAloneMakesNoApp() throws {
        try publish(by: app)
        try standups.bind(.screen("edit"), to: standups.child)
        leave(app)
        leave(standups.child)
        #expect(!isOrphaned)
    }

    @Test func anAppDeclaresWhatAnUndoPreserves() throws {
        parts.apps.recordPublisher(of: try Command("value.declare", ["key": "n", "kind": "int", "initial": 1]), by: app)
        #expect(parts.apps.declarations.isEmpty, "a script")
        try standups.bind(.screen("edit"), to: app)
        #expect(parts.apps.declarations == [.value("n")])
        parts.apps.recordPublisher(of: .removeValue(key: "n"), by: app)
        #expect(parts.apps.declarations.isEmpty)
    }

    // MARK: - Restarts

    @Test func theNextProcessOrphansTheScreensOfAppsThatDoNotComeBack() throws {
        try publish(by: app)
        try standups.bind(.screen("edit"), to: app)
        parts.apps.orphan(["edit", "list"])
        #expect(!isOrphaned && parts.live.panel.isOrphaned(screen: "list"), "the app of edit was handed over")
    }

    @Test func aClientThatIsHandedOverKeepsItsScreensBindingsAndDeclarations() throws {
        try publish(by: app)
        parts.apps.recordPublisher(of: try Command("value.declare", ["key": "n", "kind": "int", "initial": 1]), by: app)
        try standups.bind(.screen("edit"), to: app)
        try standups.bind(.entry(standups.entry), ["onOther"], to: app)
        var session = ClientSession()
        parts.apps.save(app, to: &session)
        let next = Apps(parts.live, parts.clients, limits: parts.settings.connection, screens: [])
        next.restore(app, from: session)
        #expect(next.publisher(of: "edit") === app && next.declarations == [.value("n")])
        #expect(parts.live.bindings.scopes(of: app.id) == [.screen("edit"), .entry(standups.entry)])
        var parent = ClientSession()
        parts.apps.save(standups.parent, to: &parent)
        next.restore(standups.parent, from: parent)
        #expect(parts.live.bindings.isParent(standups.parent.id, of: standups.entry))
    }

    @Test func theJournalKnowsWhichScreensHaveAnApp() throws {
        let directory = try TemporaryDirectory()
        let parts = try Parts(store: StoreSettings(directory: directory.path))
        let test = try Standups(parts)
        let app = parts.client()
        parts.apps.recordPublisher(of: try Command("screen.put", Standups.sheet), by: app)
        try test.bind(.screen("edit"), to: app)
        parts.apps.record()
        let rows = parts.live.journal?.nextSequence
        parts.apps.record()
        #expect(parts.live.journal?.nextSequence == rows, "nothing has changed")
        parts.gate?.close()
        let state = try InitialState.open(StoreSettings(directory: directory.path), Settings(), disk: .system).0
        #expect(state.apps == ["edit"])
    }
}
