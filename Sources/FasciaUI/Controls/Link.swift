/// A button that opens a URL with `openURL`.
public struct Link<Label: View>: View {
    private let destination: URL
    private let label: Label
    @Environment(\.openURL) private var openURL

    public init(destination: URL, @ViewBuilder label: () -> Label) {
        self.destination = destination
        self.label = label()
    }

    public var body: some View {
        Button {
            openURL(destination)
        } label: {
            label
        }.accessibilityAddTraits(.isLink)
    }
}

extension Link where Label == Text {
    @AnyTitle
    public init(_ title: LocalizedStringKey, destination: URL) { self.init(destination: destination) { Text(title) } }
}

/// A button that shows an item, so that it can be copied from the terminal.
public struct ShareLink<Label: View>: View {
    private let words: String
    private let label: Label
    @Environment(\.coordinator) private var coordinator

    init(words: String, label: Label) { (self.words, self.label) = (words, label) }

    public var body: some View {
        Button {
            coordinator?.modal(view: CopyView(title: "Share", words: words))
        } label: {
            label
        }
    }
}

extension ShareLink {
    /// - Parameter item: shown as it is described: a text, a URL.
    public init<Item>(item: Item, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(words: "\(item)", label: label())
    }
}

extension ShareLink where Label == FasciaUI.Label<Text, Image> {
    public init<Items: Sequence>(items: Items, subject: Text? = nil, message: Text? = nil) {
        self.init(
            words: items.map { "\($0)" }.joined(separator: "\n"),
            label: FasciaUI.Label("Share…", systemImage: "square.and.arrow.up"))
    }
    /// - Parameter preview: ignored: the item itself is shown.
    public init<Item>(item: Item, subject: Text? = nil, message: Text? = nil, preview: SharePreview? = nil) {
        self.init("Share…", item: item)
    }
    @AnyTitle
    public init<Item>(
        _ title: LocalizedStringKey, item: Item, subject: Text? = nil, message: Text? = nil, preview: SharePreview? = nil
    ) { self.init(item: item) { FasciaUI.Label(title, systemImage: "square.and.arrow.up") } }
}

/// What is shown of an item before it is shared.
public struct SharePreview: Sendable {
    public init(_ title: LocalizedStringKey) {}
    public init(_ title: LocalizedStringKey, image: Image) {}
}

/// A text by itself, which the terminal can copy.
struct CopyView: View {
    let title: String
    let words: String
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        VStack(alignment: .leading) {
            Text(verbatim: words)
            Button("Done") { dismiss() }
        }
        .navigationTitle(title)
    }
}

/// Opens a URL: `@Environment(\.openURL) private var openURL`.
///
/// A terminal has no browser. So by default the URL is shown, to be copied or clicked on there.
public struct OpenURLAction {
    /// What a handler has done.
    public struct Result: Sendable {
        fileprivate enum Kind: Sendable { case handled, discarded, system(URL?) }
        fileprivate let kind: Kind
        public static let handled = Result(kind: .handled), discarded = Result(kind: .discarded)
        /// It is left to the terminal.
        public static let systemAction = Result(kind: .system(nil))
        public static func systemAction(_ url: URL) -> Result { Result(kind: .system(url)) }
    }

    private let handler: (URL) -> Result
    private let coordinator: Coordinator?

    public init(handler: @escaping (URL) -> Result) { (self.handler, coordinator) = (handler, nil) }

    fileprivate init(_ action: OpenURLAction, coordinator: Coordinator?) {
        (handler, self.coordinator) = (action.handler, coordinator)
    }

    @MainActor public func callAsFunction(_ url: URL) { callAsFunction(url) { _ in } }

    /// - Parameter completion: called with whether the URL was opened or shown.
    @MainActor public func callAsFunction(_ url: URL, completion: @escaping (Bool) -> Void) {
        switch handler(url).kind {
        case .handled: completion(true)
        case .discarded: completion(false)
        case .system(let other):
            coordinator?.modal(view: CopyView(title: "Link", words: (other ?? url).absoluteString))
            completion(coordinator != nil)
        }
    }
}

/// Opens a window of the app by its id: `@Environment(\.openWindow) private var openWindow`.
@MainActor public struct OpenWindowAction {
    fileprivate let coordinator: Coordinator?
    fileprivate let screen: String?

    public func callAsFunction(id: String) {
        let app = screen?.prefix { $0 != "/" && $0 != "@" } ?? ""
        coordinator?.push(screen: "\(app)/\(id)")
    }
}

extension EnvironmentValues {
    @Entry private var openURLHandler: OpenURLAction = OpenURLAction { _ in .systemAction }

    public var openURL: OpenURLAction {
        get { OpenURLAction(openURLHandler, coordinator: coordinator) }
        set { openURLHandler = newValue }
    }

    public var openWindow: OpenWindowAction { OpenWindowAction(coordinator: coordinator, screen: screen) }
}
