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
    public var isDestructive = false
}

extension MenuItem {
    /// The items of a menu: its options, or the operable elements in it.
    package static func items(of menu: Element) -> [MenuItem] {
        if let options = menu.options { return items(of: options, element: menu.id, isEnabled: menu.isEnabled) }
        return menu.children.flatMap { items($0, level: 0) }
    }

    private static func items(_ element: Element, level: Int) -> [MenuItem] {
        let inside = element.children
        switch element.content {
        case .section(let title?, _): return headed(title, inside, level)
        case .text(let text): return [heading(text, level)]
        default: break
        }
        switch element.controlKind {
        case .menu where element.options == nil: return headed(element.control?.label ?? "", inside, level)
        case .picker, .segments, .menu:
            guard !element.label.isEmpty else { return options(of: element, level: level) }
            return [heading(element.label, level)] + options(of: element, level: level + 1)
        case .button, .toggle, .option:
            return [item(element, element.control?.label ?? "", level, isChecked: element.control?.state == .on)]
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
            activation: element.isEnabled ? element.activation : nil, isHeading: false, isChecked: isChecked,
            isDestructive: element.control?.role == .destructive)
    }

    private static func options(of element: Element, level: Int) -> [MenuItem] {
        guard let options = element.options else { return [] }
        return items(of: options, element: element.id, isEnabled: element.isEnabled, level: level)
    }

    /// The items of a choice.
    package static func items(of options: Options, element: String, isEnabled: Bool, level: Int = 0) -> [MenuItem] {
        options.all.enumerated().map { index, option in
            MenuItem(
                id: ID(element: element, option: option.id), label: option.label, level: level,
                activation: isEnabled ? option.activation : nil, isHeading: false,
                isChecked: index == options.selected)
        }
    }
}
