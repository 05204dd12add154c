import FasciaDocument
import FasciaInteraction
import FasciaModel
import FasciaRender
import FasciaScene

/// Shows a question as a sheet over an empty screen, with the renderer of panels.
struct QuestionDisplay {
    private(set) var size: CellSize
    let capabilities: TerminalCapabilities
    let host: String
    /// What the terminal keeps: scroll positions, texts being edited, an open menu.
    var terminal = TerminalState()
    private var panel: Panel
    /// Whether it has a footer of its own, where there is room.
    private let hasFooter: Bool
    private let renderer = Renderer()
    private var cached: (filling: Filling, layout: SceneLayout)?
    /// The element that last had the focus, so that it is scrolled into sight only when it changes.
    private var revealed: String?

    init(size: CellSize, capabilities: TerminalCapabilities, host: String, hasFooter: Bool = true) {
        (self.size, self.capabilities, self.host, self.hasFooter) = (size, capabilities, host, hasFooter)
        var limits = Limits()
        limits.nodes = 1_000_000
        panel = Panel(limits: limits)
    }

    mutating func resize(_ size: CellSize) {
        (self.size, cached, revealed) = (size, nil, nil)
    }

    /// Whether a menu or the key help takes all keys.
    var takesKeys: Bool { terminal.open != nil || terminal.help != nil }

    // MARK: - Layout

    /// The layout, with the focus where it is filled in. Rows of the footer are not part of it.
    mutating func layout(_ question: Question, _ filling: Filling) -> SceneLayout {
        let layout: SceneLayout
        if let cached, cached.filling == filling {
            layout = cached.layout
        } else {
            let scene = scene(question, filling)
            layout = renderer.layout(scene, size: bodySize, unicode: capabilities.unicode)
            cached = (filling, layout)
        }
        moveFocus(layout, question, filling)
        return layout
    }

    private var bodySize: CellSize {
        CellSize(columns: size.columns, rows: size.rows - footerRows)
    }

    private var footerRows: Int { hasFooter ? Footer.rows(in: size) : 0 }

    private mutating func scene(_ question: Question, _ filling: Filling) -> Scene {
        let screen = QuestionScreen(question: question, filling: filling, size: bodySize)
        let body = Screen(id: QuestionScreen.id, title: screen.title, body: screen.body)
        let isFirst = panel.screen(QuestionScreen.id) == nil
        // Only a screen that is too large is refused, and what was shown before stays.
        _ = try? panel.apply(.putScreen(body))
        if isFirst {
            _ = try? panel.apply(.modal(stack: "main", route: Route(QuestionScreen.id), style: .sheet, handles: []))
        }
        var scene = panel.scene(stack: "main") ?? Scene(stack: "main", layers: [])
        guard let base = scene.layers.first, var top = scene.layers.last else { return scene }
        // Nothing is behind it.
        let backdrop = SceneLayer(entry: base.entry, title: question.backdrop, root: Element(id: "backdrop", .empty))
        top.modal = screen.style
        scene.layers = screen.style == .cover ? [top] : [backdrop, top]
        let entry = top.entry.id
        let problems = filling.problems.map { (ElementID(entry: entry, element: "field/\($0.key)"), $0.value) }
        return scene.adding(Dictionary(uniqueKeysWithValues: problems))
    }

    /// The element of the part with the focus.
    private func element(_ filling: Filling, _ question: Question) -> (element: String, row: Int?)? {
        switch filling.part {
        case .list:
            guard let option = filling.option else { return nil }
            return (QuestionScreen.rowID(option, question), filling.row)
        case .text: return question.buttons.isEmpty ? nil : ("button/0", nil)
        case .field(let index): return ("field/\(index)", nil)
        case .button(let index): return ("button/\(index)", nil)
        }
    }

    private mutating func moveFocus(_ layout: SceneLayout, _ question: Question, _ filling: Filling) {
        guard !takesKeys, let top = layout.top else { return }
        guard let (element, row) = element(filling, question) else {
            terminal = layout.reconcile(terminal)
            return
        }
        var focus = TerminalState.Focus(element: element)
        if let row, QuestionScreen.isWindowed(filling) {
            focus.row = RowID(list: QuestionScreen.listID, row: row, id: element)
        }
        let isNew = revealed != element
        if terminal.focus[top.entry]?.element != element { terminal.focus[top.entry] = focus }
        revealed = element
        terminal = isNew ? layout.reconcileRevealingFocus(terminal) : layout.reconcile(terminal)
    }

    // MARK: - Scrolling

    /// The rows of the list that are in sight.
    mutating func pageRows(_ question: Question, _ filling: Filling) -> Int {
        let layout = layout(question, filling)
        var scroll = terminal.scroll
        let rows = layout.top?.windowed(&scroll).region(QuestionScreen.listID)?.rect.size.rows
        return max(1, min(rows ?? filling.rows.count, filling.rows.count))
    }

    /// Scrolls the text to read.
    mutating func scroll(by lines: Int, _ question: Question, _ filling: Filling) {
        let layout = layout(question, filling)
        guard let top = layout.top else { return }
        let id = top.elementID(QuestionScreen.textID)
        if question.kind == .pager {
            // Its lines are the rows of a list.
            let last = filling.text.count(where: \.isNewline)
            let row = min(max(0, (terminal.scroll.anchors[id]?.row ?? 0) + lines), last)
            terminal.scroll.anchors[id] = RowAnchor(row: row, id: QuestionScreen.lineID(row))
        } else if top.region(QuestionScreen.textID) != nil {
            terminal.scroll.rows[id] = top.scrollOffset(QuestionScreen.textID, terminal.scroll).row + lines
        }
        terminal = layout.reconcile(terminal)
    }

    // MARK: - Painting

    mutating func paint(_ question: Question, _ filling: Filling) -> CellBuffer {
        let layout = layout(question, filling)
        var chrome = Chrome()
        if footerRows > 0 { chrome.footer = footer(question, filling) }
        var display = layout.display(terminal)
        // The way out is not what takes the keys.
        if display.focus == SceneLayout.backElement { display.focus = nil }
        return renderer.paint(layout, display, chrome, capabilities)
    }

    /// The picture, and where the question is in it.
    mutating func sheet(_ question: Question, _ filling: Filling) -> Chrome.Sheet {
        let picture = paint(question, filling)
        let all = CellRect(origin: CellPoint(column: 0, row: 0), size: picture.size)
        return Chrome.Sheet(picture: picture, frame: layout(question, filling).top?.frame ?? all)
    }

    private func footer(_ question: Question, _ filling: Filling) -> Footer {
        Footer(daemon: host, keys: terminal.help != nil ? [Footer.KeyHint("escape", "close")] : question.hints(filling.part))
    }

    /// The key that a click on the footer presses.
    func footerKey(at cell: CellPoint, _ question: Question, _ filling: Filling) -> String? {
        guard footerRows > 0, cell.row == size.rows - 1 else { return nil }
        return footer(question, filling).key(at: cell.column, columns: size.columns)
    }
}

extension Question {
    /// The keys for the footer, the most important first.
    func hints(_ part: Filling.Part) -> [Footer.KeyHint] {
        if parts.isEmpty { return [Footer.KeyHint("ctrl+c", "stop")] }
        var hints: [Footer.KeyHint] = []
        switch part {
        case .list:
            if choices?.hasMarks == true {
                hints.append(Footer.KeyHint("space", choices?.selection == .marked ? "choose" : "mark"))
            }
            hints.append(Footer.KeyHint("enter", choices?.hasMarks == true ? "done" : "choose"))
        case .text: hints.append(Footer.KeyHint("down", "scroll"))
        case .field(let index):
            let isWrite = if case .write = kind { true } else { false }
            if !fields[index].options.isEmpty { hints.append(Footer.KeyHint("right", "another")) }
            hints.append(isWrite ? Footer.KeyHint("ctrl+d", "done") : Footer.KeyHint("enter", isForm ? "next" : "done"))
        case .button: hints.append(Footer.KeyHint("enter", "press"))
        }
        if parts.count > 1 { hints.append(Footer.KeyHint("tab", "next")) }
        return hints + [Footer.KeyHint("escape", "cancel")]
    }

    private var isForm: Bool { if case .form = kind { keys == .fascia } else { false } }
}
