import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaScene

/// Warns once about each style that no plugin provides. Its controls are drawn with the built-in style.
struct StyleWarnings {
    let plugins: PluginSet

    /// - Returns: a warning for each screen that uses missing styles which its previous version did not use, and for each
    ///   environment whose new values use missing styles.
    func issues(of commands: [Command], in live: LivePanel) -> [Change] {
        commands.compactMap { command in
            switch command {
            case .putScreen(let screen):
                let old = live.panel.screen(screen.id)?.styleNames ?? []
                let new = missing(screen.styleNames).subtracting(old)
                return issue("screen \"\(screen.id)\"", new, ["screen": .string(screen.id)])
            case .setEnvironment(let scope, let values):
                return issue("the environment of \(scope.named)", missing(NamedStyle.all(in: values)))
            default: return nil
            }
        }.map { .issue($0) }
    }

    /// - Returns: a warning for each environment that names missing styles: plugins are not loaded again by themselves when
    ///   the daemon starts.
    func issues(in live: LivePanel) -> [Issue] {
        live.panel.environmentScopes.compactMap { scope in
            issue("the environment of \(scope.named)", missing(NamedStyle.all(in: live.panel.environment(scope))))
        }
    }

    /// - Returns: `nil` if no styles are missing.
    private func issue(_ subject: String, _ names: Set<NamedStyle>, _ breadcrumbs: JSON.Object = [:]) -> Issue? {
        guard let first = names.min(by: { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }) else { return nil }
        var breadcrumbs = breadcrumbs
        breadcrumbs["styles"] = .array(names.map(\.name).sorted().map { .string($0) })
        let available = plugins.styles.names(of: first.kind).joined(separator: ", ")
        return Issue(
            .warning, .style,
            "\(subject) uses the \(first.kind.rawValue)Style \"\(first.name)\", which no loaded plugin provides, so the built-in "
                + "style is drawn: load its plugin with fascia plugin load (available styles: "
                + "\(available.isEmpty ? "none" : available))",
            breadcrumbs: breadcrumbs)
    }

    /// Whether an issue about styles is still true: its plugin does not work, or its screen or an environment names one of its
    /// styles, which no plugin provides.
    func holds(_ issue: Issue, in live: LivePanel) -> Bool {
        guard issue.reason == .style else { return true }
        if let plugin = issue.breadcrumbs["plugin"]?.stringValue { return plugins.hasFailed(plugin) }
        let names = (issue.breadcrumbs["styles"]?.arrayValue ?? []).compactMap(\.stringValue)
        var used: Set<NamedStyle> = []
        if let screen = issue.breadcrumbs["screen"]?.stringValue {
            used = live.panel.screen(screen)?.styleNames ?? []
        } else {
            for scope in live.panel.environmentScopes { used.formUnion(NamedStyle.all(in: live.panel.environment(scope))) }
        }
        return missing(used).contains { names.contains($0.name) }
    }

    private func missing(_ names: Set<NamedStyle>) -> Set<NamedStyle> {
        names.filter { plugins.styles[$0.kind, $0.name] == nil }
    }
}

/// A style that an environment selects by name.
private struct NamedStyle: Hashable {
    var kind: Control.Kind
    var name: String

    /// The styles that the environment names, except built-in ones and `primary`, which any renderer may lack.
    static func all(in environment: JSON.Object) -> Set<NamedStyle> {
        Set(
            Control.Kind.allCases.compactMap { kind in
                guard let name = environment[kind.rawValue + "Style"]?.stringValue else { return nil }
                return StyleRegistry.isBuiltIn(name, for: kind) || name == "primary" ? nil : NamedStyle(kind: kind, name: name)
            })
    }
}

extension EnvironmentScope {
    fileprivate var named: String {
        switch self {
        case .panel: "the panel"
        case .stack(let name): "stack \"\(name)\""
        case .screen(let id): "screen \"\(id)\""
        case .entry(let id): "entry \"\(id)\""
        }
    }
}

extension Screen {
    /// The styles that the screen names.
    fileprivate var styleNames: Set<NamedStyle> {
        var names = NamedStyle.all(in: environment)
        func search(_ node: Node) {
            for modifier in node.modifiers {
                if case .environment(let values) = modifier { names.formUnion(NamedStyle.all(in: values)) }
            }
            for child in node.children + node.attached { search(child) }
        }
        search(body)
        return names
    }
}
