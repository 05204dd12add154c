/// One part of a `PickerView`, whatever the type of its elements.
@MainActor @preconcurrency public protocol PickerViewContent {
    /// What people see of it, and how it is given another selection, without its type.
    var column: PickerViewColumn { get }
}

/// One wheel of a `PickerView`: some elements, of which one is selected.
public struct PickerComponent<Element: Hashable>: PickerViewContent {
    private let title: String?
    private let elements: [Element]
    private let selection: Binding<Element?>
    private let isOptional: Bool
    private let initialValue: Element?
    private let label: (Element) -> String

    /// - Parameters:
    ///   - title: what scripts and screen readers call it.
    ///   - elements: what there is to pick, each once.
    ///   - selection: something is always selected; to set it to nothing changes nothing.
    ///   - label: what people read.
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
    ///   - selection: nothing may be selected.
    ///   - initialValue: what is shown while nothing is; it is never written to the selection. The first element
    ///     where it is left out.
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
        func place(_ element: Element?) -> Int? { element.flatMap(elements.firstIndex) }
        return PickerViewColumn(
            title: title, isOptional: isOptional, options: elements.map(label), names: elements.map { optionName($0) },
            selected: { place(selection.wrappedValue) }, initial: place(initialValue)
        ) { selection.wrappedValue = $0.map { elements[$0] } }
    }
}

/// Words between the wheels of a `PickerView`: the comma in "1,85 m". They cannot be operated.
public struct PickerLabel: PickerViewContent {
    private let words: String
    public init(_ words: String) { self.words = words }
    public var column: PickerViewColumn { PickerViewColumn(words: words) }
}

/// A part of a `PickerView` without its type.
public struct PickerViewColumn {
    /// What scripts and screen readers call it.
    public let title: String?
    public let isOptional: Bool
    /// What people read of its elements, in order.
    public let options: [String]
    /// What it says, where it is decoration.
    public let words: String?
    /// What scripts call the elements.
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

/// Makes the components of a picker of the statements in a closure. A string is a `PickerLabel`.
@resultBuilder
@MainActor public enum PickerViewBuilder {
    public static func buildExpression(_ component: any PickerViewContent) -> [any PickerViewContent] { [component] }
    public static func buildExpression(_ words: String) -> [any PickerViewContent] { [PickerLabel(words)] }

    public static func buildBlock(_ components: [any PickerViewContent]...) -> [any PickerViewContent] {
        components.flatMap { $0 }
    }

    public static func buildOptional(_ components: [any PickerViewContent]?) -> [any PickerViewContent] {
        components ?? []
    }

    public static func buildEither(first components: [any PickerViewContent]) -> [any PickerViewContent] { components }
    public static func buildEither(second components: [any PickerViewContent]) -> [any PickerViewContent] { components }

    public static func buildArray(_ components: [[any PickerViewContent]]) -> [any PickerViewContent] {
        components.flatMap { $0 }
    }
}
