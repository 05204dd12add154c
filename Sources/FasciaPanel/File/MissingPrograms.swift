/// The programs of a file that this machine does not have. It may be for another one, so that they are no errors.
package enum MissingPrograms {
    package static func problems(_ file: PanelFile) -> [Problem] {
        var reported: Set<String> = []
        var problems: [Problem] = []
        for entry in CommandList(file, missing: Requirements(file).missing).entries {
            guard let program = entry.program, let position = entry.position, !program.isEmpty else { continue }
            // Commands run in the directory of the file.
            let isRelative = program.contains("/") && !program.hasPrefix("/")
            let directory = file.files.first?.lastIndex(of: "/").map { file.files[0][...$0] } ?? ""
            guard !FilePresence.hasCommand(isRelative ? directory + program : program), reported.insert(program).inserted else {
                continue
            }
            problems.append(
                Problem(
                    .warning, at: position,
                    "this machine has no program \(ShellQuoting.quoted(program)): with \"where: {command: …}\" its item is left out here"
                ))
        }
        return problems
    }
}
