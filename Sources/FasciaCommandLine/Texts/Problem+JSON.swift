import FasciaDocument
import FasciaYAML

extension Problem {
    /// The problem as `check --json` prints it, for panel files and access files.
    var json: JSON {
        [
            "file": .string(position.file), "line": .int(position.line), "column": .int(position.column),
            "severity": .string(severity.rawValue), "message": .string(message),
        ]
    }
}
