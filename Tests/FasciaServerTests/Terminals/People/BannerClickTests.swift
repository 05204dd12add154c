import FasciaDocument
import TestSupport
import Testing

/// A click counts for the picture at which it was made: where a banner was, nothing else could be seen.
@Suite struct BannerClickTests {
    private let bench: PeopleBench
    private let script: LocalPeer
    private let ada: LocalPerson

    init() throws {
        bench = try PeopleBench(pause: .zero)
        script = bench.connect()
        let rows = (1...40).map { row -> JSON in
            [
                "kind": "button", "id": .string("row-\(row)"), "label": .string("Row \(row)"),
                "tap": ["method": "value.set", "params": ["key": "row", "value": .int(row)]],
            ]
        }
        try script.call("value.set", ["key": "row", "value": 0])
        try script.call("screen.put", ["screen": ["id": "home", "body": ["kind": "form", "children": .array(rows)]]])
        try script.call("nav.set", ["path": [["screen": "home"]]])
        ada = try LocalPerson(bench)
    }

    private func row(of text: String) throws -> Int? {
        try ada.picture.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(text) }
    }

    private func report() throws { try script.call("issue.report", ["severity": "error", "message": "the disk is full"]) }

    @Test func whereABannerWasNothingIsOperated() throws {
        try report()
        let (frame, banner) = (try ada.look(), try #require(try row(of: "the disk is full")))
        try script.call("issue.clear")
        #expect(try ada.look() > frame && row(of: "the disk is full") == nil)
        _ = try ada.click(on: (8, banner), at: frame)
        #expect(try script.value("row") == 0)
        _ = try ada.click(on: (8, banner), at: ada.look())
        #expect(try script.value("row") != 0, "the next click is made at what is there now")
    }

    @Test func whatABannerHasCoveredSinceIsOperated() throws {
        let frame = try ada.look()
        try report()
        let banner = try #require(try row(of: "the disk is full"))
        _ = try ada.click(on: (8, banner), at: frame)
        #expect(try script.value("row") != 0)
    }
}
