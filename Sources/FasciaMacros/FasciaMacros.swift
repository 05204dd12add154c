import Foundation

/// The program that the compiler starts to expand the macros of the view language. It speaks the compiler's protocol itself:
/// one message is eight bytes of its length, little endian, and JSON. The usual library for it would parse and generate all of
/// Swift, and takes minutes to build.
///
/// Source of the protocol: `SwiftCompilerPluginMessageHandling/PluginMessages.swift` of swift-syntax.
@main struct FasciaMacros {
    static func main() throws {
        // Whatever is printed must not be taken for a message.
        let (input, output) = (FileHandle(fileDescriptor: dup(0)), FileHandle(fileDescriptor: dup(1)))
        dup2(2, 1)
        while let message = try input.readMessage() {
            let request = try JSONDecoder().decode(CompilerRequest.self, from: message)
            let answer = try JSONEncoder().encode(answer(to: request))
            try output.write(contentsOf: withUnsafeBytes(of: UInt64(answer.count).littleEndian) { Data($0) } + answer)
        }
    }

    static func answer(to request: CompilerRequest) -> PluginAnswer {
        if request.getCapability != nil { return .capability }
        if let expansion = request.expandFreestandingMacro, expansion.macro.typeName == "PreviewMacro" {
            return .expanded(PreviewSource(expansion.syntax.source).declaration(named: expansion.uniqueName))
        }
        // It says something about the variable that only the preview around it reads.
        if request.expandAttachedMacro?.macro.typeName == "PreviewableMacro" { return .expanded("") }
        if let expansion = request.expandAttachedMacro, expansion.macro.typeName == "AnyTitleMacro",
            let declaration = AnyTitle.declaration(expansion.declSyntax.source)
        {
            return .expanded(declaration)
        }
        guard let expansion = request.expandAttachedMacro, expansion.macro.typeName == "EntryMacro" else {
            return .failure("FasciaMacros has no such macro", at: nil)
        }
        do {
            let entry = try EntryProperty(expansion.declSyntax, in: expansion.lexicalContext?.first)
            return .expanded(expansion.macroRole == "accessor" ? entry.accessors : entry.keyDeclaration)
        } catch {
            // Both roles would report the same.
            return expansion.macroRole == "accessor" ? .failure(error.message, at: expansion.declSyntax) : .expanded("")
        }
    }
}

extension FileHandle {
    /// The next message; `nil` when the compiler has finished.
    fileprivate func readMessage() throws -> Data? {
        guard let header = try readAll(8) else { return nil }
        let count = header.reversed().reduce(0) { $0 << 8 | Int($1) }
        return count == 0 ? nil : try readAll(count)
    }

    private func readAll(_ count: Int) throws -> Data? {
        var data = Data()
        while data.count < count {
            guard let part = try read(upToCount: count - data.count), !part.isEmpty else { return nil }
            data += part
        }
        return data
    }
}
