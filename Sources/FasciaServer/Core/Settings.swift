import FasciaModel

/// The settings of a daemon, fixed when it starts.
package struct Settings: Sendable {
    package var panel = Limits()
    /// The daemon's name on terminals.
    package var name = ""
    /// Keep the state in memory only; it is lost when the daemon ends.
    package var isEphemeral = false
    /// Events older than `keepAge` milliseconds are dropped, and the oldest events beyond `keepBytes`, unless the state
    /// still depends on them.
    package var keepAge = 30 * 86_400_000
    package var keepBytes = 256 << 20
    /// Bytes of changes that may wait for a slow disk, and the number of journal rows between two snapshots.
    package var backlogBytes = 8 << 20
    package var snapshotRows = 20_000
    /// Bytes of the write-ahead log after which a checkpoint moves it into the database.
    package var checkpointBytes = 4 << 20
    /// How long requests wait for a slow disk before they are refused, and durable replies for one that fails.
    package var journalPatience = Duration.seconds(2)
    /// Bytes of memory that the panel's content may take.
    package var panelBytes = 128 << 20
    /// Maximum length of a line in bytes, without its line feed.
    package var lineLimit = 1_048_576
    /// Hand the connections over to the next process through the service manager.
    package var keepsConnections = false
    /// Maximum number of connections.
    package var clientLimit = 1_000
    /// Connections that one user may have; the daemon's own user and root are exempt.
    package var clientsOfOneUser: Int { max(1, clientLimit / 4) }
    /// Connections reserved for the daemon's own user and root, so that they cannot be locked out.
    package var reservedClients: Int { clientLimit / 16 }
    package var groups = RoleGroups()
    /// The file that says who may do what. Without such a file, and with `nil`, the groups do.
    package var accessFile: String?
    /// Where `passwd` and `group` are.
    package var accountDirectory = "/etc"
    /// How long a peer may leave its output unread before its connection is closed.
    package var stallLimit = Duration.seconds(60)
    /// How long an app may take to answer an action.
    package var actionTimeout = Duration.seconds(5)
    /// How often a client that has claimed things is asked whether it is there, and how long it may take to answer.
    package var pingInterval = Duration.seconds(10)
    /// How long an issue stays open.
    package var issueLifetime = Duration.seconds(3_600)
    /// Events kept in memory for slow watchers and reconnecting clients.
    package var historyEvents = 10_000
    /// Changes in all of these events together.
    package var historyChanges = 1_000_000
    /// Bytes of memory that these events may take.
    package var historyBytes = 16_777_216
    /// Limits for each connection.
    package var connection = ConnectionLimits()
    /// The length of a turn of the event loop.
    package var slice = Duration.milliseconds(2)
    /// Minimum time between two frames for a terminal, unless its own user has just done something.
    package var frameInterval = Duration.milliseconds(8)
    /// Maximum pause between letters that are typed to jump to a matching item.
    package var typingPause = Duration.seconds(1)
    /// How long after a key somebody is still in the middle of something, so that a screen which another peer opens waits.
    package var attentionPause = Duration.seconds(1)
    /// How long a terminal shows a notice to its user, unless a key dismisses it.
    package var noticeTime = Duration.seconds(10)
    /// How long an action may be unanswered before terminals show it as pending.
    package var pendingDelay = Duration.milliseconds(150)
    /// How often terminals are updated while an action is pending (eight animation steps per second).
    package var pendingInterval = Duration.milliseconds(125)
    /// Interval between animation steps on terminals that show an animation.
    package var animationInterval = Duration.milliseconds(250)

    package init() {}
}
