/// What a job of a manager came to, as `JobRemoved` says it.
enum JobResult: Hashable, Sendable {
    case done
    /// Such as `failed`, `timeout`, `canceled`, `dependency` or `skipped`.
    case other(String)
    /// It took longer than the panel allows, and was cancelled.
    case overdue(Duration)
    /// The connection ended before it did.
    case lost(String)

    init(_ word: String) { self = word == "done" ? .done : .other(word) }

    /// Why the unit was not changed, for people.
    ///
    /// - Parameter failure: how the unit failed, if it did.
    func reason(_ failure: String?) -> String {
        switch self {
        case .done, .other("failed"): failure ?? "it failed"
        case .other("timeout"): "the job took longer than its unit file allows"
        case .other("canceled"): "another job took the place of this one"
        case .other("dependency"): "a unit that it needs could not be started"
        case .other("skipped"): failure ?? "there was nothing to do for it"
        case .other(let word): "the job ended as \(word)"
        case .overdue(let limit): "took longer than \(limit.components.seconds) s"
        case .lost(let reason): reason
        }
    }
}

extension UnitFailure {
    /// The reason for people why the manager has refused a call.
    init(_ error: BusError, _ verb: String, _ unit: String) {
        // Such as "Unit b.service not found.", which the unit may only need.
        let words = error.message.split(separator: " ")
        let named = words.count > 2 && words[0] == "Unit" && words[1].contains(".") ? String(words[1]) : unit
        let needed = named == unit ? "" : ", which \(unit) needs"
        switch error.name {
        case "org.freedesktop.systemd1.NoSuchUnit": self.init("there is no unit \(named)\(needed)")
        case "org.freedesktop.systemd1.UnitMasked":
            let comma = needed.isEmpty ? "" : ","
            self.init("\(named)\(needed)\(comma) is masked: \"systemctl unmask \(named)\" permits to start it")
        case "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired":
            self.init("not permitted to \(verb) \(unit): install the rule that \"fascia panel polkit\" prints")
        default: self.init(error.message)
        }
    }
}
