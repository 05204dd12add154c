/// Says that there is nothing to show, why, and perhaps what to do.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
    private let label: Label
    private let description: Description
    private let actions: Actions

    public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        self.label = label()
        self.description = description()
        self.actions = actions()
    }

    public var body: some View {
        VStack {
            label.bold()
            description.foregroundStyle(.secondary).multilineTextAlignment(.center)
            actions
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
    }
}

extension ContentUnavailableView where Label == FasciaUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    @AnyTitle public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
        self.init {
            FasciaUI.Label(title, systemImage: name)
        } description: {
            description
        } actions: {
            EmptyView()
        }
    }
    @AnyTitle public init(_ title: LocalizedStringKey, image name: String, description: Text? = nil) {
        self.init(title, systemImage: name, description: description)
    }
}

/// The type of `ContentUnavailableView.search`.
public typealias SearchUnavailableContent = ContentUnavailableView<Label<Text, Image>, Text?, EmptyView>

extension ContentUnavailableView where Label == FasciaUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    /// Nothing was found.
    public static var search: ContentUnavailableView { search(text: "") }

    /// Nothing was found for a text.
    public static func search(text: String) -> ContentUnavailableView {
        let title = text.isEmpty ? "No Results" : "No Results for “\(text)”"
        return ContentUnavailableView(
            title as String, systemImage: "magnifyingglass", description: Text("Check the spelling or try a new search."))
    }
}

/// An image that would be loaded. A terminal has no pictures, so its placeholder is shown, and nothing is loaded.
public struct AsyncImage<Content: View>: View {
    private let content: Content
    private init(_ content: Content) { self.content = content }
    public var body: some View { content }
}

extension AsyncImage {
    public init<Shown: View, Placeholder: View>(
        url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> Shown,
        @ViewBuilder placeholder: @escaping () -> Placeholder
    ) where Content == _ConditionalContent<Shown, Placeholder> { self.init(ViewBuilder.buildEither(second: placeholder())) }
    public init(
        url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
    ) { self.init(content(.empty)) }
}

extension AsyncImage where Content == Image {
    public init(url: URL?, scale: CGFloat = 1) { self.init(Image(systemName: "photo")) }
}

/// How far an image is loaded: here not at all.
public enum AsyncImagePhase: Sendable {
    case empty
    case success(Image)
    case failure(any Error)

    public var image: Image? { if case .success(let image) = self { image } else { nil } }
    public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
