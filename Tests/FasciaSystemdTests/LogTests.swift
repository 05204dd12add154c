import Foundation
import Logging
import Testing
import TestSupport

@testable import FasciaSystemd

@Suite struct LogTests {
    private func event(_ message: Logger.Message, level: Logger.Level = .warning) -> LogEvent {
        LogEvent(
            level: level, message: message, error: nil, metadata: nil, source: nil, file: "fasciad/Main.swift",
            function: "run()", line: 17)
    }

    @Test func anEntryHasTheFieldsThatJournaldKnowsAndOurOwn() {
        let entry = JournalFields(
            event: event("disk full"), metadata: ["path": "/var/lib/fascia", "free": "0"], identifier: "fasciad")
        #expect(
            entry.fields.map { "\($0.name)=\($0.value)" } == [
                "PRIORITY=4", "MESSAGE=disk full", "CODE_FILE=fasciad/Main.swift", "CODE_LINE=17", "CODE_FUNC=run()",
                "SYSLOG_IDENTIFIER=fasciad", "FASCIA_FREE=0", "FASCIA_PATH=/var/lib/fascia",
            ])
    }

    @Test(arguments: zip(Logger.Level.allCases, [7, 7, 6, 5, 4, 3, 2]))
    func everyLevelHasItsSyslogPriority(level: Logger.Level, priority: Int) {
        #expect(JournalFields.priority(of: level) == priority)
    }

    @Test(arguments: [
        ("client", "FASCIA_CLIENT"), ("ifRevision", "FASCIA_IFREVISION"), ("peer.pid", "FASCIA_PEER_PID"),
        ("größe", "FASCIA_GR__E"), ("a=b\n", "FASCIA_A_B_"), ("", "FASCIA_"), ("9", "FASCIA_9"),
        (String(repeating: "k", count: 100), "FASCIA_" + String(repeating: "K", count: 57)),
    ])
    func metadataKeysBecomeNamesThatJournaldTakes(key: String, name: String) {
        #expect(JournalFields.name(of: key) == name)
    }

    @Test func aPlainLineHasTheLevelTheTextAndTheMetadata() {
        let line = PlainLine(event: event("disk full"), metadata: ["path": "/var/lib/fascia", "free": "0"])
        #expect(line.text == "warning: disk full free=0 path=/var/lib/fascia")
    }

    @Test(arguments: [
        ("two words", "k=\"two words\""), ("", "k=\"\""), ("a=b", "k=\"a=b\""), ("say \"a\"", #"k="say \"a\"""#),
        ("a\nerror: forged", #"k="a\nerror: forged""#), ("\u{1b}[2J", #"k=\x1b[2J"#), ("Größe", "k=Größe"),
    ])
    func valuesAreQuotedWhereTheyNeedIt(value: String, shown: String) {
        #expect(PlainLine(event: event("m"), metadata: ["k": .string(value)]).text == "warning: m " + shown)
    }

    @Test func aMessageIsAlwaysOneLine() {
        #expect(PlainLine(event: event("a\nb\u{7}", level: .error), metadata: [:]).text == #"error: a\nb\x07"#)
    }

    @Test func aMessageInTheJournalHasNoControlCharacters() {
        let fields = JournalFields(event: event("a\n\u{1b}[2Jb", level: .error), metadata: [:], identifier: "x").fields
        #expect(fields.first { $0.name == "MESSAGE" }?.value == #"a\n\x1b[2Jb"#)
    }

    @Test func anEventsMetadataWinOverTheProvidersAndTheHandlers() {
        struct Full: Error, CustomStringConvertible { let description = "no space" }
        let event = LogEvent(
            level: .info, message: "m", error: Full(), metadata: ["c": "event"], source: nil, file: "f",
            function: "f", line: 1)
        let provider = Logger.MetadataProvider { ["b": "provider", "c": "provider"] }
        let merged = Logger.Metadata.merged(["a": "own", "b": "own", "c": "own"], provider, event)
        #expect(merged == ["a": "own", "b": "provider", "c": "event", "error": "no space"])
    }

    @Test func aPlainLineIsWrittenWholeAndEnded() throws {
        let directory = try TemporaryDirectory()
        let descriptor = open(directory["log"], O_CREAT | O_WRONLY, 0o600)
        PlainLine(event: event("one"), metadata: [:]).write(to: descriptor)
        PlainLine(event: event("two"), metadata: [:]).write(to: descriptor)
        close(descriptor)
        #expect(try String(contentsOfFile: directory["log"], encoding: .utf8) == "warning: one\nwarning: two\n")
    }

    @Test func theJournalIsChosenOnlyWhereStandardErrorIsIt() {
        #expect(DaemonLog.names(journalStream: "9:1234", device: 9, inode: 1234))
        #expect(!DaemonLog.names(journalStream: "9:1234", device: 9, inode: 12))
        #expect(!DaemonLog.names(journalStream: "", device: 9, inode: 1234))
    }

    @Test func aRedirectedStandardErrorIsNotTheJournal() async {
        await #expect(processExitsWith: .success) {
            setenv("JOURNAL_STREAM", "1:1", 1)
            #expect(DaemonLog.handler(identifier: "fasciad") is PlainLogHandler)
            var status = stat()
            fstat(STDERR_FILENO, &status)
            setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino)", 1)
            #expect(DaemonLog.handler(identifier: "fasciad") is JournalLogHandler)
        }
    }

    @Test func handlersKeepTheirOwnLevelAndMetadata() {
        var first = Logger(label: "fasciad", factory: { _ in JournalLogHandler(identifier: "fasciad", level: .debug) })
        let second = first
        first.logLevel = .error
        first[metadataKey: "client"] = "3"
        #expect(second.logLevel == .debug)
        #expect(second[metadataKey: "client"] == nil)
        #expect(first[metadataKey: "client"] == "3")
    }
}
