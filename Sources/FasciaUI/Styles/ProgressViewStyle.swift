/// How progress looks.
@MainActor @preconcurrency public protocol ProgressViewStyle {
    associatedtype Body: View
    typealias Configuration = ProgressViewStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

public struct ProgressViewStyleConfiguration {
    public typealias Label = ControlLabel
    /// From 0 to 1; `nil` where it is not known.
    public let fractionCompleted: Double?
    public let label: Label?
}

/// A bar of 20 cells and a percentage; where nothing is known, three dots.
public struct LinearProgressViewStyle: ProgressViewStyle {
    nonisolated public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.label
            if let fraction = configuration.fractionCompleted {
                let filled = Int((fraction * 20).rounded())
                Text(verbatim: String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled))
                Text(verbatim: "\(Int((fraction * 100).rounded())) %")
            } else {
                Text(verbatim: "…")
            }
        }
    }
}

extension ProgressViewStyle where Self == LinearProgressViewStyle {
    public static var automatic: LinearProgressViewStyle { LinearProgressViewStyle() }
    public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}

extension ProgressViewStyle {
    func view(_ configuration: Configuration) -> any View { StyledProgress(style: self, configuration: configuration) }
}

private struct StyledProgress<Style: ProgressViewStyle>: View, StandsFor {
    let style: Style
    let configuration: ProgressViewStyleConfiguration
    static var subject: Any.Type { Style.self }
    var body: some View { style.makeBody(configuration: configuration) }
}

private struct ProgressViewStyleKey: EnvironmentKey {
    static var defaultValue: any ProgressViewStyle { LinearProgressViewStyle() }
}

extension EnvironmentValues {
    var progressViewStyle: any ProgressViewStyle {
        get { self[ProgressViewStyleKey.self] }
        set { self[ProgressViewStyleKey.self] = newValue }
    }
}

extension View {
    public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
        environment(\.progressViewStyle, style)
    }
}
