import FasciaClient
import FasciaDocument
import FasciaModel

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

    /// Warns if nothing has this name: no option, group, picker, value, stack or screen.
    func warn(ofUnknown name: String, _ connection: Connection) async {
        guard let snapshot = try? await connection.call("watch.start", ["snapshot": true], timeout: timeLimit)["snapshot"]
        else { return }
        let known = SnapshotNames(snapshot).all
        guard !known.contains(name) else { return }
        warn("nothing is called \"\(name)\"" + hint(for: name, among: known))
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
