import Glibc

/// Tells two versions of a file apart.
struct FileStamp: Hashable {
    private var parts: [Int] = []

    init(_ path: String) {
        var information = stat()
        guard stat(path, &information) == 0 else { return }
        parts = [
            Int(information.st_ino), Int(information.st_size), information.st_mtim.tv_sec, information.st_mtim.tv_nsec,
        ]
    }
}

extension Requirement {
    /// Whether this machine has it.
    package var isMet: Bool {
        switch self {
        case .command(let name): FilePresence.hasCommand(name)
        case .file(let path): FilePresence.hasFile(path)
        case .unit(let name):
            FilePresence.hasFile("/run/systemd/system") && Requirement.hasUnitFile(name)
        }
    }

    private static func hasUnitFile(_ name: String) -> Bool {
        [
            "/etc/systemd/system/", "/run/systemd/system/", "/usr/local/lib/systemd/system/", "/usr/lib/systemd/system/",
            "/lib/systemd/system/",
        ]
        .contains { directory in
            // A template has the file of all of its instances.
            let template = name.firstIndex(of: "@").map { at in
                String(name[...at]) + (name.lastIndex(of: ".").map { String(name[$0...]) } ?? ".service")
            }
            return [name, name + ".service", template ?? name].contains { FilePresence.hasFile(directory + $0) }
        }
    }
}

/// The requirements of all items of a file.
struct Requirements {
    private(set) var all: Set<Requirement> = []

    /// Those that this machine does not have.
    var missing: Set<Requirement> { all.filter { !$0.isMet } }

    init(_ file: PanelFile) { for screen in file.screens { add(screen.items + screen.toolbar) } }

    private mutating func add(_ items: [Item]) {
        for item in items {
            all.formUnion(item.requirements)
            switch item.content {
            case .section(_, let inner, _): add(inner)
            case .group(let group): add(group.options)
            default: break
            }
        }
    }

    private mutating func add(_ options: [OptionNode]) {
        for option in options {
            all.formUnion(option.requirements)
            add(option.options)
        }
    }
}

/// The commands of a file that print rows.
struct RowSources {
    struct RowSource: Hashable {
        /// The item that it belongs to.
        var owner: String
        var command: CommandTemplate
        var every: Duration?
        var timeout: Duration
    }

    private(set) var sources: [RowSource] = []

    /// - Parameter missing: what the machine lacks; items that need it are left out.
    init(_ file: PanelFile, missing: Set<Requirement>) {
        for screen in file.screens { add(screen.items, missing) }
    }

    private mutating func add(_ items: [Item], _ missing: Set<Requirement>) {
        for item in items where missing.isDisjoint(with: item.requirements) {
            switch item.content {
            case .section(_, let inner, _): add(inner, missing)
            case .each(let each):
                add(RowSource(owner: "each \(each.member)", command: each.from, every: each.every, timeout: .seconds(30)))
            case .table(let table):
                add(RowSource(owner: "table \(table.id)", command: table.from, every: table.every, timeout: table.timeout))
            case .picker(let picker):
                if case .from(let command, let every) = picker.choices {
                    add(RowSource(owner: "picker \(picker.id)", command: command, every: every, timeout: .seconds(30)))
                }
            default: break
            }
        }
    }

    private mutating func add(_ source: RowSource) { if !sources.contains(source) { sources.append(source) } }
}
