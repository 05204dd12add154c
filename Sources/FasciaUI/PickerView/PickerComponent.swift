/// A type-erased part of a `PickerView`.
@MainActor @preconcurrency public protocol PickerViewContent {
    /// The part as a type-erased column.
    var column: PickerViewColumn { get }
}

/// One wheel of a `PickerView`, with one selected element.
public struct PickerComponent<Element: Hashable>: PickerViewContent {
    private let title: String?
    private let elements: [Element]
    private let selection: Binding<Element?>
    private let isOptional: Bool
    private let initialValue: Element?
    private let label: (Element) -> String

    /// - Parameters:
    ///   - title: the accessibility label, also used by scripts.
    ///   - elements: the values to select from, without duplicates.
    ///   - selection: the selected element. An element is always selected; attempts to clear the selection are ignored.
    ///   - label: the text shown for an element.
    public init<C: Collection>(
        _ title: String? = nil, elements: C, selection: Binding<Element>,
        label: @escaping (Element) -> String = { String(describing: $0) }
    ) where C.Element == Element {
        self.title = title
        self.elements = Array(elements)
        self.selection = Binding(selection)
        isOptional = false
        initialValue = nil
        self.label = label
    }

    /// - Parameters:
    ///   - selection: the selected element, or `nil`.
    ///   - initialValue: the element shown while none is selected; the first one by default. It is never written to the
    ///     selection.
    public init<C: Collection>(
        _ title: String? = nil, elements: C, selection: Binding<Element?>, initialValue: Element? = nil,
        label: @escaping (Element) -> String = { String(describing: $0) }
    ) where C.Element == Element {
        self.title = title
        self.elements = Array(elements)
        self.selection = selection
        isOptional = true
        self.initialValue = initialValue
        self.label = label
    }

    public var column: PickerViewColumn {
        let (elements, selection) = (elements, selection)
        func index(_ element: Element?) -> Int? { element.flatMap(elements.firstIndex) }
        return PickerViewColumn(
            title: title, isOptional: isOptional, options: elements.map(label), names: elements.map { scriptID($0) },
            selected: { index(selection.wrappedValue) }, initial: index(initialValue)
        ) { selection.wrappedValue = $0.map { elements[$0] } }
    }
}

/// Text between the wheels of a `PickerView`: the comma in "1,85 m".
public struct PickerLabel: PickerViewContent {
    private let words: String
    public init(_ words: String) { self.words = words }
    public var column: PickerViewColumn { PickerViewColumn(words: words) }
}

/// A type-erased part of a `PickerView`.
public struct PickerViewColumn {
    /// The accessibility label, also used by scripts.
    public let title: String?
    public let isOptional: Bool
    /// The shown texts of the elements, in order.
    public let options: [String]
    /// The text of a `PickerLabel`; `nil` for a wheel.
    public let words: String?
    /// The ids of the elements for scripts.
    let names: [String]
    let initial: Int?
    let selected: () -> Int?
    let select: (Int?) -> Void

    init(
        title: String?, isOptional: Bool, options: [String], names: [String], selected: @escaping () -> Int?,
        initial: Int?, select: @escaping (Int?) -> Void
    ) {
        (self.title, self.isOptional, self.options, self.initial) = (title, isOptional, options, initial)
        (self.selected, self.select) = (selected, select)
        words = nil
        var taken: Set<String> = []
        self.names = names.map { name in
            var name = name
            while !taken.insert(name).inserted { name += "'" }
            return name
        }
    }

    init(words: String) {
        (title, isOptional, options, names, initial) = (nil, false, [], [], nil)
        self.words = words
        selected = { nil }
        select = { _ in }
    }
}

/// Combines the statements of a closure into the parts of a picker. A string becomes a `PickerLabel`.
@resultBuilder
@MainActor public enum PickerViewBuilder {
    public static func buildExpression(_ component: any PickerViewContent) -> [any PickerViewContent] { [component] }
    public static func buildExpression(_ words: String) -> [any PickerViewContent] { [PickerLabel(words)] }

    public static func buildBlock(_ components: [any PickerViewContent]...) -> [any PickerViewContent] {
        components.flatMap { $0 }
    }

    public static func buildOptional(_ components: [any PickerViewContent]?) -> [any PickerViewContent] { components ?? [] }

    public static func buildEither(first components: [any PickerViewContent]) -> [any PickerViewContent] { components }
    public static func buildEither(second components: [any PickerViewContent]) -> [any PickerViewContent] { components }

    public static func buildArray(_ components: [[any PickerViewContent]]) -> [any PickerViewContent] {
        components.flatMap { $0 }
    }
}
