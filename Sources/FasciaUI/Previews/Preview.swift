/// Views to look at while they are written. An app does not show them; `FasciaTesting` makes pictures of them.
@MainActor @preconcurrency public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

/// Views to look at while they are written, as `#Preview` declares them.
@MainActor @preconcurrency public struct Preview {
    /// The kind of traits that views have.
    public enum ViewTraits: Sendable {}

    public let name: String?
    let traits: [PreviewTrait<ViewTraits>]
    let body: @MainActor () -> any View

    public init(
        _ name: String? = nil, traits: PreviewTrait<ViewTraits>..., @ViewBuilder body: @escaping @MainActor () -> any View
    ) {
        self.name = name
        self.traits = traits
        self.body = body
    }
}

/// Declares views to look at while they are written. An app does not show them.
///
///     #Preview("A long title") { Row(title: "A title that does not fit into one line") }
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, traits: PreviewTrait<FasciaUI.Preview.ViewTraits>...,
    @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "FasciaMacros", type: "PreviewMacro")

/// Makes a variable at the beginning of a `#Preview` a property of the preview, so that it can be state.
@attached(peer)
public macro Previewable() = #externalMacro(module: "FasciaMacros", type: "PreviewableMacro")

/// What `#Preview` expands to.
@MainActor @preconcurrency public protocol _PreviewDeclaration {
    @MainActor static var preview: Preview { get }
}

/// How a preview is shown.
public struct PreviewTrait<Kind>: Sendable {
    let layout: PreviewLayout
    fileprivate init(_ layout: PreviewLayout = .device) { self.layout = layout }
}

extension PreviewTrait where Kind == Preview.ViewTraits {
    public static var defaultLayout: Self { Self() }
    /// As large as the view wants to be.
    public static var sizeThatFitsLayout: Self { Self(.sizeThatFits) }
    /// A size in points.
    public static func fixedLayout(width: CGFloat, height: CGFloat) -> Self { Self(.fixed(width: width, height: height)) }
    public static var portrait: Self { Self() }
    public static var portraitUpsideDown: Self { Self() }
    public static var landscapeLeft: Self { Self() }
    public static var landscapeRight: Self { Self() }
}

/// The size of a preview.
public enum PreviewLayout: Hashable, Sendable {
    /// That of the terminal.
    case device
    /// As large as the view wants to be.
    case sizeThatFits
    /// A size in points.
    case fixed(width: CGFloat, height: CGFloat)
}

/// The device that a preview is shown on. Here it is a terminal, whatever the name.
public struct PreviewDevice: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral name: String) { rawValue = name }
}

/// Which side of a device is up.
public enum InterfaceOrientation: CaseIterable, Hashable, Sendable {
    case portrait, portraitUpsideDown, landscapeLeft, landscapeRight
}

// MARK: - Modifiers

/// What a modifier says about a preview.
private struct PreviewModifier: ViewModifier, PrimitiveModifier {
    var name: String?
    var layout: PreviewLayout?

    func update(_ viewNode: ViewNode, content: any View) { viewNode.updatePassthrough(content) }
}

extension View {
    /// The name of the preview.
    public func previewDisplayName(_ name: String?) -> some View { modifier(PreviewModifier(name: name)) }
    public func previewLayout(_ layout: PreviewLayout) -> some View { modifier(PreviewModifier(layout: layout)) }
}

// MARK: - The previews of a view

/// One view of a preview, with what its modifiers say.
@MainActor package struct PreviewedView {
    package var view: AnyView
    package var name: String?
    package var layout: PreviewLayout?

    /// The views that a provider makes, each by itself.
    package static func all<Provider: PreviewProvider>(of type: Provider.Type) -> [PreviewedView] { parts(of: type.previews) }

    /// The views of a preview that `#Preview` has declared.
    package static func all(of preview: Preview) -> [PreviewedView] {
        parts(of: preview.body()).map { part in
            var part = part
            part.name = part.name ?? preview.name
            part.layout = part.layout ?? preview.traits.map(\.layout).first { $0 != .device }
            return part
        }
    }

    static func parts(of view: any View) -> [PreviewedView] {
        (view as? any PreviewParts)?.previewParts.flatMap { parts(of: $0) }
            ?? (view as? any PreviewModified)?.previewed(parts) ?? [PreviewedView(view: AnyView(erased: view))]
    }
}

/// A view whose parts are previews of their own.
@MainActor private protocol PreviewParts {
    var previewParts: [any View] { get }
}

extension TupleView: PreviewParts { fileprivate var previewParts: [any View] { elements } }

extension Group: PreviewParts where Content: View { fileprivate var previewParts: [any View] { [content] } }

extension ForEach: PreviewParts where Content: View { fileprivate var previewParts: [any View] { data.map { content($0) } } }

extension AnyView: PreviewParts { fileprivate var previewParts: [any View] { [view] } }

/// A view with a modifier, which holds for each part of the view.
@MainActor private protocol PreviewModified {
    func previewed(_ parts: (any View) -> [PreviewedView]) -> [PreviewedView]
}

extension ModifiedContent: PreviewModified where Content: View, Modifier: ViewModifier {
    fileprivate func previewed(_ parts: (any View) -> [PreviewedView]) -> [PreviewedView] {
        parts(content).map { part in
            var part = part
            if let modifier = modifier as? PreviewModifier {
                part.name = part.name ?? modifier.name
                part.layout = part.layout ?? modifier.layout
            } else {
                part.view = AnyView(part.view.modifier(modifier))
            }
            return part
        }
    }
}
