import FasciaDocument
import FasciaScene

/// A deterministic random number generator (SplitMix64, Steele, Lea and Flood 2014).
package struct Seeded: RandomNumberGenerator {
    private var state: UInt64
    package init(_ seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Random trees with all kinds of elements and modifiers, including wide characters, control characters and extreme
/// lengths.
package struct RandomTree {
    package var generator: Seeded
    private var count = 0

    package init(seed: UInt64) { generator = Seeded(seed) }

    package mutating func element(depth: Int = 4) -> Element {
        count += 1
        let id = "n\(count)"
        let kinds = depth > 0 ? 20 : 10
        var element: Element
        switch Int.random(in: 0..<kinds, using: &generator) {
        case 0, 1: element = text(words(), id: id)
        case 2: return button(words(), id: id, enabled: Bool.random(using: &generator))
        case 3:
            let state = GroupState.allCases.randomElement(using: &generator) ?? .on
            return toggle(words(), state, id: id, enabled: Bool.random(using: &generator))
        case 4: element = Element(id: id, .color(color()))
        case 5: element = spacer(id: id)
        case 6: element = Element(id: id, .divider)
        case 7:
            let runs = (0...2).map { TextRun(words(), bold: $0 == 0, foreground: $0 == 1 ? color() : nil) }
            element = Element(id: id, .runs(runs))
        case 8:
            element = shape(
                outline(), fill: Bool.random(using: &generator) ? color() : nil,
                stroke: Bool.random(using: &generator) ? color() : nil, lineWidth: length() ?? 1, id: id)
        case 9: element = image("star.fill", id: id)
        case 10, 11: element = vstack(children(depth), alignment: alignment(), spacing: length(), id: id)
        case 12: element = hstack(children(depth), alignment: alignment(), spacing: length(), id: id)
        case 13:
            element = Element(
                id: id, .stack(.depth, alignment: alignment(), spacing: nil), children: children(depth))
        case 14: element = form(children(depth), id: id)
        case 15:
            let axes = ScrollContent.Axes.allCases.randomElement(using: &generator) ?? .both
            element = scroll(axes, children(depth), showsIndicators: Bool.random(using: &generator), id: id)
        case 16: element = list(children(depth) + children(depth), id: id)
        case 17:
            let rows = (0..<3).map { row in
                row == 1
                    ? self.element(depth: depth - 1)
                    : Element(id: id + ".\(row)", .gridRow(alignment: nil), children: children(depth))
            }
            element = Element(
                id: id, .grid(alignment: alignment(), horizontalSpacing: length(), verticalSpacing: length()),
                children: rows)
        default:
            element = Element(id: id, .section(title: words(), footer: words()), children: children(depth))
        }
        for _ in 0..<Int.random(in: 0...2, using: &generator) { modify(&element, depth) }
        return element
    }

    private mutating func children(_ depth: Int) -> [Element] {
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in element(depth: depth - 1) }
    }

    private mutating func length() -> Double? {
        [nil, 0, 3, 8, 40, -5, 1e300, .infinity, .nan].randomElement(using: &generator) ?? nil
    }

    private mutating func color() -> NamedColor {
        let name = (NamedColor.systemNames + ["#ff8800"]).randomElement(using: &generator) ?? "red"
        return NamedColor(name, opacity: [1, 1, 0.5, 0, .nan].randomElement(using: &generator) ?? 1)
    }

    private mutating func outline() -> NodeShape {
        let radius = length() ?? 16
        func coordinate() -> Double { [-1e300, -1, 0, 0.3, 1, 7, 1e300].randomElement(using: &generator) ?? 0 }
        let line = (0..<5).map { _ in Outline.Point(x: coordinate(), y: coordinate()) }
        let all: [NodeShape] = [
            .rectangle, .roundedRectangle(cornerRadius: radius), .capsule, .circle, .ellipse, .outline(Outline(lines: [line])),
        ]
        return all.randomElement(using: &generator) ?? .circle
    }

    private mutating func alignment() -> Alignment {
        let own = CustomAlignment("own", defaultGuide: Guide(points: length() ?? 0, width: 0.5, height: length() ?? 0))
        let mixed = Alignment(horizontal: .custom(own), vertical: .custom(own))
        return (Alignment.named.map(\.alignment) + [mixed]).randomElement(using: &generator) ?? .center
    }

    private mutating func modify(_ element: inout Element, _ depth: Int) {
        switch Int.random(in: 0..<26, using: &generator) {
        case 0, 1: element = element.with(.padding(Insets(all: length() ?? 8)))
        case 2: element = element.with(.frame(Frame(width: length(), minHeight: length(), maxHeight: length())))
        case 3:
            let frame = Frame(
                height: length(), minWidth: length(), idealHeight: length(), maxWidth: .infinity, alignment: alignment())
            element = element.with(.frame(frame))
        case 4: element = element.with(.background(color()))
        case 5: element = element.with(.border(color()))
        case 6: element = element.with(.lineLimit(1), .truncation(.middle))
        case 7: element = element.with(.bold(true))
        case 8: element = element.with(.foreground(color()))
        case 9 where depth > 0: element = element.overlay(self.element(depth: depth - 2), alignment())
        case 10 where depth > 0: element = element.background(self.element(depth: depth - 2), alignment())
        case 11: element = element.with(.offset(NodeOffset(x: length() ?? -20, y: length() ?? 9)))
        case 12: element = element.with(.position(NodeOffset(x: length() ?? -20, y: length() ?? 9, unit: .cells)))
        case 13: element = element.with(.opacity([0, 0.3, 0.8, 1, .nan].randomElement(using: &generator) ?? 1))
        case 14: element = element.with(.hidden(Bool.random(using: &generator)))
        case 15: element = element.with(.clip(outline()))
        case 16: element = element.with(.cornerRadius(length() ?? 4))
        case 17: element = element.with(.layoutPriority(length() ?? 1))
        case 18: element = element.with(.fixedSize(FixedSize(horizontal: Bool.random(using: &generator))))
        case 19: element = element.with(.aspectRatio(AspectRatio(length(), contentMode: .fit)))
        case 20: element = element.with(.aspectRatio(AspectRatio(length(), contentMode: .fill)))
        case 21: element = element.with(.zIndex(length() ?? -1))
        case 22: element = element.with(.gridCellColumns(.random(in: 1...3_000, using: &generator)))
        case 23:
            let guide = AlignmentGuide(
                Bool.random(using: &generator) ? .horizontal(alignment().horizontal) : .vertical(alignment().vertical),
                Guide(points: length() ?? 0, width: length() ?? 1))
            element = element.with(.alignmentGuide(guide))
        case 24: element = element.with(.textAlignment(.trailing), .truncation(.head))
        default: element.environment = ["cellWidth": .double(length() ?? 4), "cellHeight": .double(length() ?? 9)]
        }
    }

    package mutating func words() -> String {
        let all = [
            "ham", "Käse", "世界", "👨‍👩‍👧‍👦", "e\u{301}", "❤️", "a longer text of several words", "🇩🇪", "한국어",
            "\u{1B}[31mred", "tab\tbed", "two\nlines", "\u{9B}2J", "", "क्षि", "\u{202E}reversed", "✓",
        ]
        return (0..<Int.random(in: 1...3, using: &generator))
            .map { _ in all.randomElement(using: &generator) ?? "" }.joined(separator: " ")
    }
}
