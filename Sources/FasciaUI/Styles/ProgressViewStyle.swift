import FasciaDocument

/// The appearance of progress views.
@MainActor @preconcurrency public protocol ProgressViewStyle {
    associatedtype Body: View
    typealias Configuration = ProgressViewStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct ProgressViewStyleConfiguration {
    public typealias Label = ControlLabel
    public typealias CurrentValueLabel = ControlLabel
    /// From 0 to 1; `nil` if the progress is indeterminate.
    public let fractionCompleted: Double?
    public let label: Label?
    public var currentValueLabel: CurrentValueLabel?
}

/// The progress view that the renderer draws.
struct PlainProgress: View, Primitive {
    let configuration: ProgressViewStyleConfiguration

    func update(_ viewNode: ViewNode) {
        viewNode.updateChildren { children in
            if let label = configuration.label { children.update(.label, label) }
            if let current = configuration.currentValueLabel { children.update(.footer, current) }
        }
        viewNode.setLowering { [unowned viewNode, fraction = configuration.fractionCompleted] in
            let (words, modifiers) = viewNode.label()
            let progress = ProgressContent(fraction.map { .literal($0) } ?? .indeterminate, label: words, showsValue: false)
            let node = Node(.progress(progress), id: viewNode.address, modifiers: modifiers)
            let current = viewNode.child(.footer)?.lowered() ?? []
            return current.isEmpty ? [node] : [Node(.stack(StackContent(.horizontal, children: [node] + current)))]
        }
    }
}

public struct DefaultProgressViewStyle: ProgressViewStyle {
    nonisolated public init() {}
    public func makeBody(configuration: Configuration) -> some View { PlainProgress(configuration: configuration) }
}

public struct LinearProgressViewStyle: ProgressViewStyle {
    private var tint: Color?
    nonisolated public init() {}
    nonisolated public init(tint: Color) { self.tint = tint }

    public func makeBody(configuration: Configuration) -> some View {
        PlainProgress(configuration: configuration).tint(ifGiven: tint)
    }
}

/// Drawn as a bar: a terminal cannot draw a circle.
public typealias CircularProgressViewStyle = LinearProgressViewStyle

extension ProgressViewStyle where Self == DefaultProgressViewStyle { public static var automatic: Self { Self() } }
extension ProgressViewStyle where Self == LinearProgressViewStyle {
    public static var linear: Self { Self() }
    public static var circular: Self { Self() }
}

extension ProgressViewStyle {
    func view(_ configuration: Configuration) -> any View {
        StyledView(style: self) { $0.makeBody(configuration: configuration) }
    }
}

extension EnvironmentValues {
    @Entry var progressViewStyles: StyleStack<any ProgressViewStyle> = StyleStack(DefaultProgressViewStyle())
}

extension View {
    public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View { pushing(style, on: \.progressViewStyles) }
}
