/// What the name of a unit says.
package enum UnitName {
    /// A name without a type is that of a service.
    package static func full(_ name: String) -> String {
        types.contains { name.hasSuffix("." + $0) } ? name : name + ".service"
    }

    private static let types = [
        "service", "socket", "target", "timer", "mount", "automount", "path", "slice", "scope", "swap", "device",
    ]

    /// The interface with the `Result` of a unit of this type; `nil` if it has none.
    static func resultInterface(_ name: String) -> String? {
        let interfaces = [
            "service": "Service", "socket": "Socket", "timer": "Timer", "mount": "Mount", "automount": "Automount",
            "path": "Path",
            "swap": "Swap", "scope": "Scope",
        ]
        let type = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) }
        return type.flatMap { interfaces[$0] }.map { "org.freedesktop.systemd1." + $0 }
    }
}
