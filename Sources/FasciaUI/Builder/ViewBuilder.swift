/// Combines the statements of a closure into one view.
@resultBuilder
public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    @preconcurrency @MainActor
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        var elements: [any View] = []
        repeat elements.append(each content)
        return TupleView(elements: elements)
    }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    public static func buildEither<True: View, False: View>(first: True) -> _ConditionalContent<True, False> {
        _ConditionalContent(.first(first))
    }
    public static func buildEither<True: View, False: View>(second: False) -> _ConditionalContent<True, False> {
        _ConditionalContent(.second(second))
    }

    @preconcurrency @MainActor
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }

    @preconcurrency @MainActor
    public static func buildArray<Content: View>(_ components: [Content]) -> TupleView<[Content]> {
        TupleView(elements: components)
    }
}
