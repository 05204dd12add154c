/// A field above what is searched, with tokens beside it, and scopes and suggestions below it.
private struct SearchModifier: ViewModifier {
    let text: Binding<String>
    let isPresented: Binding<Bool>?
    let prompt: Text?
    var tokens: AnyView?
    @Environment(\.searchActions) private var submit
    @Environment(\.searchScopes) private var scopes
    @Environment(\.searchSuggestions) private var suggestions
    /// The suggestion that was chosen last, after which there are no others until the text is changed.
    @State private var chosen: String?

    func body(content: Content) -> some View {
        let isSearching = isPresented?.wrappedValue ?? !text.wrappedValue.isEmpty
        let dismiss = DismissSearchAction {
            text.wrappedValue = ""
            isPresented?.wrappedValue = false
        }
        VStack(alignment: .leading, spacing: 0) {
            TextField(text: text, prompt: prompt ?? Text("Search")) { prompt ?? Text("Search") }
                .environment(\.submitActions, submit)
            tokens
            scopes?()
            if !text.wrappedValue.isEmpty, text.wrappedValue != chosen, let suggestions {
                suggestions().environment(
                    \.searchText,
                    Binding {
                        text.wrappedValue
                    } set: {
                        chosen = $0
                        text.wrappedValue = $0
                    })
            }
            content
                .environment(\.isSearching, isSearching).environment(\.dismissSearch, dismiss)
                .environment(\.searchScopes, nil).environment(\.searchSuggestions, nil)
        }
        .onChange(of: text.wrappedValue) { _, new in if !new.isEmpty { isPresented?.wrappedValue = true } }
    }
}

/// What else is searched for, and what is suggested for that.
private struct SearchTokens<Tokens: RandomAccessCollection & RangeReplaceableCollection, Label: View>: View
where Tokens.Element: Identifiable {
    @Binding var tokens: Tokens
    let suggested: Binding<Tokens>?
    let label: (Tokens.Element) -> Label

    var body: some View {
        HStack {
            ForEach(Array(tokens)) { token in button(token, "×", action: $tokens.removing(token)) }
            if let suggested {
                ForEach(suggested.except(tokens)) { token in button(token, "+", action: $tokens.appending(token)) }
            }
        }
    }

    private func button(_ token: Tokens.Element, _ mark: String, action: @escaping () -> Void) -> some View {
        Button(action: action) {
            HStack {
                Text(verbatim: mark)
                label(token)
            }
        }
    }
}

extension Binding where Value: RangeReplaceableCollection, Value.Element: Identifiable {
    fileprivate func removing(_ token: Value.Element) -> () -> Void { { wrappedValue.removeAll { $0.id == token.id } } }
    fileprivate func except(_ others: Value) -> [Value.Element] {
        let ids = Set(others.map(\.id))
        return wrappedValue.filter { !ids.contains($0.id) }
    }
    fileprivate func appending(_ token: Value.Element) -> () -> Void { { wrappedValue.append(token) } }
}

/// Empties the search field: `@Environment(\.dismissSearch) private var dismissSearch`.
public struct DismissSearchAction {
    let action: () -> Void
    public func callAsFunction() { action() }
}

/// Where a search field stands. Here it is above what is searched.
public struct SearchFieldPlacement: Hashable, Sendable {
    public enum NavigationBarDrawerDisplayMode: Sendable { case automatic, always }
    public static let automatic = SearchFieldPlacement(), toolbar = SearchFieldPlacement(), sidebar = SearchFieldPlacement()
    public static let navigationBarDrawer = SearchFieldPlacement(), toolbarPrincipal = SearchFieldPlacement()
    public static func navigationBarDrawer(displayMode: NavigationBarDrawerDisplayMode) -> SearchFieldPlacement { .automatic }
}

/// When scopes are shown. Here they always are.
public enum SearchScopeActivation: Hashable, Sendable { case automatic, onTextEntry, onSearchPresentation }

extension EnvironmentValues {
    /// Whether there is something in the search field around the view.
    @Entry public var isSearching = false
    @Entry public var dismissSearch: DismissSearchAction = DismissSearchAction {}
    @Entry var searchScopes: (() -> AnyView)?
    @Entry var searchSuggestions: (() -> AnyView)?
    /// The text of the search field that the suggestion belongs to.
    @Entry var searchText: Binding<String>?
}

extension View {
    private func searching(
        _ text: Binding<String>, _ isPresented: Binding<Bool>?, _ prompt: Text?, _ tokens: AnyView? = nil
    ) -> some View { modifier(SearchModifier(text: text, isPresented: isPresented, prompt: prompt, tokens: tokens)) }

    /// Shows a search field above the view, whatever the placement.
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>? = nil, placement: SearchFieldPlacement = .automatic,
        prompt: Text? = nil
    ) -> some View { searching(text, isPresented, prompt) }
    @AnyTitle
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>? = nil, placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey
    ) -> some View { searching(text, isPresented, Text(prompt)) }

    /// With what else is searched for below the field: a tap takes a token away, and adds a suggested one.
    public func searchable<Tokens: RandomAccessCollection & RangeReplaceableCollection, Label: View>(
        text: Binding<String>, tokens: Binding<Tokens>, suggestedTokens: Binding<Tokens>? = nil,
        isPresented: Binding<Bool>? = nil, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
        @ViewBuilder token: @escaping (Tokens.Element) -> Label
    ) -> some View where Tokens.Element: Identifiable {
        searching(text, isPresented, prompt, AnyView(SearchTokens(tokens: tokens, suggested: suggestedTokens, label: token)))
    }
    @AnyTitle
    public func searchable<Tokens: RandomAccessCollection & RangeReplaceableCollection, Label: View>(
        text: Binding<String>, tokens: Binding<Tokens>, suggestedTokens: Binding<Tokens>? = nil,
        isPresented: Binding<Bool>? = nil, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
        @ViewBuilder token: @escaping (Tokens.Element) -> Label
    ) -> some View where Tokens.Element: Identifiable {
        searching(
            text, isPresented, Text(prompt), AnyView(SearchTokens(tokens: tokens, suggested: suggestedTokens, label: token)))
    }

    /// The form of earlier versions, with the suggestions in it.
    public func searchable<Suggestions: View>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey = "Search",
        @ViewBuilder suggestions: @escaping () -> Suggestions
    ) -> some View { searching(text, nil, Text(prompt)).searchSuggestions(suggestions) }

    /// Views below a search field that has a text. A tap on one with a `searchCompletion` sets the text.
    public func searchSuggestions<Suggestions: View>(@ViewBuilder _ suggestions: @escaping () -> Suggestions) -> some View {
        environment(\.searchSuggestions, { AnyView(suggestions()) })
    }

    public func searchCompletion(_ completion: String) -> some View { modifier(SearchCompletion(completion: completion)) }

    /// Options below a search field, of which one is chosen.
    public func searchScopes<Value: Hashable, Scopes: View>(
        _ scope: Binding<Value>, @ViewBuilder scopes: @escaping () -> Scopes
    ) -> some View {
        environment(
            \.searchScopes,
            {
                AnyView(
                    Picker(selection: scope) {
                        scopes()
                    } label: {
                        Text("Scope")
                    }.pickerStyle(.segmented).labelsHidden())
            })
    }
    public func searchScopes<Value: Hashable, Scopes: View>(
        _ scope: Binding<Value>, activation: SearchScopeActivation, @ViewBuilder _ scopes: @escaping () -> Scopes
    ) -> some View { searchScopes(scope, scopes: scopes) }
}

/// Makes a suggestion a button that sets the text of its search field.
private struct SearchCompletion: ViewModifier {
    let completion: String
    @Environment(\.searchText) private var text

    func body(content: Content) -> some View {
        Button {
            text?.wrappedValue = completion
        } label: {
            content
        }
    }
}
