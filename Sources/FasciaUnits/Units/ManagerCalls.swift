/// The calls of systemd's manager, and what their answers mean.
extension BusCall {
    static let systemd = "org.freedesktop.systemd1"
    static let managerPath = "/org/freedesktop/systemd1"
    static let manager = "org.freedesktop.systemd1.Manager"
    static let properties = "org.freedesktop.DBus.Properties"

    static func manager(_ member: String, _ arguments: Argument...) -> BusCall {
        BusCall(destination: systemd, path: managerPath, interface: manager, member: member, arguments: arguments)
    }

    static func property(_ name: String, of interface: String, at path: String) -> BusCall {
        BusCall(
            destination: systemd, path: path, interface: properties, member: "Get", arguments: [.text(interface), .text(name)])
    }

    static func cancelJob(_ path: String) -> BusCall {
        BusCall(destination: systemd, path: path, interface: "org.freedesktop.systemd1.Job", member: "Cancel")
    }

    static func match(_ rule: String) -> BusCall {
        BusCall(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "AddMatch", arguments: [.text("type='signal'," + rule)])
    }

    /// The signals to receive. One match stands for all units: a bus allows a few hundred.
    static let matches = [
        match("sender='\(systemd)',path='\(managerPath)',interface='\(manager)',member='UnitFilesChanged'"),
        match("sender='\(systemd)',path='\(managerPath)',interface='\(manager)',member='JobRemoved'"),
        match("sender='\(systemd)',path='\(managerPath)',interface='\(manager)',member='Reloading'"),
        match("sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(systemd)'"),
        match(
            "sender='\(systemd)',path_namespace='\(managerPath)/unit',interface='\(properties)',member='PropertiesChanged',"
                + "arg0='\(systemd).Unit'"),
    ]
}

/// A row of `ListUnitsByNames`.
struct UnitRow: Hashable, Sendable {
    var path: String
    var state: UnitState

    /// `nil` if it is malformed.
    init?(_ value: BusValue) {
        // Name, description, load, active and sub state, the unit that it follows, its path, and its job.
        guard let fields = value.list, fields.count >= 7, let load = fields[2].text, let active = fields[3].text,
            let sub = fields[4].text, let path = fields[6].text
        else { return nil }
        self.path = path
        state = UnitState(load: load, active: active, sub: sub)
    }
}

/// What a signal is about.
enum ManagerEvent: Hashable, Sendable {
    case jobRemoved(path: String, JobResult)
    case unitChanged(path: String)
    /// The manager has read its files again, or has enabled or disabled units.
    case reloaded
    /// The manager has started again.
    case restarted

    init?(_ signal: BusSignal) {
        switch signal.member {
        case "JobRemoved":
            guard signal.values.count >= 4, let path = signal.values[1].text, let result = signal.values[3].text else {
                return nil
            }
            self = .jobRemoved(path: path, JobResult(result))
        case "PropertiesChanged": self = .unitChanged(path: signal.path)
        case "Reloading" where signal.values.first == .bool(false): self = .reloaded
        case "UnitFilesChanged": self = .reloaded
        // The name, its old owner and its new one.
        case "NameOwnerChanged" where signal.values.count >= 3 && signal.values[2] != .text(""): self = .restarted
        default: return nil
        }
    }
}
