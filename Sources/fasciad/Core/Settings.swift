import FasciaModel

/// The settings of a daemon, fixed when it starts.
struct Settings: Sendable {
    var panel = Limits()
    /// The daemon's name on terminals.
    var name = ""
    /// Keep the state in memory only; it is lost when the daemon ends.
    var isEphemeral = false
    /// Events older than `keepAge` milliseconds are dropped, and the oldest events beyond `keepBytes`, unless the state
    /// still depends on them.
    var keepAge = 30 * 86_400_000
    var keepBytes = 256 << 20
    /// Bytes of changes that may wait for a slow disk, and the number of journal rows between two snapshots.
    var backlogBytes = 8 << 20
    var snapshotRows = 20_000
    /// Bytes of the write-ahead log after which a checkpoint moves it into the database.
    var checkpointBytes = 4 << 20
    /// How long requests wait for a slow disk before they are refused.
    var journalPatience = Duration.seconds(2)
    /// Bytes of memory that the panel's content may take.
    var panelBytes = 128 << 20
    /// Maximum length of a line in bytes, without its line feed.
    var lineLimit = 1_048_576
    /// Hand the connections over to the next process through the service manager.
    var keepsConnections = false
    /// Maximum number of connections.
    var clientLimit = 1_000
    /// Connections that one user may have; the daemon's own user and root are exempt.
    var clientsOfOneUser: Int { max(1, clientLimit / 4) }
    /// Connections reserved for the daemon's own user and root, so that they cannot be locked out.
    var reservedClients: Int { clientLimit / 16 }
    /// Group id of the viewers, who may only look.
    var viewers: UInt32?
    /// How long a peer may leave its output unread before its connection is closed.
    var stallLimit = Duration.seconds(60)
    /// How long an app may take to answer an action.
    var actionTimeout = Duration.seconds(5)
    /// Events kept in memory for slow watchers and reconnecting clients.
    var historyEvents = 10_000
    /// Changes in all of these events together.
    var historyChanges = 1_000_000
    /// Bytes of memory that these events may take.
    var historyBytes = 16_777_216
    /// Limits for each connection.
    var connection = ConnectionLimits()
    /// Minimum time between two frames for a terminal, unless its own user has just done something.
    var frameInterval = Duration.milliseconds(8)
    /// Maximum pause between letters that are typed to jump to a matching item.
    var typingPause = Duration.seconds(1)
    /// How long an action may be unanswered before terminals show it as pending.
    var pendingDelay = Duration.milliseconds(150)
    /// How often terminals are updated while an action is pending (eight animation steps per second).
    var pendingInterval = Duration.milliseconds(125)
    /// Interval between animation steps on terminals that show an animation.
    var animationInterval = Duration.milliseconds(250)
}
