import FasciaModel

/// The state of a panel on a disk.
public enum Store {
    /// Finds what is in a state directory, or begins a new state there.
    /// Restores the state of a directory, or begins a new one there.
    ///
    /// - Parameter limits: the panel's limits.
    /// - Throws: `newer` for the state of a newer version, which is left unchanged; `refused` if a system call fails.
    public static func open(
        _ settings: StoreSettings, limits: Limits = .init(), disk: Disk = .system
    ) throws(StoreError) -> Recovered {
        try Recovery.run(settings, limits: limits, disk: disk)
    }

    /// A random epoch for a state that is not stored.
    public static func newEpoch() -> String { Epoch.random() }
}
