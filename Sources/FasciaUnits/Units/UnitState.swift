/// The state of a unit, as its manager tells it.
package struct UnitState: Hashable, Sendable {
    /// Such as `loaded`, `not-found` or `masked`.
    package var load: String
    /// Such as `active`, `inactive`, `failed` or `activating`.
    package var active: String
    /// Such as `running`, `exited` or `auto-restart`.
    package var sub: String
    /// Why it failed; `nil` if it did not.
    package var failure: String?

    package init(load: String = "loaded", active: String, sub: String, failure: String? = nil) {
        self.load = load
        self.active = active
        self.sub = sub
        self.failure = failure
    }

    package var exists: Bool { load != "not-found" }

    /// Whether it cannot be started: `systemctl unmask` permits that.
    package var isMasked: Bool { load == "masked" }

    /// Whether it is on; `nil` while it is neither, or if there is no such unit.
    package var isOn: Bool? {
        guard exists || active != "inactive" else { return nil }
        return switch active {
        case "active", "reloading", "refreshing": true
        case "inactive", "failed", "maintenance": false
        default: nil
        }
    }

    /// What it is doing: `nil` if it does not change.
    package var transition: String? {
        switch (active, sub) {
        case ("activating", "auto-restart"), ("activating", "auto-restart-queued"): "waiting to be started again"
        case ("activating", _): "starting (\(sub))"
        case ("deactivating", _): "stopping (\(sub))"
        case ("reloading", _), ("refreshing", _): "reloading"
        default: nil
        }
    }
}

/// How a unit failed.
struct UnitResult: Hashable, Sendable {
    /// `Result` of its type, such as `exit-code`; empty if that has none.
    var result = ""
    /// How the main process ended: `CLD_EXITED` and the like, 0 if it has not.
    var code = 0
    /// Its exit status, or the signal.
    var status = 0

    /// The reason for people; `nil` if nothing failed.
    var reason: String? {
        switch result {
        case "", "success": nil
        case "exit-code": code == 1 ? "exit status \(status)" : "a command of it failed"
        case "signal", "core-dump": [2, 3].contains(code) ? "ended by signal \(status)" : "a command of it was ended by a signal"
        case "timeout": "took longer than its unit file allows"
        case "watchdog": "did not notify its watchdog"
        case "oom-kill": "there was not enough memory"
        case "start-limit-hit": "was started too often"
        case "protocol": "ended before it was ready"
        case "resources": "a resource that it needs is missing"
        case let other: other
        }
    }
}

/// What is known of a unit.
package enum UnitReading: Hashable, Sendable {
    case state(UnitState)
    /// The manager cannot be asked, and why.
    case unknown(String)
}

/// Why a unit was not changed, for people.
package struct UnitFailure: Error, Hashable {
    package var message: String

    package init(_ message: String) { self.message = message }

    /// Its job was cancelled, because another change waits for its end.
    package static let cancelled = UnitFailure("cancelled")
}
