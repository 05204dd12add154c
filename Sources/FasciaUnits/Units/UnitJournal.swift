import CSystemd
import FasciaDocument
import Glibc

/// What the processes of a unit have written to the journal. Readable for root and the group systemd-journal, and for each user
/// what that user's units have written.
enum UnitJournal {
    private static let (lines, longest) = (3, 300)
    /// How long the first line may take: the journal daemon of a busy machine writes late.
    private static let timeToArrive = Duration.seconds(2)

    /// The last lines of one run of a unit, as one; `nil` if there are none, or this process may not read them.
    ///
    /// - Parameter invocation: the `InvocationID` of the run, in hexadecimal digits.
    static func lastLines(invocation: String) async -> String? {
        // Reads files: not for the thread of an actor.
        await Task.detached { read(invocation) }.value
    }

    private static func read(_ invocation: String) -> String? {
        var pointer: OpaquePointer?
        guard sd_journal_open(&pointer, Int32(SD_JOURNAL_LOCAL_ONLY)) >= 0, let journal = pointer else { return nil }
        defer { sd_journal_close(journal) }
        let match = "_SYSTEMD_INVOCATION_ID=" + invocation
        guard sd_journal_add_match(journal, match, match.utf8.count) >= 0 else { return nil }
        // What was written last may still be on its way. Each wait ends with any line of any unit.
        let end = ContinuousClock.now + timeToArrive
        var found = messages(journal)
        while found.isEmpty, ContinuousClock.now < end, sd_journal_wait(journal, 200_000) >= 0 { found = messages(journal) }
        return joined(found)
    }

    /// The last ones, in order.
    private static func messages(_ journal: OpaquePointer) -> [String] {
        var messages: [String] = []
        guard sd_journal_seek_tail(journal) >= 0 else { return [] }
        while messages.count < lines, sd_journal_previous(journal) > 0 {
            var data: UnsafeRawPointer?
            var length = 0
            guard sd_journal_get_data(journal, "MESSAGE", &data, &length) >= 0, let data else { continue }
            // The data belong to the journal until the next call.
            let field = String(decoding: UnsafeRawBufferPointer(start: data, count: length), as: UTF8.self)
            let message = Printable.text(String(field.dropFirst("MESSAGE=".count)))
            if !message.allSatisfy(\.isWhitespace) { messages.insert(message, at: 0) }
        }
        return messages
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
