import Foundation
import TestSupport

/// A plugin that misbehaves, and what that costs.
struct Misbehaviour: Sendable {
    enum Cost: String {
        /// It is not loaded.
        case refused
        /// The built-in style draws that control, and the plugin the others.
        case control
        /// The plugin's process ends, three times; after a reload it works.
        case process
        /// It gets nowhere with it, and draws.
        case nothing
    }

    var name: String
    /// The label of the control that makes it misbehave.
    var label: String
    /// Macros of `misbehaving.c`.
    var macros: [String] = []
    var cost: Cost
    /// Whether it says that it was refused.
    var isConfined = false

    static func all(daemon: Int32, socket: String, state: String) -> [Misbehaviour] {
        let tables = [
            "TABLE=NULL", "STYLE=NULL", "STYLES=NULL", "DRAW=NULL", "GETTER=NULL", "SIZE=8", "EXTENSION_SIZE=4", "STYLE_SIZE=8",
            "MAJOR=0", "MAJOR=2", "NEEDS=99",
        ].map { Misbehaviour(name: $0, label: "", macros: [$0], cost: .refused) }
        let loads = ["segfault", "exit", "crash at exit", "sleep through alarms", "write garbage"].flatMap { what in
            ["AT_LOAD", "AT_START"].map { place in
                Misbehaviour(name: "\(what) \(place)", label: "", macros: ["\(place)=\"\(what)\""], cost: .refused)
            }
        }
        let processes =
            [
                "measure segfault", "segfault", "abort", "exit", "crash at exit", "recurse", "loop", "measure loop", "sleep",
                "sleep through alarms", "close the socket", "close everything", "write to the socket", "flood the socket",
                "overwrite the label", "report a wild pointer", "draw a wild pointer",
            ].map { Misbehaviour(name: $0, label: $0, cost: .process) }
            + [1, 15, 16, 24, 1_000, 196_608, 196_609].map {
                Misbehaviour(name: "garbage of \($0) bytes", label: "write garbage|\($0)", cost: .process)
            }
            + [0, 1, 1_000_000].map {
                Misbehaviour(name: "an answer about \($0) controls", label: "write an answer|\($0)", cost: .process)
            }
        let controls = [
            "draw what is not UTF-8", "draw escapes", "draw null", "draw endless text", "draw without end", "draw a megabyte",
        ].map { Misbehaviour(name: $0, label: $0, cost: .control) }
        let confined = [
            "allocate", "raise the limits", "fork", "start a thread", "start a program", "open|\(state)", "create|\(state)/new",
            "remove|\(socket)", "connect|\(socket)", "read the daemon|\(daemon)", "kill the daemon|\(daemon)",
        ].map { Misbehaviour(name: String($0.prefix { $0 != "|" }), label: $0, cost: .nothing, isConfined: true) }
        let nothing =
            [
                "write to standard output", "print without end", "report without end", "draw outside", "slow", "measure nothing",
                "measure too much", "measure 99",
            ].map { Misbehaviour(name: $0, label: $0, cost: .nothing) }
            + [Misbehaviour(name: "MINOR=99", label: "fine too", macros: ["MINOR=99"], cost: .nothing)] + confined
        return tables + loads + processes + controls + nothing
    }

    /// Builds the plugin, and moves it into its place.
    func build(in directory: TemporaryDirectory, _ place: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let compiler = ["cc", "-std=gnu11", "-w", "-shared", "-fPIC", "-I", root + "/Sources/CFasciaPlugin/include"]
        let files = ["-o", directory["new"], root + "/Tests/FasciaPluginsTests/Misbehaving/misbehaving.c"]
        _ = try runProcess("/usr/bin/env", compiler + macros.map { "-D\($0)" } + files).checked()
        guard rename(directory["new"], place) == 0 else { throw TestFailure.system("rename") }
    }
}
