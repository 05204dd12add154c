import FasciaModel

/// The state of a panel on a disk.
public enum Store {
    /// Finds what is in a state directory, or begins a new state there.
    ///
    /// - Parameter limits: the panel's.
    /// - Throws: `newer` for the state of a newer version, which stays as it is; `refused` where the system says no.
    public static func open(
        _ settings: StoreSettings, limits: Limits = .init(), disk: Disk = .system
    ) throws(StoreError) -> Recovered {
        try Recovery.run(settings, limits: limits, disk: disk)
    }

    /// A name for a state that is kept nowhere.
    public static func newEpoch() -> String { Epoch.random() }
}
