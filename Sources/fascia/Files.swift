import FasciaCommandLine
import FasciaDocument
import FasciaPanel

extension PanelFiles {
    /// What the files say. Prints the errors in them on standard error; warnings are for check.
    static func parse(_ paths: [String]) throws -> [PanelFile] {
        let outcomes = paths.map { parse($0) }
        let errors = outcomes.flatMap(\.problems).filter { $0.severity == .error }
        for problem in errors { Output.error(problem.description) }
        try PanelProblems.fail(errors.count)
        return outcomes.compactMap(\.file)
    }
}

enum PanelProblems {
    static func fail(_ errors: Int) throws {
        if errors > 0 { throw PartialFailure(messages: ["\(errors) error\(errors == 1 ? "" : "s")"]) }
    }
}
