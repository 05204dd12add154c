import FasciaDocument
import enum FasciaModel.Naming
import FasciaWire
import FasciaYAML

/// Reads panel files.
package enum PanelParser {
    /// What a file says, if it has no errors, and everything that is wrong.
    package struct Outcome: Hashable, Sendable {
        package var file: PanelFile?
        package var problems: [Problem]
        /// What could be read of a file with errors; `nil` if it has none.
        var draft: PanelFile?

        package var hasErrors: Bool { problems.contains { $0.severity == .error } }
    }

    /// - Parameters:
    ///   - name: the path for messages; included files are relative to its directory.
    ///   - identity: the same for all paths that lead to the same file.
    ///   - read: the contents of a file.
    package static func parse(
        path: String, identity: @escaping (String) -> String = { $0 }, read: @escaping (String) throws(Problem) -> String
    ) -> Outcome {
        var loader = Loader(identity: identity, read: read)
        loader.load(path, from: nil)
        var problems = loader.problems
        guard let root = loader.sources.first else { return Outcome(file: nil, problems: problems) }
        var builder = FileBuilder()
        var file = PanelFile(
            name: root["panel"]?.text ?? "", title: root["title"]?.text, theme: root["theme"]?.json, screens: [],
            rules: [], atMost: root["atMost"]?.integer ?? 4, files: loader.paths)
        for source in loader.sources { builder.add(source, to: &file) }
        problems += builder.problems
        let hasErrors = problems.contains { $0.severity == .error }
        // An item that is wrong may be what another one refers to.
        problems += References.problems(file).filter { !hasErrors || $0.severity == .warning }
        if !problems.contains(where: { $0.severity == .error }) { problems += PublicationProblems.problems(file) }
        let order = Dictionary(loader.paths.enumerated().map { ($1, $0) }) { first, _ in first }
        problems.sort {
            (order[$0.position.file] ?? 0, $0.position.line, $0.position.column)
                < (order[$1.position.file] ?? 0, $1.position.line, $1.position.column)
        }
        let outcome = Outcome(file: file, problems: problems)
        return outcome.hasErrors ? Outcome(file: nil, problems: problems, draft: file) : outcome
    }

    private struct Loader {
        let identity: (String) -> String
        let read: (String) throws(Problem) -> String
        /// The files that have been loaded: one may be included by several others, and these by it.
        private var known: Set<String> = []
        private(set) var paths: [String] = []
        private(set) var sources: [Source] = []
        private(set) var problems: [Problem] = []

        init(identity: @escaping (String) -> String, read: @escaping (String) throws(Problem) -> String) {
            (self.identity, self.read) = (identity, read)
        }

        mutating func load(_ path: String, from position: Position?) {
            guard known.insert(identity(path)).inserted else { return }
            paths.append(path)
            let source: Source
            do throws(Problem) {
                source = try SourceReader.read(try read(path), file: path)
            } catch {
                var problem = error
                if let position, problem.position == Position(file: path) { problem.position = position }
                return problems.append(problem)
            }
            var validation = Validation()
            validation.check(source, .keys(.file))
            problems += validation.problems
            sources.append(source)
            let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            for part in source["include"]?.list ?? [] {
                guard let name = part.text else { continue }
                load(name.hasPrefix("/") ? name : directory + name, from: part.position)
            }
        }
    }
}

extension FileBuilder {
    fileprivate mutating func add(_ source: Source, to file: inout PanelFile) {
        for entry in source["screens"]?.entries ?? [] {
            let isList = entry.value.list != nil
            let screen = PanelScreen(
                id: entry.key, title: entry.value["title"]?.text, items: items(isList ? entry.value : entry.value["items"]),
                toolbar: items(entry.value["toolbar"]), emits: entry.value["emits"]?.list?.compactMap(\.text) ?? [],
                position: entry.keyPosition)
            if let first = screens[screen.id] {
                problems.append(
                    Problem(at: entry.keyPosition, "the screen \"\(screen.id)\" is already in \(first.file), line \(first.line)"))
            }
            if let problem = Naming.problem(in: screen.id) {
                problems.append(Problem(at: entry.keyPosition, "the id of the screen \(problem)"))
            }
            screens[screen.id] = entry.keyPosition
            file.screens.append(screen)
        }
        for rule in source["rules"]?.list ?? [] {
            var parser = TemplateParser(
                owner: "a rule",
                variables: [
                    "FASCIA_TOPIC", "FASCIA_FROM", "FASCIA_TO", "FASCIA_CAUSE", "FASCIA_UID", "FASCIA_REVISION",
                ])
            guard let run = rule["run"].flatMap({ parser.template($0) }) else { continue }
            problems += parser.problems
            let topics = rule["on"]?.list ?? [rule["on"]].compactMap(\.self)
            for topic in topics {
                guard let text = topic.text else { continue }
                do throws(Mismatch) { _ = try TopicFilter(checking: [text]) } catch {
                    problems.append(Problem(at: topic.position, "expected \(error.expected), found \(error.found)"))
                }
                if let warning = TopicFilter.warning(of: text) { problems.append(Problem(.warning, at: topic.position, warning)) }
            }
            if topics.isEmpty, let on = rule["on"] {
                problems.append(Problem(at: on.position, "expected what has to change, found an empty list"))
            }
            if topics.count > TopicFilter.maximumGlobs {
                problems.append(
                    Problem(at: topics[0].position, "expected at most \(TopicFilter.maximumGlobs) topics, found \(topics.count)"))
            }
            file.rules.append(
                PanelRule(
                    topics: topics.compactMap(\.text), run: run,
                    mode: rule["mode"]?.text.flatMap { .init(rawValue: $0) } ?? .queue, debounce: rule["debounce"]?.duration,
                    position: rule.position))
        }
    }
}
