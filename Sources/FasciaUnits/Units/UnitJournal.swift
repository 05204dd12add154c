import CSystemd
import FasciaDocument
import Glibc

/// What the processes of one run of a unit have written to the journal. Readable for root and the group systemd-journal, and for
/// each user what that user's units have written.
struct UnitJournal: Sendable {
    private static let (lines, longest) = (3, 300)

    let unit: String
    /// The `InvocationID` of the run, in hexadecimal digits.
    let invocation: String

    /// The last lines, as one; `nil` if there are none yet, or this process may not read them.
    func lastLines() async -> String? {
        // Reads files: not for the thread of an actor.
        await Task.detached { UnitJournal.joined(messages()) }.value
    }

    /// The last ones, in order.
    private func messages() -> [String] {
        var pointer: OpaquePointer?
        guard sd_journal_open(&pointer, Int32(SD_JOURNAL_LOCAL_ONLY)) >= 0, let journal = pointer else { return [] }
        defer { sd_journal_close(journal) }
        // A process may have gone before journald looks which run it belongs to. Its lines have only the name of the unit then,
        // and are of this run if they are later than what systemd has written about the run before.
        for alternative in [
            ["_SYSTEMD_INVOCATION_ID=" + invocation], ["_SYSTEMD_UNIT=" + unit], ["UNIT=" + unit, "_PID=1"],
        ] {
            for match in alternative { guard sd_journal_add_match(journal, match, match.utf8.count) >= 0 else { return [] } }
            guard sd_journal_add_disjunction(journal) >= 0 else { return [] }
        }
        guard sd_journal_seek_tail(journal) >= 0 else { return [] }
        var messages: [String] = []
        while messages.count < UnitJournal.lines, sd_journal_previous(journal) > 0 {
            let ofManager = UnitJournal.field("INVOCATION_ID", journal)
            if let run = ofManager ?? UnitJournal.field("_SYSTEMD_INVOCATION_ID", journal), run != invocation { break }
            // What systemd finds in the unit file is of no run, and no words of the unit.
            guard ofManager == nil, UnitJournal.field("_PID", journal) != "1", let text = UnitJournal.field("MESSAGE", journal)
            else { continue }
            let message = Printable.text(text)
            if !message.allSatisfy(\.isWhitespace) { messages.insert(message, at: 0) }
        }
        return messages
    }

    /// A field of the entry that was read last.
    private static func field(_ name: String, _ journal: OpaquePointer) -> String? {
        var data: UnsafeRawPointer?
        var length = 0
        guard sd_journal_get_data(journal, name, &data, &length) >= 0, let data else { return nil }
        // The data belong to the journal until the next call.
        let field = String(decoding: UnsafeRawBufferPointer(start: data, count: length), as: UTF8.self)
        return String(field.dropFirst(name.count + 1))
    }

    /// The last of them that are not too long together, and at least one.
    static func joined(_ messages: [String]) -> String? {
        var text: String?
        for message in messages.reversed() {
            let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard let later = text else {
                text = String(words.prefix(longest))
                continue
            }
            guard words.count + later.count < longest else { break }
            text = words + (words.last.map { ".:;,!?".contains($0) } == true ? " " : "; ") + later
        }
        return text
    }
}
