import FasciaCommandLine
import FasciaDocument
import FasciaPanel

extension PanelFiles {
    /// What the files say. Prints the errors in them on standard error; warnings are for check.
    static func parse(_ paths: [String]) throws -> [PanelFile] {
        let outcomes = paths.map { parse($0) }
        for problem in outcomes.flatMap(\.problems) where problem.severity == .error { Output.error(problem.description) }
        try PanelProblems.fail(outcomes)
        return outcomes.compactMap(\.file)
    }
}

enum PanelProblems {
    static func fail(_ outcomes: [PanelParser.Outcome]) throws {
        let errors = outcomes.flatMap(\.problems).count { $0.severity == .error }
        if errors > 0 { throw PartialFailure(messages: ["\(errors) error\(errors == 1 ? "" : "s")"]) }
    }
}
