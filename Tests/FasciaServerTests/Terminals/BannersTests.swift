import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaWire
import Testing

@testable import FasciaServer

@Suite struct BannersTests {
    private let home = EntryID("e1")
    private let list = EntryID("e2")
    private let start = Moment.now

    /// Shows the banners so many seconds after the start; a notice lasts 10 seconds.
    private func show(_ banners: inout Banners, after seconds: Double, on entry: EntryID) -> String? {
        _ = banners.update(on: entry, lifetime: .seconds(10), now: start.advanced(by: .seconds(seconds)))
        return banners.shown?.text
    }

    private func issue(_ id: Int, _ message: String) -> ReportedIssue {
        ReportedIssue(
            id: id, issue: Issue(.error, .reported, message), time: Timestamp(milliseconds: 0), expiry: start,
            cause: .ofDaemon("test"))
    }

    @Test func aNoticeExpires() {
        var banners = Banners()
        banners.show("it is full")
        #expect(show(&banners, after: 0, on: home) == "it is full")
        #expect(show(&banners, after: 9, on: home) == "it is full")
        #expect(show(&banners, after: 10, on: home) == nil)
    }

    /// It lasts from when it is first shown.
    @Test func aNoticeLastsFromItsFirstFrame() {
        var banners = Banners()
        banners.show("it is full")
        #expect(show(&banners, after: 100, on: home) == "it is full")
        #expect(
            banners.update(on: home, lifetime: .seconds(10), now: start.advanced(by: .seconds(101)))
                == start.advanced(by: .seconds(110)))
    }

    @Test func aNoticeDoesNotCoverAnotherScreen() {
        var banners = Banners()
        banners.show("it is full")
        #expect(show(&banners, after: 0, on: home) == "it is full")
        #expect(show(&banners, after: 1, on: list) == nil)
    }

    @Test func anIssueLastsLonger_onAllScreens_andTheNextOneFollows() {
        var banners = Banners()
        banners.add(issue(1, "the pump leaks"))
        banners.add(issue(2, "the door is open"))
        #expect(show(&banners, after: 0, on: home) == "the pump leaks")
        #expect(show(&banners, after: 59, on: list) == "the pump leaks")
        #expect(show(&banners, after: 60, on: list) == "the door is open")
        #expect(show(&banners, after: 119, on: home) == "the door is open")
        #expect(show(&banners, after: 120, on: home) == nil)
    }
}
