import FasciaModel

/// What can be set about a daemon when it is started.
struct Settings: Sendable {
    var panel = Limits()
    /// What terminals call the daemon.
    var name = ""
    /// The state is kept in memory only, and is gone when the daemon ends.
    var isEphemeral = false
    /// What has happened longer ago than this, in milliseconds, is dropped, and the oldest beyond so many bytes, as far as
    /// nothing that is there rests on it.
    var keepAge = 30 * 86_400_000
    var keepBytes = 256 << 20
    /// Bytes of changes that may wait for a slow disk, and the rows of the journal from one snapshot to the next.
    var backlogBytes = 8 << 20
    var snapshotRows = 20_000
    /// Bytes of the write-ahead log beyond which it is moved into the database.
    var checkpointBytes = 4 << 20
    /// How long requests wait for a slow disk before they are refused.
    var journalPatience = Duration.seconds(2)
    /// Bytes of memory that the panel's content may take.
    var panelBytes = 128 << 20
    /// Bytes of one line, without its end.
    var lineLimit = 1_048_576
    /// Connections outlive the process: the service manager keeps them for the next one.
    var keepsConnections = false
    /// Connections at one time.
    var clientLimit = 1_000
    /// Of these, as many as one user may have, but for the daemon's own and root …
    var clientsOfOneUser: Int { max(1, clientLimit / 4) }
    /// … and as many as only the daemon's own user and root may have, whom nobody must lock out.
    var reservedClients: Int { clientLimit / 16 }
    /// The group whose members may only look.
    var viewers: UInt32?
    /// How long a peer that does not read what it is sent keeps its connection.
    var stallLimit = Duration.seconds(60)
    /// How long whoever handles an action may take to answer.
    var actionTimeout = Duration.seconds(5)
    /// Events kept for those who are behind, and for "who did this".
    var historyEvents = 10_000
    /// Changes kept in all these events together.
    var historyChanges = 1_000_000
    /// Bytes of the lines that have caused these events.
    var historyBytes = 16_777_216
    /// What one connection may have at one time.
    var connection = ConnectionLimits()
    /// The least time between two pictures for one terminal, unless its own user has just done something.
    var frameInterval = Duration.milliseconds(8)
    /// How long somebody who types letters to go to what begins with them may pause.
    var typingPause = Duration.seconds(1)
    /// How long an action may be unanswered before terminals show that it is.
    var pendingDelay = Duration.milliseconds(150)
    /// How often they are brought up to date while one is: what turns makes eight steps a second.
    var pendingInterval = Duration.milliseconds(125)
    /// How often what turns by itself makes a step on terminals that have it in sight.
    var animationInterval = Duration.milliseconds(250)
}
