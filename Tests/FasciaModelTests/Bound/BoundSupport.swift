import FasciaDocument
import FasciaModel
import Testing

/// A panel with the group `services` (nginx, backup, cron), the picker `clock/zone` and the value `host`, an agent that has
/// claimed all of it, and a user.
struct BoundBench {
    var panel: Panel
    /// In milliseconds, on both clocks.
    var time = 1_000
    var boot = "boot 1"
    static let agent = 7

    init(
        claiming ids: [String]? = ["services/**", "picker:clock/zone", "value:host"],
        _ change: (inout ClaimRequest) -> Void = { _ in }
    )
        throws
    {
        panel = Panel()
        let options = ["nginx", "backup", "cron"].map { OptionDeclaration(id: $0) }
        _ = try panel.apply(.declareGroup(OptionDeclaration(id: "services", options: options)))
        let zones = ["Berlin", "Oslo", "UTC"].map { PickerElement(id: $0, label: $0) }
        _ = try panel.apply(
            .declarePicker(PickerDeclaration(id: "clock", components: [PickerComponent(id: "zone", elements: zones)])))
        _ = try panel.apply(.setValue(key: "host", "box"))
        if let ids { try claim(ids, change) }
    }

    func sender(_ client: Int?, revertWithin: Int? = nil) -> Sender {
        Sender(
            uid: 1_000, client: client, name: client == Self.agent ? "agent (pid 7)" : "user", time: time,
            bootTime: BootTime(boot: boot, milliseconds: time), revertWithin: revertWithin)
    }

    /// The changes in words.
    @discardableResult
    mutating func claim(
        _ ids: [String], by client: Int = agent, _ change: (inout ClaimRequest) -> Void = { _ in }
    ) throws -> [String] {
        var request = ClaimRequest()
        request.ids = ids.map { ThingPattern($0) }
        change(&request)
        return try perform(.claim(request), by: client)
    }

    /// Applies a command of a user, or of a client.
    @discardableResult
    mutating func perform(_ command: Command, by client: Int? = 1, revertWithin: Int? = nil) throws -> [String] {
        let revision = panel.revision
        let before = panel
        do {
            let changes = try panel.apply(command, by: sender(client, revertWithin: revertWithin))
            #expect(panel.revision == revision + (changes.isEmpty ? 0 : 1))
            #expect(panel.checkInvariants() == [])
            if changes.isEmpty { #expect(panel == before) }
            return changes.words
        } catch {
            #expect(panel == before)
            throw error
        }
    }

    @discardableResult
    mutating func report(_ thing: String, _ value: JSON, failure: String? = nil) throws -> [String] {
        try perform(.reportThing(ThingID(thing), .value(value, failure: failure)), by: Self.agent)
    }

    /// The agent answers the running request.
    @discardableResult
    mutating func answer(_ thing: String, failure: String? = nil, isCancelled: Bool = false) throws -> [String] {
        let running = try #require(panel.boundState(of: ThingID(thing))?.running)
        return try perform(
            .settle(ThingID(thing), begun: running.revision, failure: failure, isCancelled: isCancelled), by: nil)
    }

    func condition(_ thing: String) -> BoundCondition? { panel.condition(of: ThingID(thing)) }

    /// The value and the words of its condition: `true pending`.
    func state(_ thing: String) -> String {
        let value = panel.shownValue(of: ThingID(thing)).map { "\($0.words)" } ?? "gone"
        return ([value] + (condition(thing)?.words.map(\.rawValue) ?? ["unbound"])).joined(separator: " ")
    }

    func message(_ error: Refusal) -> String { "\(error.reason.rawValue): \(error.message)" }
}
