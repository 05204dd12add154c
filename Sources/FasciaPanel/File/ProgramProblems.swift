import enum FasciaPlugins.FileTrust
import FasciaYAML
import Glibc

/// What is wrong with the programs that a file runs. None of it is an error: the file may be for another machine.
package enum ProgramProblems {
    /// The programs that this machine does not have, and for root those that others may change.
    package static func problems(_ file: PanelFile) -> [Problem] {
        var reported: Set<String> = []
        var problems: [Problem] = []
        for entry in CommandList(file, missing: Requirements(file).missing).entries {
            guard let program = entry.program, let position = entry.position, !program.isEmpty else { continue }
            // Commands run in the directory of the file.
            let isRelative = program.contains("/") && !program.hasPrefix("/")
            let directory = file.files.first?.lastIndex(of: "/").map { file.files[0][...$0] } ?? ""
            guard let problem = problem(program, at: isRelative ? directory + program : program),
                reported.insert(program).inserted
            else { continue }
            problems.append(Problem(.warning, at: position, problem))
        }
        return problems
    }

    private static func problem(_ program: String, at path: String) -> String? {
        if ScriptText.ofShell.contains(program) {
            return "use shell: {shell: \"\(program) … && …\"}: only a shell knows \(program)"
        }
        guard let file = FilePresence.path(ofCommand: path) else {
            let words = program.split(separator: " ")
            if words.count > 1 {
                return "write each word by itself, as in [\(words.joined(separator: ", "))], or {shell: …}: "
                    + "this machine has no program \(ShellQuoting.quoted(program))"
            }
            return "this machine has no program \(ShellQuoting.quoted(program)): "
                + "with \"where: {command: …}\" its item is left out here"
        }
        guard geteuid() == 0, let problem = FileTrust.problem(ofProgram: file, user: 0) else { return nil }
        return "root would run \(ShellQuoting.quoted(program)), which others may change: \(problem)"
    }
}
