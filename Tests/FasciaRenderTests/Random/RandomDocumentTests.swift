import Foundation
import SceneTestSupport
import TestSupport
import Testing

@testable import FasciaDocument
@testable import FasciaInteraction
@testable import FasciaModel
@testable import FasciaRender
@testable import FasciaScene

/// No size, document, theme or input ends the daemon: its layout and painting take any.
///
/// `FASCIA_RANDOM_SECONDS=600` goes on with further documents for that long, and prints the number of each.
/// `FASCIA_RANDOM_DOCUMENT=N` shows one of them.
struct RandomDocumentTests {
    private static let end = ProcessInfo.processInfo.environment["FASCIA_RANDOM_SECONDS"].flatMap(Double.init)
        .map { Date(timeIntervalSinceNow: $0) }

    private static let only = ProcessInfo.processInfo.environment["FASCIA_RANDOM_DOCUMENT"].flatMap { UInt64($0) }

    @Test(arguments: Torture.all(0..<16 as Range<UInt64>, otherwiseEvery: 4)) func anyDocumentAtAnySize(_ seed: UInt64) throws {
        if let only = Self.only { return try show(RandomDocument(seed: only)) }
        for document in 0..<6 { try show(RandomDocument(seed: seed + 16 * UInt64(document))) }
        guard let end = Self.end else { return }
        var number = seed
        while Date() < end {
            number += 96
            FileHandle.standardError.write(Data("document \(number)\n".utf8))
            try show(RandomDocument(seed: number))
        }
    }

    @Test func randomDocumentsHaveAllKindsOfNodes() throws {
        var made: [String: Int] = [:]
        for seed in 0..<16 as Range<UInt64> {
            let document = RandomDocument(seed: seed)
            _ = try document.panel()
            made.merge(document.made, uniquingKeysWith: +)
        }
        for kind in Node.Kind.allCases { #expect(made[kind.rawValue, default: 0] > 0, "\(kind)") }
    }

    // MARK: - One document

    private func show(_ document: RandomDocument) throws {
        let panel = try document.panel()
        let feeds = document.feeds()
        let scene = try #require(panel.scene(stack: "main", feeds: feeds, withAside: document.chance(0.3)))
        var state = TerminalState()
        var last: CellBuffer?
        for _ in 0..<4 {
            let size = size(of: document)
            let profile = TerminalCapabilities(
                colors: document.one(of: ColorDepth.allCases), unicode: document.chance(0.6),
                scheme: document.one(of: TerminalScheme.allCases), features: document.chance(0.5) ? TerminalFeature.allCases : [])
            let layout = Renderer().layout(scene, size: size, unicode: profile.unicode)
            state = layout.reconcile(state)
            operate(layout, &state, document)
            var shown = layout.display(layout.reconcile(state))
            shown.animationStep = document.int(0...9)
            let chrome = chrome(document)
            let frame = Renderer().paint(layout, shown, chrome, profile)
            #expect(frame.size == CellSize(columns: size.columns, rows: size.rows + (chrome.footer == nil ? 0 : 1)))
            #expect(!TerminalEncoder.full(frame, profile: profile).isEmpty || size.rows == 0 || size.columns == 0)
            if let last { _ = TerminalEncoder.diff(from: last, to: frame, profile: profile) }
            last = frame
            if !profile.unicode { #expect(frame.lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }) }
        }
    }

    /// From 1 × 1 to 500 × 200. Most are small, where there is no room for something.
    private func size(of document: RandomDocument) -> CellSize {
        switch document.int(0...9) {
        case 0...4: CellSize(columns: document.int(1...45), rows: document.int(1...14))
        case 5...8: CellSize(columns: document.int(1...120), rows: document.int(1...40))
        default: CellSize(columns: document.int(1...500), rows: document.int(1...200))
        }
    }

    private static let keys: [Key] = [
        "up", "down", "left", "right", "tab", "backtab", "home", "end", "pageup", "pagedown", "space", "enter", "escape",
        "backspace",
        "a", "世", "/", "?", "ctrl+k", "ctrl+u", "ctrl+f",
    ]

    private func operate(_ layout: SceneLayout, _ state: inout TerminalState, _ document: RandomDocument) {
        for _ in 0..<document.int(0...12) {
            let at = CellPoint(column: document.int(-1...layout.size.columns), row: document.int(-1...layout.size.rows))
            switch document.int(0...3) {
            case 0: state = layout.handle(Mouse(document.one(of: MouseKind.allCases), at: at), state).state
            case 1: state = layout.paste(document.one(of: document.words), state)?.state ?? state
            default: state = layout.handle(document.one(of: Self.keys), state).state
            }
        }
    }

    private func chrome(_ document: RandomDocument) -> Chrome {
        func banner() -> Banner? {
            guard document.chance(0.4) else { return nil }
            return Banner(
                document.one(of: document.words), short: document.chance(0.5) ? document.one(of: document.words) : nil,
                isIssue: document.chance(0.5), breadcrumbs: document.chance(0.5) ? document.one(of: document.words) : nil,
                waiting: document.int(0...3))
        }
        let footer = Footer(
            daemon: document.one(of: document.words), stack: document.chance(0.3) ? "other" : nil,
            isViewOnly: document.chance(0.3), otherTerminals: document.int(0...2), pending: document.int(0...2),
            issue: document.chance(0.3) ? document.one(of: document.words) : nil,
            keys: ["enter", "escape", "/"].map { Footer.KeyHint($0, document.one(of: document.words)) })
        return Chrome(footer: document.chance(0.6) ? footer : nil, banner: banner(), countdown: banner())
    }
}

/// The ways in which sizes were too small for what was drawn.
struct SmallSizeTests {
    /// In a row a bar begins at two fifths, but a long label moves it.
    @Test(arguments: 1...60, [false, true]) func aSparklineFitsIntoAnyRow(_ columns: Int, _ unicode: Bool) {
        for label in ["", "Load", "A label that is longer than the whole row of a phone", "世界世界世界世界"] {
            for range in [0...1.0, 0...1e300] {
                let plot = Plot(.sparkline, (0..<50).map { Sample(Double($0)) }, label: label, range: range)
                let lines = body(form([Element(id: "p", .plot(plot))]), columns, 3, unicode: unicode)
                #expect(lines.allSatisfy { TextWidth.of($0) <= columns }, "\(columns) \(label)")
            }
        }
    }

    /// The first rows determine the ideal length of a list, and empty rows never fill it.
    @Test(arguments: [1_000_000, 1_000_000_000], [1e6, 1e300]) func aRowOfAnyHeightLaysOutFewOthers(
        _ total: Int, _ spacing: Double
    ) {
        let tall = grid([text("a"), gridRow([])], down: spacing)
        let rows = Element(
            id: "rows", .rows(total: total, known: [RowRange(0, 2)]), children: [Element(id: "empty", .empty), tall])
        for root in [scroll(.both, [rows]), scroll(.vertical, [rows]), scroll(.horizontal, [rows]), vstack([rows])] {
            var renderer = Renderer()
            let work = RenderStatistics()
            renderer.work = work
            let layout = renderer.layout(scene(root), size: size(59, 3))
            _ = renderer.paint(layout, layout.reconcile(TerminalState()))
            #expect(work.laidOut < 20_000)
        }
    }

    @Test func aSizeIsNeverNegativeNorEndless() {
        var size = CellSize(columns: -3, rows: .max)
        #expect(size == CellSize(columns: 0, rows: 100_000))
        size.rows -= 2_000_000
        size.columns += .max
        #expect(size == CellSize(columns: 100_000, rows: 0))
        #expect(ProposedCells(columns: -1, rows: .max) == ProposedCells(columns: 0, rows: 100_000))
        let far = CellRect(column: .max, row: .min, columns: .max, rows: .max)
        #expect(far.maxColumn > 0 && far.maxRow < 0 && far.moved(by: far.origin).minRow < 0, "no sum overflows")
    }
}
