import FasciaDocument
import FasciaScene

// Helpers to build elements for layout and painting tests.

extension Element {
    package func with(_ modifiers: Modifier...) -> Element {
        var element = self
        element.modifiers += modifiers
        return element
    }

    package func overlay(_ other: Element, _ alignment: Alignment = .center) -> Element {
        var element = with(.overlay(Attachment(Node(.empty), alignment: alignment)))
        element.attachments.append(other)
        return element
    }

    package func background(_ other: Element, _ alignment: Alignment = .center) -> Element {
        var element = with(.backgroundNode(Attachment(Node(.empty), alignment: alignment)))
        element.attachments.append(other)
        return element
    }
}

package func list(_ rows: [Element], id: String = "list") -> Element { Element(id: id, .list, children: rows) }

package func scroll(
    _ axes: ScrollContent.Axes, _ children: [Element], showsIndicators: Bool = true, id: String = "scroll"
) -> Element {
    Element(id: id, .scroll(axes, showsIndicators: showsIndicators), children: children)
}

package func grid(
    _ rows: [Element], alignment: Alignment = .leading, across: Double? = nil, down: Double? = nil
) -> Element {
    Element(
        id: "grid", .grid(alignment: alignment, horizontalSpacing: across, verticalSpacing: down), children: rows)
}

package func gridRow(_ cells: [Element], _ alignment: Alignment.Vertical? = nil) -> Element {
    Element(id: "row", .gridRow(alignment: alignment), children: cells)
}

package func shape(
    _ shape: NodeShape, fill: NamedColor? = nil, stroke: NamedColor? = nil, lineWidth: Double = 1, id: String = "shape"
) -> Element {
    Element(id: id, .shape(ShapeContent(shape, fill: fill, stroke: stroke, lineWidth: lineWidth)))
}

package func image(_ name: String, id: String = "image") -> Element { Element(id: id, .image(systemName: name)) }

package func frame(_ width: Double, _ height: Double, _ alignment: Alignment = .center) -> Modifier {
    .frame(Frame(width: width, height: height, alignment: alignment, unit: .cells))
}

/// A coloured area of a fixed size, in cells.
package func block(_ id: String, _ columns: Double, _ rows: Double) -> Element {
    color("red", id: id).with(frame(columns, rows))
}
