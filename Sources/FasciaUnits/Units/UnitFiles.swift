import Glibc

/// The files of the system's units.
package enum UnitFiles {
    /// Where systemd looks for them, in this order, apart from the place of transient units, which have no lasting file.
    package static let directories = [
        "/etc/systemd/system.control", "/run/systemd/system.control", "/run/systemd/generator.early", "/etc/systemd/system",
        "/etc/systemd/system.attached", "/run/systemd/system", "/run/systemd/system.attached", "/run/systemd/generator",
        "/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system", "/run/systemd/generator.late",
    ]

    /// The file of a unit, or of the template that it is an instance of; `nil` if this machine has none.
    package static func path(of unit: String, in directories: [String] = directories) -> String? {
        var names = [UnitName.full(unit)]
        names += UnitName.template(of: names[0]).map { [$0] } ?? []
        guard !names.contains(where: { $0.contains("/") }) else { return nil }
        return names.lazy.flatMap { name in directories.lazy.map { "\($0)/\(name)" } }.first { access($0, F_OK) == 0 }
    }
}

extension UnitName {
    /// `foo@.service` for `foo@bar.service`; `nil` if it is no instance.
    static func template(of name: String) -> String? {
        guard let at = name.firstIndex(of: "@"), let dot = name.lastIndex(of: "."), at < dot, name.index(after: at) < dot else {
            return nil
        }
        return String(name[...at] + name[dot...])
    }

    /// `foo@one.service` for `foo@.service`.
    package static func instance(_ instance: String, of template: String) -> String {
        let name = full(template)
        guard isTemplate(name), let dot = name.lastIndex(of: ".") else { return name }
        return name[..<dot] + instance + name[dot...]
    }

    /// Whether it is the name of a template, which cannot be started: an instance can, `foo@bar.service`.
    package static func isTemplate(_ name: String) -> Bool {
        let name = full(name)
        return name.lastIndex(of: ".").map { name[..<$0].hasSuffix("@") } ?? false
    }
}
