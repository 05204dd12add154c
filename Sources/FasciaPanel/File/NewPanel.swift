import Glibc

/// The first panel file of somebody: what this machine can do, with comments.
package enum NewPanel {
    package struct Machine: Sendable {
        package var hasCommand: @Sendable (String) -> Bool
        package var hasFile: @Sendable (String) -> Bool

        package init(hasCommand: @escaping @Sendable (String) -> Bool, hasFile: @escaping @Sendable (String) -> Bool) {
            self.hasCommand = hasCommand
            self.hasFile = hasFile
        }

        package static var this: Machine { Machine(hasCommand: FilePresence.hasCommand, hasFile: FilePresence.hasFile) }
    }

    package static func text(name: String, on machine: Machine) -> String {
        var lines = [
            "# A panel: screens, and the commands behind their switches and buttons.",
            "#   fascia panel check \(name).yaml   reports everything that is wrong with this file",
            "#   fascia panel run \(name).yaml     shows it, and carries out what people switch",
            "panel: \(name)", "title: The box", "", "screens:", "  home:",
            "    - section: Machine", "      items:",
            "        # A command is a list: the program and its arguments. No shell takes part.",
            "        - sparkline: machine/load", "          title: Load",
            "          from: [cut, \"-d \", -f1, /proc/loadavg]", "          every: 10s",
            "        # A script has to say that it is one.",
            "        - gauge: machine/disk", "          title: Disk", "          format: percent",
            "          from: {shell: \"df --output=pcent / | tr -dc 0-9\"}", "          every: 5m",
        ]
        let hasSystemd = machine.hasFile("/run/systemd/system")
        let units = [("ssh", "Remote login"), ("cron", "Scheduled jobs"), ("nginx", "Web server")].filter { unit, _ in
            ["/usr/lib/systemd/system/", "/etc/systemd/system/"].contains { machine.hasFile("\($0)\(unit).service") }
        }
        if hasSystemd, !units.isEmpty {
            lines += [
                "    # Switches for services, and one for all of them.", "    - group: services", "      title: Services",
                "      options:",
            ]
            lines += units.map { "        \($0): {title: \($1), unit: \($0).service}" }
        }
        lines += [
            "    # Commands turn a switch on and off, and status tells its state: exit status 0 is on, 1 is off.",
            "    - switch: box/maintenance", "      title: Maintenance", "      on: [touch, /tmp/\(name)-maintenance]",
            "      off: [rm, -f, /tmp/\(name)-maintenance]", "      status: [test, -e, /tmp/\(name)-maintenance]",
            "      every: 10s",
        ]
        if hasSystemd, machine.hasCommand("timedatectl") {
            lines += [
                "    - picker: clock/zone", "      title: Time zone", "      choices: {from: [timedatectl, list-timezones]}",
                "      set: [timedatectl, set-timezone, --, \"{value}\"]",
                "      status: [timedatectl, show, --value, --property=Timezone]",
            ]
        }
        if hasSystemd, machine.hasCommand("hostnamectl") {
            lines += [
                "    # What people type must match the pattern, and stays one argument.", "    - value: box/name",
                "      title: Host name", "      pattern: \"[a-z][a-z0-9-]{0,62}\"",
                "      set: [hostnamectl, hostname, --, \"{value}\"]", "      status: [hostnamectl, hostname]",
            ]
        }
        lines += [
            "    # The output of a button's command is shown while it runs.", "    - button: Who am I", "      run: [id]",
        ]
        if hasSystemd {
            lines += [
                "    - button: Reboot", "      role: destructive", "      confirm: Reboot the box now?",
                "      run: [systemctl, reboot]",
            ]
        }
        if let follow = log(on: machine) {
            lines += [
                "    # A row that opens another screen.", "    - link: log", "", "  log:", "    title: Log", "    items:",
                "      # A command that goes on.", "      - log: log", "        follow: \(follow)",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The command that follows the log of the machine.
    private static func log(on machine: Machine) -> String? {
        if machine.hasFile("/run/systemd/system"), machine.hasCommand("journalctl") {
            return "[journalctl, --follow, --no-pager, --lines=200]"
        }
        let files = ["/var/log/syslog", "/var/log/messages", "/var/log/dpkg.log"]
        return files.first(where: machine.hasFile).map { "[tail, -n, \"200\", -F, \($0)]" }
    }
}

/// Looks for programs and files.
package enum FilePresence {
    @Sendable package static func hasFile(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @Sendable package static func hasCommand(_ name: String) -> Bool { path(ofCommand: name) != nil }

    /// The file that a command of this name runs; `nil` if there is none.
    static func path(ofCommand name: String) -> String? {
        if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return path.split(separator: ":").lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
