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

/// The files of a panel, and their versions when they were read.
struct FileSources {
    private(set) var files: [String]
    private(set) var stamps: [FileStamp]

    /// Looks at the files, which are about to be read.
    init(_ files: [String]) {
        self.files = files
        stamps = files.map(FileStamp.init)
    }

    /// Keeps these files, of which those that were not looked at before have just been read.
    mutating func keep(_ files: [String]) {
        let known = Dictionary(zip(self.files, stamps)) { first, _ in first }
        self.files = files
        stamps = files.map { known[$0] ?? FileStamp($0) }
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

/// The requirements of all items of a file, and of those that the rows of its lists make.
struct Requirements {
    private let rows: [CommandTemplate: [[String: String]]]
    private(set) var all: Set<Requirement> = []

    /// Those that this machine does not have.
    var missing: Set<Requirement> { all.filter { !$0.isMet } }

    init(_ file: PanelFile, rows: [CommandTemplate: [[String: String]]] = [:]) {
        self.rows = rows
        for screen in file.screens { add(screen.items + screen.toolbar) }
    }

    private mutating func add(_ items: [Item]) {
        for item in items {
            all.formUnion(item.requirements)
            switch item.content {
            case .section(_, let inner, _): add(inner)
            case .group(let group): add(group.options)
            case .each(let each): add(each.template, each.from)
            case .table(let table): for template in table.each { add(template, table.from) }
            default: break
            }
        }
    }

    private mutating func add(_ template: RowTemplate, _ list: CommandTemplate) {
        guard template.hasRequirements else { return }
        for row in rows[list] ?? [] { add([template.item(row).item].compactMap(\.self)) }
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
        /// The id of that item, if it has one.
        var id: String?
        var command: CommandTemplate
        var every: Duration?
        var timeout: Duration
    }

    private(set) var sources: [RowSource] = []

    /// - Parameters:
    ///   - missing: what the machine lacks; items that need it are left out.
    ///   - panel: the panel that the rows have made, some of which have lists of their own.
    init(_ file: PanelFile, missing: Set<Requirement>, panel: ExpandedPanel? = nil) {
        for screen in file.screens + (panel?.screens ?? []) { add(screen.items + screen.toolbar, missing) }
    }

    /// The commands of the same lists in an earlier version of the file, in which they may have had other places.
    func commands(from old: RowSources) -> [(command: CommandTemplate, old: CommandTemplate)] {
        var before = Dictionary(grouping: old.sources) { [$0.owner, $0.command.text] }
        return sources.compactMap { source in
            let key = [source.owner, source.command.text]
            guard let first = before[key]?.first else { return nil }
            before[key]?.removeFirst()
            return (source.command, first.command)
        }
    }

    private mutating func add(_ items: [Item], _ missing: Set<Requirement>) {
        for item in items where missing.isDisjoint(with: item.requirements) {
            switch item.content {
            case .section(_, let inner, _): add(inner, missing)
            case .each(let each):
                add(RowSource(owner: "each \(each.member)", command: each.from, every: each.every, timeout: .seconds(30)))
            case .table(let table):
                add(
                    RowSource(
                        owner: "table \(table.id)", id: table.id, command: table.from, every: table.every,
                        timeout: table.timeout))
            case .picker(let picker):
                if case .from(let command, let every) = picker.choices {
                    add(
                        RowSource(
                            owner: "picker \(picker.id)", id: picker.id, command: command, every: every,
                            timeout: picker.binding.timeout))
                }
            default: break
            }
        }
    }

    private mutating func add(_ source: RowSource) { if !sources.contains(source) { sources.append(source) } }
}
