import FasciaModel
import FasciaStore
import FasciaWire

/// What a daemon begins with.
struct InitialState {
    var epoch: String
    var panel: Panel
    /// Who owns its parts.
    var owners = PartOwners()
    /// The events since the start: those before are in the journal.
    var history: History
    /// The screens that had an app behind them, which has to find its way back.
    var apps: [String] = []
    /// What requests with a key were answered.
    var once = IdempotencyCache()
    /// Keeps what comes; `nil` where it is kept in memory only.
    var journal: Journal?

    /// A new panel that nobody keeps.
    static func ephemeral(_ settings: Settings) -> InitialState {
        let epoch = Store.newEpoch()
        return InitialState(
            epoch: epoch, panel: Panel(limits: settings.panel), history: .empty(settings, epoch: epoch), journal: nil)
    }

    /// What is in a state directory.
    ///
    /// - Returns: also what was wrong there.
    static func find(
        _ store: StoreSettings, _ settings: Settings, disk: Disk
    ) throws(StoreError) -> (InitialState, problems: [String]) {
        let found = try Store.open(store, limits: settings.panel, disk: disk)
        let epoch = found.journal.epoch
        let state = InitialState(
            epoch: epoch, panel: found.panel, owners: found.owners,
            history: .empty(settings, epoch: epoch, start: found.panel.revision),
            apps: found.apps, once: found.once, journal: found.journal)
        return (state, found.problems)
    }
}

extension History {
    fileprivate static func empty(_ settings: Settings, epoch: String, start: Int = 0) -> History {
        History(
            epoch: epoch, start: start, events: settings.historyEvents, changes: settings.historyChanges,
            bytes: settings.historyBytes)
    }
}
