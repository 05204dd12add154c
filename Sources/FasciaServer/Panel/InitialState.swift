import FasciaModel
import FasciaStore
import FasciaWire

/// The state that a daemon starts with.
package struct InitialState {
    var epoch: String
    var panel: Panel
    /// Owners of the panel's parts.
    var owners = PartOwners()
    /// Events of this process only; earlier ones are in the journal.
    var history: History
    /// Screens that had an app behind them in the previous process. The app has to reconnect.
    package var apps: [String] = []
    /// The idempotency cache.
    var once = IdempotencyCache()
    /// `nil` if the state is kept in memory only.
    var journal: Journal?

    /// A new panel without a journal.
    package static func ephemeral(_ settings: Settings) -> InitialState {
        let epoch = Store.newEpoch()
        return InitialState(
            epoch: epoch, panel: Panel(limits: settings.panel), history: .empty(settings, epoch: epoch), journal: nil)
    }

    /// Opens a state directory.
    ///
    /// - Returns: The state, and the problems found in the directory.
    package static func open(
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
