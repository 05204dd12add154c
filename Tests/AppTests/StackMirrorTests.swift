import FasciaDocument
import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaUI

/// An app's mirror of a stack, built from events only, matches the stack.
@Suite struct StackMirrorTests {
    private func stack(_ panel: Panel) throws -> JSON {
        let stack = try #require(panel.stack("main"))
        var writer = JSONWriter()
        writer.writeStack(stack, of: panel)
        return try JSON(parsing: writer.text)
    }

    private func event(_ changes: [Change]) throws -> [JSON] {
        var writer = JSONWriter()
        writer.write(changes)
        return try JSON(parsing: writer.text).arrayValue ?? []
    }

    private func command(_ random: inout some RandomNumberGenerator, _ panel: Panel) -> Command {
        let entries = panel.stack("main")?.entries ?? []
        let args = JSON.int(Int.random(in: 1...3, using: &random))
        let route = Route("s\(Int.random(in: 1...5, using: &random))", args: args)
        let entry = entries.randomElement(using: &random)?.id
        return switch Int.random(in: 0...6, using: &random) {
        case 0, 1: .push(stack: "main", route: route, handles: [])
        case 2: .modal(stack: "main", route: route, style: .sheet, handles: [])
        case 3: .pop(stack: "main", entry: nil)
        case 4: .popTo(stack: "main", .index(Int.random(in: 0..<entries.count, using: &random)))
        case 5: .close(stack: "main", entry: entry)
        default: .replace(stack: "main", entry: entry, route: route)
        }
    }

    @Test(arguments: 1...20) func itFollowsRandomCommands(_ seed: UInt64) throws {
        var random = Seeded(seed)
        var panel = Panel()
        var mirror = StackMirror(try stack(panel))
        for _ in 1...200 {
            let changes = (try? panel.apply(command(&random, panel))) ?? []
            for change in try event(changes) where change["kind"] == "nav" {
                let isMirrorComplete = mirror.apply(change)
                #expect(isMirrorComplete)
            }
            #expect(mirror == StackMirror(try stack(panel)))
        }
    }

    @Test func setPathRequiresAFetch() throws {
        var panel = Panel()
        var mirror = StackMirror(try stack(panel))
        let path = [PathStep(Route("home")), PathStep(Route("a"), modal: .cover)]
        let change = try #require(try event(try panel.apply(.setPath(stack: "main", path))).first)
        let isMirrorComplete = mirror.apply(change)
        #expect(!isMirrorComplete)
        #expect(mirror.entries.map(\.screen) == ["home", "a"])
        #expect(StackMirror(try stack(panel)).entries.map(\.modal) == [nil, .cover])
    }
}

struct Seeded: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }

    /// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
