import CPluginHost
import Foundation
import Testing
@testable import FasciaPlugins

/// The inputs that fuzzers begin with, among them what they have found before: see `make fuzz`.
@Suite struct FuzzCorpusTests {
    private func inputs(_ target: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = Compiler.root + "/Tests/Fuzz/corpus/" + target
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        try #require(!names.isEmpty)
        return try names.map { ($0, Array(try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))) }
    }

    @Test(arguments: ["walk", "answer"])
    func whatIsAcceptedCanBeRead(_ target: String) throws {
        var accepted: Set<UInt32> = []
        for (name, bytes) in try inputs(target) {
            let problem = bytes.withUnsafeBytes { HostAnswer.problem(of: $0) }
            if problem == nil { accepted.insert(bytes.withUnsafeBytes { $0.loadUnaligned(as: plugin_host_header.self).type }) }
            if case .nonsense(let why)? = problem { #expect(!why.isEmpty, "\(name)") } else { #expect(problem == nil, "\(name)") }
        }
        // Each type of answer is among them.
        for type in PLUGIN_HOST_HELLO...PLUGIN_HOST_RENDER {
            #expect(accepted.contains(type | PLUGIN_HOST_ANSWER), "\(type)")
        }
    }
}
