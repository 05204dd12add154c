import Foundation
import TestSupport

/// A page of the documentation: a Markdown file of the repository, with its fenced blocks.
struct Page {
    struct Block {
        var language: String
        var lines: [String] = []
        /// The line number of the opening fence, from 1.
        var line: Int

        var text: String { lines.map { $0 + "\n" }.joined() }
    }

    /// A shell example: a line after `$ ` in a `console` block, or a whole `sh` block.
    struct Example {
        var command: String
        /// The output as shown; empty if any output is accepted. `…` matches any text; as a whole line it matches any lines.
        var output: [String] = []
        var line: Int

        var firstLine: Substring { command.prefix { $0 != "\n" } }
    }

    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The path in the repository, such as `docs/box.md`.
    let path: String
    let blocks: [Block]

    init(_ path: String) throws {
        self.path = path
        let text = try String(contentsOfFile: Self.repository + "/" + path, encoding: .utf8)
        blocks = try Self.blocks(of: text, path)
    }

    static func blocks(of text: String, _ path: String) throws -> [Block] {
        var blocks: [Block] = []
        var open: Block?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                if let block = open {
                    blocks.append(block)
                    open = nil
                } else {
                    open = Block(language: String(line.dropFirst(3)), line: index + 1)
                }
            } else {
                open?.lines.append(String(line))
            }
        }
        if let open { throw TestFailure("\(path):\(open.line): this block has no end") }
        return blocks
    }

    var examples: [Example] {
        blocks.flatMap { block -> [Example] in
            switch block.language {
            case "sh": return [Example(command: block.lines.joined(separator: "\n"), line: block.line)]
            case "console":
                var examples: [Example] = []
                for (index, line) in block.lines.enumerated() {
                    if line.hasPrefix("$ ") {
                        examples.append(Example(command: String(line.dropFirst(2)), line: block.line + index + 1))
                    } else if !examples.isEmpty {
                        examples[examples.count - 1].output.append(line)
                    }
                }
                return examples
            default: return []
            }
        }
    }
}
