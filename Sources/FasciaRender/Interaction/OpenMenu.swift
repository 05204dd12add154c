import FasciaModel

/// One row of an opened menu.
public struct MenuItem: Hashable, Sendable {
    /// Which item of a menu something is, wherever it stands there.
    public struct ID: Hashable, Sendable {
        /// The element that it stands for; for an option the one that it is an option of.
        public var element: String
        /// The option's id; `nil` for what is no option.
        public var option: String?

        public init(element: String, option: String? = nil) {
            self.element = element
            self.option = option
        }
    }

    public var id: ID
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

    private static func headed(_ title: String, _ inside: [Element], _ level: Int) -> [MenuItem] {
        [heading(title, level)] + inside.flatMap { items($0, level: level + 1) }
    }

    private static func heading(_ text: String, _ level: Int) -> MenuItem {
        MenuItem(id: ID(element: ""), label: text, level: level, activation: nil, isHeading: true, isChecked: false)
    }

    private static func item(_ element: Element, _ label: String, _ level: Int, isChecked: Bool = false) -> MenuItem {
        MenuItem(
            id: ID(element: element.id), label: label, level: level,
            activation: element.isEnabled ? element.activation : nil, isHeading: false, isChecked: isChecked)
    }

    private static func options(of element: Element, level: Int) -> [MenuItem] {
        (element.options?.all ?? []).enumerated().map { index, option in
            MenuItem(
                id: ID(element: element.id, option: option.id), label: option.label, level: level,
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
    /// The menu of this layer that is open, and the place of the item that Enter chooses; `nil` for one without any.
    func openMenu(_ now: Presentation) -> (stop: FocusStop, chosen: Int?)? {
        guard let open = now.open, open.place.entry == entry, now.focus[entry]?.element == open.place.element,
            let stop = stop(of: open.place.element), stop.isEnabled, !stop.items.isEmpty
        else { return nil }
        guard let item = open.item else { return (stop, nil) }
        return stop.items.firstIndex { $0.id == item }.map { (stop, $0) }
    }

    func menuBox(_ now: Presentation, in screen: CellRect) -> MenuBox? {
        guard let (stop, chosen) = openMenu(now) else { return nil }
        return MenuBox(stop.items, of: visibleRect(of: stop, now), chosen: chosen ?? 0, in: screen)
    }

    /// Closes the menu where it, or the item that Enter would choose, is gone.
    func settleMenu(_ now: inout Presentation) {
        guard let open = now.open, open.place.entry == entry, openMenu(now) == nil else { return }
        now.open = nil
    }

    func open(_ stop: FocusStop, _ now: Presentation) -> Reaction {
        var now = now
        guard !stop.items.isEmpty else { return Reaction(now) }
        let can = stop.items.filter { $0.activation != nil }
        let chosen = stop.options == nil ? nil : can.first(where: \.isChecked)
        now.open = Presentation.Open(
            place: place(stop.element), item: (chosen ?? can.first)?.id)
        return Reaction(now)
    }

    /// What a key means while a menu is open; `nil` where none is, and for the keys that mean the same everywhere.
    func handleMenu(_ key: Key, _ now: Presentation) -> Reaction? {
        guard let (stop, chosen) = openMenu(now) else { return nil }
        var now = now
        if key.name.count > 1 { now.typed = "" }
        let can = stop.items.indices.filter { stop.items[$0].activation != nil }
        func go(to index: Int?) {
            if let index { now.open?.item = stop.items[index].id }
        }
        switch key.name {
        case "ctrl+c", "ctrl+l", "?", "f1": return nil
        case "q", "Q": return typeAhead(key, now)
        case let name where name.count == 1 && name != " ": return typeAhead(key, now) ?? Reaction(now)
        case "down", "tab": go(to: can.first { $0 > chosen ?? -1 } ?? can.first)
        case "up", "backtab": go(to: can.last { $0 < chosen ?? 0 } ?? can.last)
        case "home", "pageup": go(to: can.first)
        case "end", "pagedown": go(to: can.last)
        case "escape", "backspace", "left": now.open = nil
        case "enter", "space", " ": if let chosen { return choose(stop.items[chosen], now) }
        default: break
        }
        return Reaction(now)
    }

    /// A press on an item chooses it; one beside the menu closes it.
    func pressMenu(at point: CellPoint, _ now: Presentation, in screen: CellRect) -> Reaction? {
        guard let (stop, _) = openMenu(now), let box = menuBox(now, in: screen) else { return nil }
        guard box.rect.contains(point) else {
            var now = now
            now.open = nil
            return Reaction(now)
        }
        let index = box.first + point.row - box.inside.minRow
        guard box.inside.contains(point), stop.items.indices.contains(index) else { return Reaction(now) }
        return choose(stop.items[index], now)
    }

    /// What cannot be operated leaves the menu open.
    private func choose(_ item: MenuItem, _ now: Presentation) -> Reaction {
        guard let activation = item.activation else { return Reaction(now) }
        var now = now
        now.open = nil
        return Reaction(now, .activate(entry: entry, element: item.id.element, activation))
    }
}
