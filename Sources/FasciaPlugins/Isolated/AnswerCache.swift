import FasciaDocument
import FasciaRender
import FasciaScene

/// The answers of a plugin, by the content of the controls.
struct AnswerCache {
    /// The answers about one control.
    final class Entry {
        let style: UInt32
        /// Its colour depth is not part of the key: an entry holds the drawings for every depth.
        private(set) var control: Control
        private var answers: [(question: StyleQuestion, answer: StyleAnswer)] = []

        fileprivate init(style: UInt32, control: Control) {
            self.style = style
            self.control = control
        }

        fileprivate func isAbout(_ control: Control, style: UInt32) -> Bool {
            // A copy of the control without its depth would cost more than the rest of the lookup.
            self.control.colorDepth = control.colorDepth
            return self.style == style && self.control == control
        }

        var questions: [StyleQuestion] { answers.map(\.question) }

        func hasAnswer(to question: StyleQuestion) -> Bool { answers.contains { $0.question == question } }

        /// - Parameter columns: the proposed width; `nil` for the ideal size.
        func measurement(columns: Int?) -> StyleAnswer? {
            let index = answers.firstIndex { $0.question.task == .measure(columns: columns) }
            return index.map { answers[$0].answer }
        }

        func drawing(size: CellSize, colorDepth: Int) -> StyleDrawing? {
            let index = answers.firstIndex { question, answer in
                question.colorDepth == colorDepth && (question.canvas ?? answer.measurement.size) == size
            }
            return index.map { answers[$0].answer.drawing }
        }

        func keep(_ answer: StyleAnswer, to question: StyleQuestion) {
            // Controls with the same content can be in one message.
            if !hasAnswer(to: question) { answers.append((question, answer)) }
        }
    }

    static let maximumEntries = 4096
    private static let maximumBytes = 4 << 20
    /// Keyed by a hash of the style, the label and the value: hashing a whole control costs more than asking about it.
    /// Controls with the same hash share an array.
    private var entries: [Int: [Entry]] = [:]
    /// Entries are made while a plugin does not answer, too.
    private(set) var count = 0
    /// The size of the texts of the controls, and of the messages that the answers came in.
    private var bytes = 0

    /// The entry of a control, which is new and empty if nothing was asked about it.
    mutating func entry(style: UInt32, _ control: Control) -> Entry {
        var hasher = Hasher()
        hasher.combine(style)
        hasher.combine(control.label)
        hasher.combine(control.value)
        let hash = hasher.finalize()
        if let known = entries[hash]?.first(where: { $0.isAbout(control, style: style) }) { return known }
        let size = control.textBytes
        if count >= Self.maximumEntries || bytes + size > Self.maximumBytes { removeAll() }
        let entry = Entry(style: style, control: control)
        count += 1
        bytes += size
        entries[hash, default: []].append(entry)
        return entry
    }

    /// Keeps the answers in a message.
    ///
    /// - Returns: how many questions are answered, which are the first ones.
    mutating func keep(_ drawn: HostAnswer.Drawn, of asked: [OpenQuestion]) -> Int {
        if bytes > Self.maximumBytes { removeAll() }
        bytes += drawn.bytes
        for (open, answer) in zip(asked, drawn.answers) { open.entry.keep(answer, to: open.question) }
        return drawn.answers.count
    }

    mutating func removeAll() { (entries, count, bytes) = ([:], 0, 0) }

    mutating func removeAll(of style: UInt32) {
        // The size of their messages is not known.
        for entry in entries.values.joined() where entry.style == style { bytes -= entry.control.textBytes }
        entries = entries.mapValues { $0.filter { $0.style != style } }.filter { !$0.value.isEmpty }
        count = entries.values.reduce(0) { $0 + $1.count }
    }

    /// The questions that have been answered, and their controls. At most `count` of them.
    func questions(_ count: Int) -> [(question: StyleQuestion, control: Control)] {
        var questions: [(StyleQuestion, Control)] = []
        for entry in entries.values.joined() where questions.count < count {
            questions += entry.questions.map { ($0, entry.control) }
        }
        return Array(questions.prefix(count))
    }
}

extension Control {
    /// The size of its texts, which a screen can change again and again.
    fileprivate var textBytes: Int {
        let texts = [label, value, field?.label ?? "", field?.prompt ?? ""] + options
        return texts.reduce(JSON.object(parameters).textBytes) { $0 + $1.utf8.count }
    }
}

extension JSON {
    fileprivate var textBytes: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .array(let values): values.reduce(0) { $0 + $1.textBytes }
        case .object(let object): object.members.reduce(0) { $0 + $1.key.utf8.count + $1.value.textBytes }
        case .null, .bool, .int, .double: MemoryLayout<JSON>.size
        }
    }
}
