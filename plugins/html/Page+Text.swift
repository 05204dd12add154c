import FasciaDocument
import FasciaScreens

/// Nodes that are read.
extension Page {
    mutating func writeText(_ node: ScreenNode, _ isRow: Bool) {
        let isHeading = node.role == "header"
        let look = [isRow ? "row" : nil, "text", node.role == "missing" ? "missing" : nil].compactMap { $0 }
        let attributes: Markup.Attributes = [
            "class": look.joined(separator: " "), "data-node": node.id, "style": node.style,
            "aria-hidden": node.isSet("decorative") ? "true" : nil,
        ]
        element(isHeading ? "h2" : "p", attributes) { page in
            page.writeIcon(of: node)
            page.writeWords(of: node)
            for condition in node.conditions { page.words(" (\(condition))") }
        }
    }

    /// The label, in its styles.
    mutating func writeWords(of node: ScreenNode) {
        guard let runs = node["runs"]?.arrayValue else { return words(node.visibleLabel) }
        for run in runs {
            let rules = [
                run["bold"] == true ? "font-weight:600" : nil, run["italic"] == true ? "font-style:italic" : nil,
                run["underline"] == true ? "text-decoration:underline" : nil,
                run["strikethrough"] == true ? "text-decoration:line-through" : nil,
                run["foreground"].flatMap(ScreenNode.color).map { "color:\($0)" }
                    ?? (run["dim"] == true ? "color:var(--secondary)" : nil),
            ].compactMap { $0 }
            let text = run["text"]?.stringValue ?? ""
            if rules.isEmpty { words(text) } else { element("span", ["style": rules.joined(separator: ";")], text) }
        }
    }

    /// Recent numbers as a line.
    mutating func writeCurve(_ node: ScreenNode, _ isRow: Bool) {
        let label = newID()
        let isChart = node.role == "chart"
        let look = isRow ? "row curve" : "item curve"
        element("div", ["class": isChart ? look + " chart" : look, "style": node.style]) { page in
            page.writeIcon(of: node)
            if !node.label.isEmpty { page.element("span", ["class": "label", "id": label], node.visibleLabel) }
            page.element(
                "svg",
                [
                    "viewBox": "0 0 \(max(node.sampleCount - 1, 1)) 24", "preserveAspectRatio": "none", "role": "img",
                    "aria-label": node.label.isEmpty ? node.value : "\(node.label): \(node.value)", "data-node": node.id,
                ]
            ) { page in
                for points in node.curve {
                    let ends = (first: points.first?.x ?? 0, last: points.last?.x ?? 0)
                    page.element("polygon", ["points": "\(ends.first),24 \(points.text) \(ends.last),24"]) { _ in }
                    page.element("polyline", ["points": points.text]) { _ in }
                }
            }
            page.element("span", ["class": "shown", "aria-hidden": "true"], isChart ? node.value : node.latest)
            if isChart, let times = node["times"] {
                page.element("div", ["class": "times", "aria-hidden": "true"]) { page in
                    page.element("span", times[0]?.stringValue ?? "")
                    page.element("span", times[1]?.stringValue ?? "")
                }
            }
        }
    }
}

private struct Point {
    var x: Int
    var y: Double
}

extension [Point] {
    fileprivate var text: String { map { "\($0.x),\($0.y.shortText)" }.joined(separator: " ") }
}

extension ScreenNode {
    /// The points of its numbers, in parts without a gap.
    fileprivate var curve: [[Point]] {
        let bounds = (self["bounds"]?.arrayValue ?? []).compactMap(\.doubleValue)
        guard let low = bounds.first, let high = bounds.last else { return [] }
        var parts: [[Point]] = [[]]
        for (index, sample) in (self["samples"]?.arrayValue ?? []).enumerated() {
            guard let value = sample.doubleValue else {
                parts.append([])
                continue
            }
            let part = high > low ? (min(max(value, low), high) - low) / (high - low) : 0.5
            parts[parts.count - 1].append(Point(x: index, y: (23 - part * 22).inHundredths))
        }
        return parts.filter { $0.count > 1 }
    }

    fileprivate var sampleCount: Int { self["samples"]?.arrayValue?.count ?? 0 }

    /// The latest number, without the lowest and the highest one.
    fileprivate var latest: String { String(value.prefix { $0 != "(" }.reversed().drop { $0 == " " }.reversed()) }
}

extension Double {
    fileprivate var inHundredths: Double { (self * 100).rounded() / 100 }
}
