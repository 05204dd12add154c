import FasciaModel
import FasciaRender

/// Screens and environments may name styles that no plugin gives. They are drawn all the same, by the built-in ones; it is
/// said once.
extension Core {
    /// The screens that commands replace. (A copy of the whole panel would make the next change copy what it changes.)
    func screens(replacedBy commands: [Command]) -> [String: Screen] {
        var screens: [String: Screen] = [:]
        for case .putScreen(let screen) in commands { screens[screen.id] = try? panel.requireScreen(screen.id) }
        return screens
    }

    /// - Parameters:
    ///   - commands: what has been carried out.
    ///   - before: the screens that were there before them, by their ids.
    /// - Returns: a warning for each screen that names styles that are not there, and did not do so before, and for each
    ///   environment that is given such a name.
    func styleIssues(of commands: [Command], replacing before: [String: Screen]) -> [Change] {
        commands.compactMap { command in
            var names: Set<NamedStyle>
            let author: String
            var crumbs = JSON.Object()
            switch command {
            case .putScreen(let screen):
                names = missing(screen.styleNames)
                if !names.isEmpty, let old = before[screen.id] { names.subtract(old.styleNames) }
                author = "screen \"\(screen.id)\""
                crumbs["screen"] = .string(screen.id)
            case .setEnvironment(let scope, let values):
                names = missing(NamedStyle.all(in: values))
                author = "the environment of \(scope.named)"
            default: return nil
            }
            guard let first = names.min(by: { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }) else {
                return nil
            }
            crumbs["styles"] = .array(names.map(\.name).sorted().map { .string($0) })
            let there = plugins.styles.names(of: first.kind)
            let helps = there.isEmpty ? "no plugin gives any" : "there is " + there.joined(separator: ", ")
            return .issue(
                Issue(
                    .warning, .style,
                    "\(author) names the \(first.kind.rawValue)Style \"\(first.name)\", which is not "
                        + "there: the built-in one is drawn (\(helps)); fascia plugin load loads another",
                    breadcrumbs: crumbs))
        }
    }

    private func missing(_ names: Set<NamedStyle>) -> Set<NamedStyle> {
        names.filter { plugins.styles[$0.kind, $0.name] == nil }
    }
}

private struct NamedStyle: Hashable {
    var kind: Control.Kind
    var name: String

    /// Those that an environment names, but for those that every renderer may leave out.
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
    /// The styles that it asks for by name.
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
