import FasciaDocument
import FasciaModel
import Testing

@testable import FasciaServer

@Suite struct StyleWarningsTests {
    private let parts: Parts

    init() throws { parts = try Parts() }

    /// The breadcrumbs of the warnings about a command, which is applied then.
    private func warnings(_ method: String, _ params: JSON) throws -> [JSON.Object] {
        let issues = parts.styles.issues(of: [try Command(method, params)], in: parts.live)
        try parts.apply(method, params)
        return issues.compactMap { if case .issue(let issue) = $0 { issue.breadcrumbs } else { nil } }
    }

    private func screen(_ styles: String...) -> JSON {
        let children = styles.map { style -> JSON in
            ["kind": "button", "label": "B", "modifiers": [["environment": ["buttonStyle": .string(style)]]]]
        }
        return ["screen": ["id": "s", "body": ["kind": "vstack", "children": .array(children)]]]
    }

    @Test func aScreenWithMissingStylesIsOneWarning_onceForEachStyle() throws {
        #expect(try warnings("screen.put", screen("neon", "glass")) == [["screen": "s", "styles": ["glass", "neon"]]])
        #expect(try warnings("screen.put", screen("neon")) == [])
        #expect(try warnings("screen.put", screen("neon", "mist")) == [["screen": "s", "styles": ["mist"]]])
    }

    @Test func aWarningHoldsWhileItsStyleIsNamed() throws {
        func warning(_ method: String, _ params: JSON) throws -> Issue {
            let issues = parts.styles.issues(of: [try Command(method, params)], in: parts.live)
            try parts.apply(method, params)
            return try #require(issues.compactMap { if case .issue(let issue) = $0 { issue } else { nil } }.first)
        }
        let ofScreen = try warning("screen.put", screen("brik"))
        let ofPanel = try warning("environment.set", ["values": ["buttonStyle": "brik"]])
        #expect(parts.styles.holds(ofScreen, in: parts.live) && parts.styles.holds(ofPanel, in: parts.live))
        try parts.apply("environment.set", ["values": ["buttonStyle": "bordered"]])
        #expect(parts.styles.holds(ofScreen, in: parts.live) && !parts.styles.holds(ofPanel, in: parts.live))
        try parts.apply("screen.put", screen("bordered"))
        #expect(!parts.styles.holds(ofScreen, in: parts.live))
    }

    @Test func builtInStylesAndPrimaryAreNotMissing() throws {
        #expect(try warnings("screen.put", screen("default", "primary")) == [])
    }

    @Test func anEnvironmentIsWarnedAbout() throws {
        #expect(try warnings("environment.set", ["values": ["buttonStyle": "neon", "tint": "red"]]) == [["styles": ["neon"]]])
        #expect(try warnings("environment.set", ["values": ["tint": "red"]]) == [])
    }
}
