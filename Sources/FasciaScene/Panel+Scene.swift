import FasciaDocument
import FasciaModel

extension Panel {
    /// The visible part of a stack; `nil` if there is no such stack.
    ///
    /// Only the top entry of each visible layer is resolved, however deep the stack is. Unknown names are shown as
    /// missing, because a screen may be published before the things it binds.
    ///
    /// - Parameters:
    ///   - view: the part of the stack to show.
    ///   - withAside: whether the scene includes the entry aside.
    public func scene(
        stack name: String, view: StackView = .whole, feeds: Feeds = Feeds(), withAside: Bool = false
    ) -> Scene? {
        guard let shown = stack(name).map(view.layers) else { return nil }
        // A cover hides what is under it.
        let lowest = shown.lastIndex { $0.modal == .cover } ?? 0
        var logs: Set<String> = []
        var layers = shown[lowest...].compactMap { layer -> SceneLayer? in
            guard let entry = layer.entries.last else { return nil }
            let below = layer.entries.dropLast()
            return SceneLayer(
                entry: entry, modal: layer.modal, title: shownTitle(of: entry), back: below.last.map(title),
                path: path(below), root: root(of: entry, in: name, feeds, &logs))
        }
        if withAside, let entry = entryAside(stack: name, view: view), let main = layers.first {
            var aside = SceneLayer(entry: entry, title: title(of: entry), root: root(of: entry, in: name, feeds, &logs))
            aside.isAside = true
            aside.selected = aside.root.link(to: main.entry.route)
            layers.insert(aside, at: 0)
        }
        var scene = Scene(stack: name, layers: layers)
        scene.logs = logs
        return scene
    }

    /// The entry that a wide terminal shows beside the base layer's top entry: the one below it, if its screen is
    /// published and no cover hides it.
    public func entryAside(stack name: String, view: StackView = .whole) -> Entry? {
        guard let layers = stack(name).map(view.layers), !layers.contains(where: { $0.modal == .cover }),
            let entry = layers.first?.entries.dropLast().last, screen(screenID(of: entry)) != nil
        else { return nil }
        return entry
    }

    private func root(
        of entry: Entry, in stack: String, _ feeds: Feeds, _ logs: inout Set<String>
    ) -> Element {
        if let screen = screen(screenID(of: entry)) {
            let resolver = SceneResolver(panel: self, feeds: feeds, entry: entry)
            defer { logs.formUnion(resolver.logs) }
            return resolver.root(screen.body, environment(stack, screen, entry))
        }
        let environment = environment(stack, nil, entry)
        guard entry.route.screen == Panel.homeScreen else {
            return Element(id: "0", .missing(missing(entry.route.screen)), environment: environment)
        }
        return SceneResolver(panel: self, feeds: feeds, entry: entry).root(home(stack: stack), environment)
    }

    /// A title bar has room for a few titles.
    private static let maximumTitles = 8

    private func path(_ entries: ArraySlice<Entry>) -> [String] {
        let near = entries.suffix(Panel.maximumTitles)
        return (near.count < entries.count ? ["…"] : []) + near.map(title)
    }

    /// The title, marked if the app behind the screen has disconnected.
    private func shownTitle(of entry: Entry) -> String {
        title(of: entry) + (isOrphaned(screen: screenID(of: entry)) ? " (app disconnected)" : "")
    }

    private func missing(_ screen: String) -> String {
        if isPartial { return "You may not see this screen." }
        return "The screen \"\(screen)\" has not been published yet. It appears here when a program publishes it, or fascia "
            + "screen put."
    }

    /// The environment outside the nodes: panel, stack, screen, entry. Inner ones override.
    private func environment(_ stack: String, _ screen: Screen?, _ entry: Entry) -> JSON.Object {
        var values = environment(.panel)
        values.merge(environment(.stack(stack)))
        values.merge(screen?.environment ?? [:])
        values.merge(environment(.screen(entry.route.screen)))
        values.merge(environment(.entry(entry.id)))
        return values
    }
}

extension Element {
    /// The first element in it that leads to this route.
    fileprivate func link(to route: Route) -> String? {
        if leads(to: route) || control?.isOpen == true { return id }
        for child in children { if let found = child.link(to: route) { return found } }
        return nil
    }

    /// Whether operating it pushes this route.
    private func leads(to route: Route) -> Bool {
        guard case .action(.call("nav.push", let params))? = activation else { return false }
        return params["screen"]?.stringValue == route.screen && (params["args"] ?? .null) == route.args
    }
}

extension JSON.Object {
    /// Adds the members of `other`, which override. A null in `other` removes the member.
    mutating func merge(_ other: JSON.Object) {
        for (key, value) in other.members { self[key] = value == .null ? .none : value }
    }
}
