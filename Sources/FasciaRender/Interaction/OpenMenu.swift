import FasciaModel

/// One row of an opened menu.
public struct MenuItem: Hashable, Sendable {
    /// The element that it stands for; for an option the one that it is an option of.
    public var element: String
    public var label: String
    /// How deep it stands under headings.
    public var level: Int
    /// `nil` for a heading, and for what cannot be operated.
    public var activation: Activation?
    public var isHeading: Bool
    /// What is on, or chosen.
    public var isChecked: Bool
}

extension MenuItem {
    /// What is behind a menu: the options that it has, else what can be operated in it.
    static func items(of menu: Element) -> [MenuItem] {
        if menu.options != nil { return options(of: menu, level: 0) }
        return menu.children.flatMap { items($0, level: 0) }
    }

    private static func items(_ element: Element, level: Int) -> [MenuItem] {
        let inside = element.children
        switch element.content {
        case .section(let title?, _): return headed(title, inside, level)
        case .menu(let label, _) where element.options == nil: return headed(label, inside, level)
        case .picker, .segments, .menu:
            guard !element.label.isEmpty else { return options(of: element, level: level) }
            return [heading(element.label, level)] + options(of: element, level: level + 1)
        case .text(let text): return [heading(text, level)]
        case .button(let label, _): return [item(element, label, level)]
        case .toggle(let label, let state): return [item(element, label, level, isChecked: state == .on)]
        case .option(let label, let isSelected): return [item(element, label, level, isChecked: isSelected)]
        default:
            if element.activation != nil { return [item(element, element.label, level)] }
            return inside.flatMap { items($0, level: level) }
        }
    }

    private static func headed(_ title: String, _ inside: ChunkedArray<Element>, _ level: Int) -> [MenuItem] {
        [heading(title, level)] + inside.flatMap { items($0, level: level + 1) }
    }

    private static func heading(_ text: String, _ level: Int) -> MenuItem {
        MenuItem(element: "", label: text, level: level, activation: nil, isHeading: true, isChecked: false)
    }

    private static func item(_ element: Element, _ label: String, _ level: Int, isChecked: Bool = false) -> MenuItem {
        MenuItem(
            element: element.id, label: label, level: level,
            activation: element.isEnabled ? element.activation : nil, isHeading: false, isChecked: isChecked)
    }

    private static func options(of element: Element, level: Int) -> [MenuItem] {
        (element.options?.all ?? []).enumerated().map { index, option in
            MenuItem(
                element: element.id, label: option.label, level: level,
                activation: element.isEnabled ? option.activation : nil, isHeading: false,
                isChecked: index == element.options?.selected)
        }
    }
}

/// Where an opened menu is, and which of its items are to be seen.
struct MenuBox: Hashable {
    /// With its border.
    var rect: CellRect
    /// The first item that is to be seen.
    var first: Int

    var inside: CellRect { rect.inset(columns: 1, rows: 1) }

    /// Below what it belongs to; above it where there is more room.
    init(_ items: [MenuItem], of stop: CellRect, chosen: Int, in screen: CellRect) {
        let width = items.map { 4 + 2 * $0.level + TextWidth.of($0.label) }.max() ?? 4
        let columns = min(screen.size.columns, width + 2)
        let below = screen.maxRow - stop.maxRow
        let above = stop.minRow - screen.minRow
        let isBelow = below >= min(items.count + 2, 5) || below >= above
        let rows = min(items.count + 2, max(3, isBelow ? below : above), screen.size.rows)
        let row = isBelow ? stop.maxRow : stop.minRow - rows
        rect = CellRect(
            column: max(screen.minColumn, min(stop.minColumn, screen.maxColumn - columns)),
            row: max(screen.minRow, min(row, screen.maxRow - rows)), columns: columns, rows: rows)
        let seen = max(1, rows - 2)
        first = max(0, min(chosen - seen / 2, items.count - seen))
    }
}

extension LayerLayout {
    /// The menu of this layer that is open, with its items.
    func openMenu(_ now: Presentation) -> (open: Presentation.Open, stop: FocusStop)? {
        guard let open = now.open, open.place.entry == entry, now.focus[entry]?.element == open.place.element,
            let stop = stop(of: open.place.element), stop.isEnabled, !stop.items.isEmpty
        else { return nil }
        return (open, stop)
    }

    func menuBox(_ now: Presentation, in screen: CellRect) -> MenuBox? {
        guard let (open, stop) = openMenu(now) else { return nil }
        return MenuBox(stop.items, of: visibleRect(of: stop, now), chosen: open.index, in: screen)
    }

    func settleMenu(_ now: inout Presentation) {
        guard let open = now.open, open.place.entry == entry else { return }
        guard let (_, stop) = openMenu(now) else {
            now.open = nil
            return
        }
        let index = min(max(0, open.index), stop.items.count - 1)
        let can = { stop.items[$0].activation != nil }
        now.open?.index = can(index) ? index : stop.items.indices.first(where: can) ?? index
    }

    func open(_ stop: FocusStop, _ now: Presentation) -> Reaction {
        var now = now
        guard !stop.items.isEmpty else { return Reaction(now) }
        let chosen = stop.options == nil ? 0 : stop.items.firstIndex(where: \.isChecked) ?? 0
        now.open = Presentation.Open(
            place: Presentation.ElementPlace(entry: entry, element: stop.element), index: chosen)
        settleMenu(&now)
        return Reaction(now)
    }

    /// What a key means while a menu is open; `nil` where none is, and for the keys that mean the same everywhere.
    func handleMenu(_ key: Key, _ now: Presentation) -> Reaction? {
        guard let (open, stop) = openMenu(now) else { return nil }
        var now = now
        if key.name.count > 1 { now.typed = "" }
        let can = stop.items.indices.filter { stop.items[$0].activation != nil }
        switch key.name {
        case "ctrl+c", "ctrl+l", "?", "f1": return nil
        case "q", "Q": return typeAhead(key, now)
        case let name where name.count == 1 && name != " ": return typeAhead(key, now) ?? Reaction(now)
        case "down", "tab": now.open?.index = can.first { $0 > open.index } ?? can.first ?? open.index
        case "up", "backtab": now.open?.index = can.last { $0 < open.index } ?? can.last ?? open.index
        case "home", "pageup": now.open?.index = can.first ?? open.index
        case "end", "pagedown": now.open?.index = can.last ?? open.index
        case "escape", "backspace", "left": now.open = nil
        case "enter", "space", " ": return choose(open.index, of: stop, now)
        default: break
        }
        return Reaction(now)
    }

    /// A press on an item chooses it; one beside the menu closes it.
    func pressMenu(at point: CellPoint, _ now: Presentation, in screen: CellRect) -> Reaction? {
        guard let (_, stop) = openMenu(now), let box = menuBox(now, in: screen) else { return nil }
        var now = now
        guard box.rect.contains(point) else {
            now.open = nil
            return Reaction(now)
        }
        let index = box.first + point.row - box.inside.minRow
        guard box.inside.contains(point), stop.items.indices.contains(index) else { return Reaction(now) }
        return stop.items[index].activation == nil ? Reaction(now) : choose(index, of: stop, now)
    }

    private func choose(_ index: Int, of stop: FocusStop, _ now: Presentation) -> Reaction {
        var now = now
        now.open = nil
        let item = stop.items[index]
        guard let activation = item.activation else { return Reaction(now) }
        return Reaction(now, .activate(entry: entry, element: item.element, activation))
    }
}
