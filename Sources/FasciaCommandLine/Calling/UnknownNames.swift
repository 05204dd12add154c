import FasciaClient
import FasciaDocument
import FasciaModel
import Glibc

/// Warnings about names that nothing has. They are no errors: an app may declare the thing later.
extension CommonOptions {
    /// Warns of screens that are not published. Call it after the change, which must not wait for this.
    func warn(ofUnpublished screens: [String]) async {
        // The home screen is built in as long as it is not published.
        let screens = screens.filter { $0 != Panel.homeScreen }
        guard !screens.isEmpty, let connection = try? await connect(),
            let list = try? await connection.call("screen.list", [:], timeout: timeLimit)
        else { return }
        let known = (list["screens"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
        for screen in screens where !known.contains(screen) {
            warn("no screen \"\(screen)\" is published" + hint(for: screen, among: known))
        }
    }

    /// Warns of the styles that no plugin provides, which this command has set.
    func warnOfMissingStyles() async {
        guard let connection = try? await connect(),
            let status = try? await connection.call("daemon.status", [:], timeout: timeLimit)
        else { return }
        for issue in status["issues"]?.arrayValue ?? []
        where issue["reason"] == "style" && issue["cause"]?["pid"] == .int(Int(getpid())) {
            warn(issue["message"]?.stringValue ?? "")
        }
    }

    /// Warns if nothing has this name: no option, group, picker, value, stack or screen.
    func warn(ofUnknown name: String, _ connection: Connection) async {
        guard let snapshot = try? await connection.call("watch.start", ["snapshot": true], timeout: timeLimit)["snapshot"]
        else { return }
        let known = SnapshotNames(snapshot).all
        guard !known.contains(name) else { return }
        warn("nothing is called \"\(name)\"" + hint(for: name, among: known))
    }

    /// Warns of switches, pickers and values that do not exist.
    func warn(ofMissing subjects: [SubjectName]) async {
        guard !subjects.isEmpty, let connection = try? await connect(),
            let snapshot = try? await connection.call("watch.start", ["snapshot": true], timeout: timeLimit)["snapshot"]
        else { return }
        let names = SnapshotNames(snapshot)
        for subject in subjects {
            let known =
                switch subject {
                case .toggle: names.toggles
                case .picker: names.pickers + names.components
                case .value: names.values
                }
            guard !known.contains(subject.name) else { continue }
            warn("there is no \(subject.what) \"\(subject.name)\"" + hint(for: subject.name, among: known))
        }
    }

    private func hint(for name: String, among known: [String]) -> String {
        Suggestion.nearest(to: name, among: known).map { ": did you mean \"\($0)\"?" } ?? ""
    }
}

/// The names in a snapshot of the panel.
struct SnapshotNames {
    let snapshot: JSON

    init(_ snapshot: JSON) { self.snapshot = snapshot }

    var toggles: [String] { ToggleText.ids(["groups": snapshot["groups"] ?? []]) }
    var pickers: [String] { PickerText.ids(["pickers": snapshot["pickers"] ?? []]) }
    var components: [String] { PickerText.componentIDs(["pickers": snapshot["pickers"] ?? []]) }
    var values: [String] { snapshot["values"]?.objectValue?.members.map(\.key) ?? [] }
    var targets: [String] { (snapshot["targets"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue } }
    var stacks: [String] { (snapshot["stacks"]?.arrayValue ?? []).compactMap { $0["stack"]?.stringValue } }
    var screens: [String] { (snapshot["screens"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue } }

    /// All that `fascia get` reads.
    var readable: [String] { toggles + pickers + components + values }
    /// All that has a history.
    var all: [String] { readable + stacks + screens + targets }
}

/// The name of something that a screen shows.
enum SubjectName: Hashable {
    case toggle(String), picker(String), value(String)

    var name: String {
        switch self {
        case .toggle(let name), .picker(let name), .value(let name): name
        }
    }

    var what: String {
        switch self {
        case .toggle: "switch or group"
        case .picker: "picker"
        case .value: "value"
        }
    }

    /// The names that the nodes of a screen are bound to, and those in their conditions, each once.
    static func all(in json: JSON) -> [SubjectName] {
        var found: [SubjectName] = []
        func add(_ subject: SubjectName) { if !found.contains(subject) { found.append(subject) } }
        func collect(_ json: JSON) {
            for element in json.arrayValue ?? [] { collect(element) }
            if let name = json["bind"]?.stringValue, let kind = json["kind"]?.stringValue.flatMap(Node.Kind.init) {
                switch kind {
                case .toggle, .group: add(.toggle(name))
                case .picker: add(.picker(name))
                // A log begins with its first line, and a table is sorted when somebody sorts it.
                case .log, .table: break
                default: add(.value(name))
                }
            }
            if let name = json["shown"]?["toggle"]?.stringValue { add(.toggle(name)) }
            if let name = json["shown"]?["value"]?.stringValue { add(.value(name)) }
            // The parameters of an action are no nodes.
            for member in json.objectValue?.members ?? [] where !["tap", "payload"].contains(member.key) { collect(member.value) }
        }
        collect(json)
        return found
    }
}
