import FasciaDocument
import FasciaStore
import FasciaWire

/// The output of `fascia state check`.
enum StateText {
    static func text(_ report: StateReport, _ directory: String, holder: String?) -> String {
        let counts = report.panel.counts
        var lines = [
            ("state", directory), ("daemon", holder ?? "none"), ("epoch", report.epoch ?? "unknown"),
            ("revision", "\(report.panel.revision)"), ("database", database(report)),
        ]
        lines += report.snapshots.map {
            ("snapshot", "revision \($0.revision), \($0.time.text), \(bytes($0.bytes))")
        }
        lines.append(
            (
                "panel",
                [
                    counted(counts.stacks, "stack"), counted(counts.groups, "group"), counted(counts.options, "option"),
                    counted(counts.pickers, "picker"), counted(counts.values, "value"), counted(counts.screens, "screen"),
                ].joined(separator: ", ")
            ))
        lines += report.setAside.map { ("set aside", $0) }
        lines += report.problems.map { ("damaged", $0) }
        lines += report.historyProblems.map { ("history", $0) }
        if report.problems.isEmpty, report.historyProblems.isEmpty { lines.append(("sound", "no damage found")) }
        return lines.map { $0.padding(to: 10) + Printable.text($1) + "\n" }.joined()
    }

    private static func database(_ report: StateReport) -> String {
        guard let revisions = report.revisions else { return "no events" }
        return "revisions \(revisions.lowerBound) to \(revisions.upperBound)"
    }

    static func json(_ report: StateReport, _ directory: String, holder: String?) -> JSON {
        var members: JSON.Object = [
            "state": .string(directory), "daemon": holder.map { .string($0) } ?? .null,
            "epoch": report.epoch.map { .string($0) } ?? .null, "revision": .int(report.panel.revision),
            "snapshots": .array(
                report.snapshots.map {
                    ["revision": .int($0.revision), "time": .string($0.time.text), "bytes": .int($0.bytes)]
                }),
            "setAside": .array(report.setAside.map { .string($0) }),
            "problems": .array(report.problems.map { .string($0) }),
            "historyProblems": .array(report.historyProblems.map { .string($0) }),
        ]
        if let revisions = report.revisions {
            members["revisions"] = [.int(revisions.lowerBound), .int(revisions.upperBound)]
        }
        return .object(members)
    }

    private static func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static func bytes(_ count: Int) -> String {
        count >= 1 << 20 ? "\(count >> 20) MiB" : count >= 1 << 10 ? "\(count >> 10) KiB" : "\(count) bytes"
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(1, width - count)) }
}
