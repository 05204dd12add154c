/// An expression as steps for a matcher.
struct PatternProgram: Sendable {
    enum Step: Sendable {
        /// Takes a character that the set contains.
        case take(PatternSet)
        /// Goes on at both places; the first one is preferred.
        case split(Int, Int)
        case jump(Int)
        /// Remembers the place in the text.
        case mark(Int)
        case check(PatternAssertion)
        /// Goes on if the program matches what follows, or if it does not.
        case look(Int, isNegated: Bool)
        case end
    }

    var steps: [Step] = []
    /// Of look-aheads.
    var inner: [PatternProgram] = []
}

/// Makes the steps of an expression.
enum PatternCompiler {
    private static let mostSteps = 10_000

    static func program(_ node: PatternNode) throws(Pattern.Failure) -> PatternProgram {
        var program = PatternProgram()
        try add(node, to: &program)
        program.steps.append(.end)
        return program
    }

    private static func add(_ node: PatternNode, to program: inout PatternProgram) throws(Pattern.Failure) {
        guard program.steps.count <= mostSteps else { throw Pattern.Failure(message: "it repeats too much") }
        switch node {
        case .empty: break
        case .set(let set): program.steps.append(.take(set))
        case .sequence(let nodes): for node in nodes { try add(node, to: &program) }
        case .assertion(let assertion): program.steps.append(.check(assertion))
        case .group(let node, let number):
            // Only the first group is ever asked for.
            if number == 1 { program.steps.append(.mark(2)) }
            try add(node, to: &program)
            if number == 1 { program.steps.append(.mark(3)) }
        case .lookahead(let node, let isNegated):
            program.inner.append(try self.program(node))
            program.steps.append(.look(program.inner.count - 1, isNegated: isNegated))
        case .alternatives(let nodes):
            var jumps: [Int] = []
            for (index, node) in nodes.enumerated() {
                let isLast = index == nodes.count - 1
                let split = program.steps.count
                if !isLast { program.steps.append(.end) }
                try add(node, to: &program)
                guard !isLast else { continue }
                jumps.append(program.steps.count)
                program.steps.append(.end)
                program.steps[split] = .split(split + 1, program.steps.count)
            }
            for jump in jumps { program.steps[jump] = .jump(program.steps.count) }
        case .repeated(let node, let least, let most, let isLazy):
            guard least <= mostSteps, most ?? 0 <= mostSteps else { throw Pattern.Failure(message: "it repeats too much") }
            for _ in 0..<least { try add(node, to: &program) }
            if let most {
                var splits: [Int] = []
                for _ in least..<most {
                    splits.append(program.steps.count)
                    program.steps.append(.end)
                    try add(node, to: &program)
                }
                for split in splits { program.steps[split] = branch(split + 1, program.steps.count, isLazy) }
            } else {
                let split = program.steps.count
                program.steps.append(.end)
                try add(node, to: &program)
                program.steps.append(.jump(split))
                program.steps[split] = branch(split + 1, program.steps.count, isLazy)
            }
        }
    }

    private static func branch(_ inner: Int, _ outer: Int, _ isLazy: Bool) -> PatternProgram.Step {
        isLazy ? .split(outer, inner) : .split(inner, outer)
    }
}
