import FasciaScreens

/// The visible screens of a panel as one HTML page, which needs nothing else: form elements and roles that say what each
/// node is, how it is called and which state it has, for eyes and for screen readers.
struct Page {
    private var markup = Markup()
    private var count = 0

    static func text(_ layers: [ScreenLayer]) -> String {
        var page = Page()
        page.write(layers)
        return page.markup.text
    }

    private mutating func write(_ layers: [ScreenLayer]) {
        markup.raw("<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n")
        markup.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        markup.raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        element("title", layers.last?.title ?? "")
        markup.raw("\n<style>\n")
        markup.raw(stylesheet)
        markup.raw("</style>\n</head>\n<body>\n")
        for layer in layers { write(layer) }
        markup.raw("\n</body>\n</html>\n")
    }

    private mutating func write(_ layer: ScreenLayer) {
        guard let modal = layer.modal else {
            writeHeader(layer.title, layer.path)
            return element("main", ["data-entry": layer.entry]) { $0.writeRoot(layer.root, titled: layer.title) }
        }
        let heading = newID()
        element("div", ["class": "veil \(modal)"]) { page in
            let attributes: Markup.Attributes = [
                "open": "", "aria-modal": "true", "aria-labelledby": heading, "data-entry": layer.entry,
            ]
            page.element("dialog", attributes) { page in
                page.element("h1", ["id": heading], layer.title)
                page.writeRoot(layer.root, titled: layer.title)
            }
        }
    }

    /// The way back, and the title.
    private mutating func writeHeader(_ title: String, _ path: [String]) {
        element("header") { page in
            if !path.isEmpty {
                page.element("nav", ["aria-label": "Path"]) { page in
                    page.element("ol") { page in
                        for (index, title) in path.enumerated() {
                            page.element("li") { page in
                                page.element("button", ["type": "button", "name": "popTo", "value": "\(index)"], title)
                            }
                        }
                    }
                }
            }
            page.element("h1", title)
        }
    }

    private mutating func writeRoot(_ root: ScreenNode, titled title: String) {
        switch root.role {
        case "form", "list", "section", "table", "log": writeCards(root, besides: title)
        default: write(root, isRow: false)
        }
    }

    // MARK: - Markup

    mutating func newID() -> String {
        count += 1
        return "n\(count)"
    }

    mutating func element(
        _ name: StaticString, _ attributes: Markup.Attributes = [:], _ content: (inout Page) -> Void
    ) {
        markup.begin(name, attributes)
        content(&self)
        markup.end(name)
    }

    mutating func element(_ name: StaticString, _ attributes: Markup.Attributes, _ words: String) {
        element(name, attributes) { $0.words(words) }
    }

    mutating func element(_ name: StaticString, _ words: String) { element(name, [:], words) }

    /// An element without content.
    mutating func void(_ name: StaticString, _ attributes: Markup.Attributes) { markup.begin(name, attributes) }

    mutating func words(_ words: String) { markup.words(words) }
}
