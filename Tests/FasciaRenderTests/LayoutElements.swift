import FasciaModel

@testable import FasciaRender

// Helpers to build elements for layout and painting tests.

extension Element {
    func with(_ modifiers: Modifier...) -> Element {
        var element = self
        element.modifiers += modifiers
        return element
    }

    func overlay(_ other: Element, _ alignment: Alignment = .center) -> Element {
        var element = with(.overlay(Attachment(Node(.empty), alignment: alignment)))
        element.attachments.append(other)
        return element
    }

    func background(_ other: Element, _ alignment: Alignment = .center) -> Element {
        var element = with(.backgroundNode(Attachment(Node(.empty), alignment: alignment)))
        element.attachments.append(other)
        return element
    }
}

func list(_ rows: [Element], id: String = "list") -> Element { Element(id: id, .list, children: rows) }

func scroll(
    _ axes: ScrollContent.Axes, _ children: [Element], showsIndicators: Bool = true, id: String = "scroll"
) -> Element {
    Element(id: id, .scroll(axes, showsIndicators: showsIndicators), children: children)
}

func grid(
    _ rows: [Element], alignment: Alignment = .leading, across: Double? = nil, down: Double? = nil
) -> Element {
    Element(
        id: "grid", .grid(alignment: alignment, horizontalSpacing: across, verticalSpacing: down), children: rows)
}

func gridRow(_ cells: [Element], _ alignment: Alignment.Vertical? = nil) -> Element {
    Element(id: "row", .gridRow(alignment: alignment), children: cells)
}

func shape(
    _ shape: NodeShape, fill: NamedColor? = nil, stroke: NamedColor? = nil, lineWidth: Double = 1, id: String = "shape"
) -> Element {
    Element(id: id, .shape(ShapeContent(shape, fill: fill, stroke: stroke, lineWidth: lineWidth)))
}

func image(_ name: String, id: String = "image") -> Element { Element(id: id, .image(systemName: name)) }

func frame(_ width: Double, _ height: Double, _ alignment: Alignment = .center) -> Modifier {
    .frame(Frame(width: width, height: height, alignment: alignment, unit: .cells))
}

/// A coloured area of a fixed size, in cells.
func block(_ id: String, _ columns: Double, _ rows: Double) -> Element {
    color("red", id: id).with(frame(columns, rows))
}

/// The areas of all elements of `root` for a proposal, without a title or a viewport.
func places(_ root: Element, _ columns: Int?, _ rows: Int?) -> [String: CellRect] {
    let item = LayoutBuilder(styles: .init(), unicode: true).item(for: root)
    let box = item.place(at: CellPoint(column: 0, row: 0), ProposedCells(columns: columns, rows: rows))
    var places: [String: CellRect] = [:]
    func collect(_ box: LayoutBox) {
        if let id = box.element, places[id] == nil { places[id] = box.rect }
        for child in box.children { collect(child) }
    }
    collect(box)
    places["whole"] = box.rect
    return places
}
