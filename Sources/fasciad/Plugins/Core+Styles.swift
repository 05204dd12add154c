import FasciaModel
import FasciaRender

/// Screens may name styles that no plugin gives. They are drawn all the same, by the built-in ones; it is said once.
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
    /// - Returns: a warning for each screen that names styles that are not there, and did not do so before.
    func styleIssues(of commands: [Command], replacing before: [String: Screen]) -> [Change] {
        commands.compactMap { command in
            guard case .putScreen(let screen) = command else { return nil }
            var names = screen.styleNames.filter { plugins.styles[$0.kind, $0.name] == nil }
            if !names.isEmpty, let old = before[screen.id] { names.subtract(old.styleNames) }
            guard let first = names.min(by: { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }) else {
                return nil
            }
            let there = plugins.styles.names(of: first.kind)
            let helps = there.isEmpty ? "no plugin gives any" : "there is " + there.joined(separator: ", ")
            return .issue(
                Issue(
                    .warning, .style,
                    "screen \"\(screen.id)\" names the \(first.kind.rawValue)Style \"\(first.name)\", which is not "
                        + "there: the built-in one is drawn (\(helps)); fascia plugin load loads another",
                    breadcrumbs: [
                        "screen": .string(screen.id), "styles": .array(names.map(\.name).sorted().map { .string($0) }),
                    ]))
        }
    }
}

private struct NamedStyle: Hashable { var kind: Control.Kind; var name: String }

extension Screen {
    /// The styles that it asks for by name, but for those that every renderer may leave out.
    fileprivate var styleNames: Set<NamedStyle> {
        var names: Set<NamedStyle> = []
        func add(_ environment: JSON.Object) {
            for kind in Control.Kind.allCases {
                guard let name = environment[kind.rawValue + "Style"]?.stringValue else { continue }
                if name != StyleRegistry.defaultName, name != "primary" { names.insert(NamedStyle(kind: kind, name: name)) }
            }
        }
        func search(_ node: Node) {
            for modifier in node.modifiers {
                if case .environment(let values) = modifier { add(values) }
            }
            for child in node.children + node.attached { search(child) }
        }
        add(environment)
        search(body)
        return names
    }
}
