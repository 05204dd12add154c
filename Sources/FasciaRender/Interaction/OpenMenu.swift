import FasciaModel

/// One item of an open menu.
public struct MenuItem: Hashable, Sendable {
    /// Identifies an item, wherever it is in the menu.
    public struct ID: Hashable, Sendable {
        /// The element of the item; for an option, the element that has the option.
        public var element: String
        /// The option's id; `nil` if the item is not an option.
        public var option: String?

        public init(element: String, option: String? = nil) {
            self.element = element
            self.option = option
        }
    }

    public var id: ID
    public var label: String
    /// The nesting level below headings.
    public var level: Int
    /// `nil` for a heading, and for an item that cannot be chosen.
    public var activation: Activation?
    public var isHeading: Bool
    /// Whether the item is on or selected.
    public var isChecked: Bool
}

extension MenuItem {
    /// The items of a menu: its options, or the operable elements in it.
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

/// The area of an open menu, and its visible items.
struct MenuBox: Hashable {
    /// Includes the border.
    var rect: CellRect
    /// The first visible item.
    var first: Int

    var inside: CellRect { rect.inset(columns: 1, rows: 1) }

    /// Below its control, or above it if there is more room.
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
    /// The open menu of this layer, and the index of the item that Enter chooses; `nil` if no menu is open.
    func openMenu(_ now: TerminalState) -> (stop: FocusTarget, chosen: Int?)? {
        guard let open = now.open, open.place.entry == entry, now.focus[entry]?.element == open.place.element,
            let stop = stop(of: open.place.element), stop.isEnabled, !stop.items.isEmpty
        else { return nil }
        guard let item = open.item else { return (stop, nil) }
        return stop.items.firstIndex { $0.id == item }.map { (stop, $0) }
    }

    func menuBox(_ now: TerminalState, in screen: CellRect) -> MenuBox? {
        guard let (stop, chosen) = openMenu(now) else { return nil }
        return MenuBox(stop.items, of: visibleRect(of: stop, now), chosen: chosen ?? 0, in: screen)
    }

    /// Closes the menu if it, or the item that Enter would choose, is gone.
    func settleMenu(_ now: inout TerminalState) {
        guard let open = now.open, open.place.entry == entry, openMenu(now) == nil else { return }
        now.open = nil
    }

    func open(_ stop: FocusTarget, _ now: TerminalState) -> InputResult {
        var now = now
        guard !stop.items.isEmpty else { return InputResult(now) }
        let can = stop.items.filter { $0.activation != nil }
        let chosen = stop.options == nil ? nil : can.first(where: \.isChecked)
        now.open = TerminalState.Open(
            place: place(stop.element), item: (chosen ?? can.first)?.id)
        return InputResult(now)
    }

    /// Handles a key while a menu is open; `nil` if none is open, and for keys that always work.
    func handleMenu(_ key: Key, _ now: TerminalState) -> InputResult? {
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
        case let name where name.count == 1 && name != " ": return typeAhead(key, now) ?? InputResult(now)
        case "down", "tab": go(to: can.first { $0 > chosen ?? -1 } ?? can.first)
        case "up", "backtab": go(to: can.last { $0 < chosen ?? 0 } ?? can.last)
        case "home", "pageup": go(to: can.first)
        case "end", "pagedown": go(to: can.last)
        case "escape", "backspace", "left": now.open = nil
        case "enter", "space", " ": if let chosen { return choose(stop.items[chosen], now) }
        default: break
        }
        return InputResult(now)
    }

    /// Handles a click while a menu is open: on an item it chooses that, outside it closes the menu.
    func pressMenu(at point: CellPoint, _ now: TerminalState, in screen: CellRect) -> InputResult? {
        guard let (stop, _) = openMenu(now), let box = menuBox(now, in: screen) else { return nil }
        guard box.rect.contains(point) else {
            var now = now
            now.open = nil
            return InputResult(now)
        }
        let index = box.first + point.row - box.inside.minRow
        guard box.inside.contains(point), stop.items.indices.contains(index) else { return InputResult(now) }
        return choose(stop.items[index], now)
    }

    /// An item that cannot be chosen leaves the menu open.
    private func choose(_ item: MenuItem, _ now: TerminalState) -> InputResult {
        guard let activation = item.activation else { return InputResult(now) }
        var now = now
        now.open = nil
        return InputResult(now, .activate(entry: entry, element: item.id.element, activation))
    }
}
