import FasciaDocument
import FasciaModel
import FasciaScene
import Foundation
import TestSupport
import Testing
@testable import FasciaWire

/// Every method parses its minimal and its complete parameters to the right call.
@Suite struct CallTests {
    private static var progress: AskProgress {
        var progress = AskProgress()
        (progress.id, progress.percent, progress.text) = ("q", 40, "x")
        return progress
    }

    private static let all = MutationOptions(ifRevision: 7, dryRun: true, durable: true)
    private static let allText = #""ifRevision":7,"dryRun":true,"durable":true"#

    private static func apply(_ command: Command, _ options: MutationOptions = .init()) -> Call {
        .apply(command, options)
    }

    private static func watch(_ change: (inout WatchStart) -> Void) -> Call {
        var start = WatchStart()
        change(&start)
        return .watchStart(start)
    }

    private static func history(_ change: (inout HistoryGet) -> Void) -> Call {
        var get = HistoryGet()
        change(&get)
        return .historyGet(get)
    }

    private static func render(_ change: (inout UIRender) -> Void) -> Call {
        var render = UIRender()
        change(&render)
        return .uiRender(render)
    }

    private static func attach(_ change: (inout TerminalAttach) -> Void) -> Call {
        var attach = TerminalAttach()
        change(&attach)
        return .terminalAttach(attach)
    }

    private static func mouse(_ change: (inout TerminalMouse) -> Void) -> Call {
        var mouse = TerminalMouse()
        change(&mouse)
        return .terminalMouse(mouse)
    }

    private static let extras = OptionDeclaration(
        id: "extras", title: "Extras",
        options: [
            OptionDeclaration(id: "ham", title: "Ham", on: true, disabled: false),
            OptionDeclaration(id: "more", options: [OptionDeclaration(id: "olives")], independent: true),
        ],
        rules: ToggleRules(
            exclusive: true, min: 0, max: 2, requires: ["ham": ["more/olives"]], excludes: [["ham", "more/olives"]]))

    private static let height = PickerDeclaration(
        id: "height", title: "Height",
        components: [
            PickerComponent(
                id: "unit", title: "Unit",
                elements: [PickerElement(id: "m", label: "metres"), PickerElement(id: "cm", label: "cm")],
                selection: "cm", isOptional: true, initial: "m"),
            PickerComponent(id: "comma", elements: [PickerElement(id: ",", label: ",")], role: .label),
            PickerComponent(
                id: "value", dependsOn: "unit", elementsFor: ["m": [PickerElement(id: "1", label: "1")]]),
        ])

    static let session: [(String, String, Call)] = [
        ("daemon.hello", "{}", .hello(Hello())),
        (
            "daemon.hello", #"{"protocol":{"min":1,"max":3},"name":"x"}"#,
            .hello(Hello(minimum: 1, maximum: 3, name: "x"))
        ),
        ("daemon.status", "{}", .status), ("daemon.describe", "{}", .describe(method: nil)),
        ("daemon.describe", #"{"method":"sync"}"#, .describe(method: "sync")), ("daemon.reload", "{}", .reload),
        ("daemon.shutdown", "{}", .shutdown), ("sync", "{}", .sync),
        ("access.try", #"{"text":"a","within":2}"#, .accessTry(AccessTrial(text: "a", within: 2_000))),
        ("plugin.list", "{}", .pluginList), ("plugin.load", #"{"id":"neon"}"#, .pluginLoad(id: "neon")),
        ("plugin.unload", #"{"id":"neon"}"#, .pluginUnload(id: "neon")),
        ("plugin.log", #"{"id":"neon"}"#, .pluginLog(id: "neon")),
        ("plugin.reload", #"{"id":"neon"}"#, .pluginReload(id: "neon")),
        ("watch.start", "{}", .watchStart(WatchStart())),
        (
            "watch.start", #"{"topics":["nav:main"],"since":"K7Q2:42","snapshot":true,"coalesce":true}"#,
            watch {
                $0.topics = TopicFilter(["nav:main"])
                $0.since = Cursor(epoch: "K7Q2", revision: 42)
                $0.snapshot = true
                $0.coalesce = true
            }
        ),
        ("watch.stop", #"{"watch":1}"#, .watchStop(watch: 1)),
        ("history.get", "{}", .historyGet(HistoryGet())),
        (
            "history.get", #"{"since":3,"limit":5,"id":"extras/ham"}"#,
            history {
                $0.since = 3
                $0.limit = 5
                $0.id = "extras/ham"
            }
        ),
    ]

    static let undo: [(String, String, Call)] = [
        ("history.undo", "{}", apply(.undo(.steps(1)))),
        ("history.undo", #"{"steps":3,\#(allText)}"#, apply(.undo(.steps(3)), all)),
        ("history.undo", #"{"uid":7}"#, apply(.undo(.stepsOf(uid: 7, 1)))),
        ("history.undo", #"{"to":7}"#, apply(.undo(.revision(7)))),
    ]

    static let navigation: [(String, String, Call)] = [
        ("nav.get", "{}", .navGet(stack: "main")), ("nav.get", #"{"stack":"side"}"#, .navGet(stack: "side")),
        ("nav.push", #"{"screen":"red"}"#, apply(.push(stack: "main", route: Route("red"), handles: []))),
        (
            "nav.push", #"{"stack":"s","screen":"red","args":{"a":1},"handles":["onTap"],\#(allText)}"#,
            apply(.push(stack: "s", route: Route("red", args: ["a": 1]), handles: ["onTap"]), all)
        ),
        ("nav.pop", "{}", apply(.pop(stack: "main", entry: nil))),
        ("nav.pop", #"{"stack":"s","entry":"e7",\#(allText)}"#, apply(.pop(stack: "s", entry: EntryID("e7")), all)),
        ("nav.popTo", #"{"entry":"e7"}"#, apply(.popTo(stack: "main", .entry(EntryID("e7"))))),
        ("nav.popTo", #"{"screen":"red"}"#, apply(.popTo(stack: "main", .screen("red")))),
        ("nav.popTo", #"{"stack":"s","index":0,\#(allText)}"#, apply(.popTo(stack: "s", .index(0)), all)),
        ("nav.replace", #"{"screen":"red"}"#, apply(.replace(stack: "main", entry: nil, route: Route("red")))),
        (
            "nav.replace", #"{"stack":"s","entry":"e7","screen":"red","args":[1]}"#,
            apply(.replace(stack: "s", entry: EntryID("e7"), route: Route("red", args: [1])))
        ),
        (
            "nav.modal", #"{"screen":"red"}"#,
            apply(.modal(stack: "main", route: Route("red"), style: .sheet, handles: []))
        ),
        (
            "nav.modal", #"{"stack":"s","screen":"red","args":1,"style":"alert","handles":["onOK"]}"#,
            apply(.modal(stack: "s", route: Route("red", args: 1), style: .alert, handles: ["onOK"]))
        ),
        ("nav.close", "{}", apply(.close(stack: "main", entry: nil))),
        ("nav.close", #"{"stack":"s","entry":"e7"}"#, apply(.close(stack: "s", entry: EntryID("e7")))),
        ("nav.next", #"{"target":"end"}"#, apply(.next(stack: "main", target: "end"))),
        ("nav.set", #"{"path":[]}"#, apply(.setPath(stack: "main", []))),
        (
            "nav.set", #"{"stack":"s","path":[{"screen":"a"},{"screen":"b","args":{"x":1},"modal":"cover"}]}"#,
            apply(.setPath(stack: "s", [PathStep(Route("a")), PathStep(Route("b", args: ["x": 1]), modal: .cover)]))
        ),
        (
            "nav.target", #"{"name":"end","path":[{"screen":"a"}],"mode":"reset"}"#,
            apply(.declareTarget(Target(name: "end", path: [PathStep(Route("a"))], mode: .reset)))
        ),
        ("nav.target", #"{"name":"end","path":[]}"#, apply(.declareTarget(Target(name: "end", path: [])))),
        ("nav.target", #"{"name":"end","remove":true}"#, apply(.removeTarget(name: "end"))),
        ("nav.remove", #"{"stack":"side"}"#, apply(.removeStack(name: "side"))),
    ]

    static let state: [(String, String, Call)] = [
        ("toggle.declare", #"{"group":{"id":"extras"}}"#, apply(.declareGroup(OptionDeclaration(id: "extras")))),
        (
            "toggle.declare",
            """
            {"group":{"id":"extras","title":"Extras","options":[{"id":"ham","title":"Ham","on":true,"disabled":false},
            {"id":"more","options":[{"id":"olives"}],"independent":true}],"rules":{"exclusive":true,"min":0,"max":2,
            "requires":{"ham":["more/olives"]},"excludes":[["ham","more/olives"]]}}}
            """, apply(.declareGroup(extras))
        ),
        (
            "picker.declare", #"{"picker":{"id":"p","components":[{"id":"a"}]}}"#,
            apply(.declarePicker(PickerDeclaration(id: "p", components: [PickerComponent(id: "a")])))
        ),
        (
            "picker.declare",
            """
            {"picker":{"id":"height","title":"Height","components":[
            {"id":"unit","title":"Unit","elements":[{"id":"m","label":"metres"},{"id":"cm"}],"selection":"cm",
            "optional":true,"initial":"m"},{"id":"comma","elements":[{"id":","}],"role":"label"},
            {"id":"value","dependsOn":"unit","elementsFor":{"m":[{"id":"1"}]}}]}}
            """, apply(.declarePicker(height))
        ),
        ("picker.pick", #"{"id":"p/a","element":"x"}"#, apply(.pick(id: "p/a", element: "x"))),
        ("picker.pick", #"{"id":"p/a","element":null,\#(allText)}"#, apply(.pick(id: "p/a", element: nil), all)),
        (
            "picker.elements", #"{"id":"p/a","elements":[]}"#,
            apply(.setElements(id: "p/a", elements: [], elementsFor: nil))
        ),
        (
            "picker.elements", #"{"id":"p/a","elements":[{"id":"x"}],"elementsFor":{"m":[]}}"#,
            apply(.setElements(id: "p/a", elements: [PickerElement(id: "x", label: "x")], elementsFor: ["m": []]))
        ),
        ("picker.remove", #"{"id":"p"}"#, apply(.removePicker(id: "p"))),
        ("picker.get", "{}", .pickerGet(id: nil)), ("picker.get", #"{"id":"p"}"#, .pickerGet(id: "p")),
        (
            "action.send", #"{"entry":"e2","name":"onX"}"#,
            .actionSend(ActionSend(entry: EntryID("e2"), name: "onX"))
        ),
        (
            "action.send", #"{"entry":"e2","name":"onX","payload":[1]}"#,
            .actionSend(ActionSend(entry: EntryID("e2"), name: "onX", payload: [1]))
        ),
        (
            "bind.claim",
            #"{"ids":["a/**","value:v"],"timeout":2.5,"atMost":3,"retry":true,"assumed":true,"revert":{"within":60}}"#,
            .apply(.claim(claim), MutationOptions(revertWithin: 60_000))
        ),
        ("bind.release", "{}", .apply(.release([]), .init())),
        ("bind.release", #"{"ids":["a/b"]}"#, .apply(.release([ThingPattern("a/b")]), .init())),
        ("bind.report", #"{"id":"a/b","value":true}"#, .apply(.reportThing(.option("a/b"), .value(true, failure: nil)), .init())),
        ("bind.report", #"{"id":"value:v","stale":"x"}"#, .apply(.reportThing(.value("v"), .unreadable("x")), .init())),
        (
            "bind.report", #"{"id":"value:v","value":1,"stale":"x"}"#,
            .apply(.reportThing(.value("v"), .value(1, failure: nil, doubt: "x")), .init())
        ),
        (
            "bind.progress", #"{"id":"a/b","fraction":0.5}"#,
            .apply(.reportThing(.option("a/b"), .progress(.init(fraction: 0.5))), .init())
        ),
        ("bind.confirm", #"{"id":"picker:p/c"}"#, .apply(.confirm(.picker("p/c")), .init())),
        ("bind.poll", #"{"id":"value:v"}"#, .bindPoll(.value("v"))),
        ("ask.open", #"{"kind":"confirm"}"#, .apply(.question(.open(QuestionRequest("", QuestionContent()))), .init())),
        (
            "ask.open",
            #"{"kind":"choose","id":"q","title":"T","choices":["a",{"value":"b","label":"B","help":"h"}],"limit":2,"#
                + #""selected":["b"],"ordered":true,"to":["user:ada"],"keep":true,"timeout":1.5,"defaultAfter":0.5}"#,
            .apply(.question(.open(choose)), .init())
        ),
        (
            "ask.open",
            #"{"kind":"form","text":"x","fields":[{"name":"p","label":"P","kind":"secret","required":true,"limit":3,"lines":1,"#
                + #""pattern":"a","hint":"h","placeholder":"z"},{"name":"m","kind":"choice","choices":["a"],"value":"a"}]}"#,
            .apply(.question(.open(form)), .init())
        ),
        ("ask.answer", #"{"id":"q","answer":["a"]}"#, .apply(.question(.answer(id: "q", .value(["a"]))), .init())),
        ("ask.answer", #"{"id":"q","lines":["a","b"]}"#, .apply(.question(.answer(id: "q", .lines(["a", "b"]))), .init())),
        ("ask.answer", #"{"id":"q","decline":true}"#, .apply(.question(.answer(id: "q", .declined)), .init())),
        ("ask.cancel", #"{"id":"q"}"#, .apply(.question(.cancel(id: "q")), .init())),
        ("ask.progress", #"{"id":"q","percent":40,"text":"x"}"#, .askProgress(progress)),
        ("ask.list", #"{}"#, .askList(id: nil)),
        ("ask.list", #"{"id":"q"}"#, .askList(id: "q")),
        ("action.bind", #"{"screen":"a","names":["onX"]}"#, .actionBind(.screen("a"), names: ["onX"])),
        ("action.bind", #"{"entry":"e2","names":["*"]}"#, .actionBind(.entry(EntryID("e2")), names: ["*"])),
        ("action.unbind", #"{"screen":"a"}"#, .actionUnbind(.screen("a"), names: [])),
        (
            "action.unbind", #"{"entry":"e2","names":["onX"]}"#,
            .actionUnbind(.entry(EntryID("e2")), names: ["onX"])
        ),
        ("log.append", #"{"id":"web","lines":["a","b"]}"#, .logAppend(LogAppend(id: "web", lines: ["a", "b"]))),
        (
            "issue.report", #"{"severity":"error","message":"m"}"#, .issueReport(IssueReport(.error, "m"))
        ),
        (
            "issue.report", #"{"severity":"warning","message":"m","breadcrumbs":{"at":1},"screen":"a"}"#,
            .issueReport(IssueReport(.warning, "m", breadcrumbs: ["at": 1], at: .screen("a")))
        ),
        (
            "issue.report", #"{"severity":"warning","message":"m","entry":"e2"}"#,
            .issueReport(IssueReport(.warning, "m", at: .entry(EntryID("e2"))))
        ),
        ("issue.clear", "{}", .issueClear(id: nil)),
        ("issue.clear", #"{"id":3}"#, .issueClear(id: 3)),
        ("toggle.remove", #"{"id":"extras"}"#, apply(.removeGroup(id: "extras"))),
        ("toggle.set", #"{"id":"extras/ham","on":true}"#, apply(.setToggle(id: "extras/ham", on: true))),
        ("toggle.set", #"{"id":"a","on":false,\#(allText)}"#, apply(.setToggle(id: "a", on: false), all)),
        ("toggle.flip", #"{"id":"a"}"#, apply(.flipToggle(id: "a", expect: nil))),
        ("toggle.flip", #"{"id":"a","expect":"mixed"}"#, apply(.flipToggle(id: "a", expect: .mixed))),
        ("toggle.flip", #"{"id":"a","expect":true}"#, apply(.flipToggle(id: "a", expect: .on))),
        ("toggle.flip", #"{"id":"a","expect":false}"#, apply(.flipToggle(id: "a", expect: .off))),
        ("toggle.enable", #"{"id":"a","enabled":false}"#, apply(.enableToggle(id: "a", enabled: false))),
        ("toggle.get", "{}", .toggleGet(id: nil)), ("toggle.get", #"{"id":"a"}"#, .toggleGet(id: "a")),
        ("value.set", #"{"key":"a","value":null}"#, apply(.setValue(key: "a", .null))),
        ("value.set", #"{"key":"a","value":{"b":[1.5]}}"#, apply(.setValue(key: "a", ["b": [1.5]]))),
        ("value.declare", #"{"key":"a","kind":"json"}"#, apply(.declareValue(ValueDeclaration(key: "a", kind: .json)))),
        (
            "value.declare", #"{"key":"a","kind":"int","initial":3,"range":[0,10],"step":2}"#,
            apply(.declareValue(ValueDeclaration(key: "a", kind: .int, initial: 3, range: 0...10, step: 2)))
        ),
        ("value.remove", #"{"key":"a"}"#, apply(.removeValue(key: "a"))),
        ("value.get", "{}", .valueGet(.all)), ("value.get", #"{"key":"a"}"#, .valueGet(.key("a"))),
        ("value.get", #"{"prefix":"a"}"#, .valueGet(.prefix("a"))),
        (
            "screen.put", #"{"screen":{"id":"a","body":{"kind":"empty"}}}"#,
            apply(.putScreen(Screen(id: "a", body: Node(.empty))))
        ),
        (
            "screen.put",
            #"{"screen":{"id":"a","title":"A","body":{"kind":"button","label":"B","tap":{"method":"nav.pop"}},"emits":["onTap"],"environment":{"x":1}}}"#,
            apply(
                .putScreen(
                    Screen(
                        id: "a", title: "A",
                        body: Node(.button(ButtonContent("B", tap: .call(method: "nav.pop", params: [:])))),
                        emits: ["onTap"], environment: ["x": 1])))
        ),
        (
            "screen.rows",
            #"{"screen":"a","rows":{"node":"r","total":9,"keep":[{"first":0,"count":2}],"runs":[{"first":4,"children":[{"kind":"empty"}]}]}}"#,
            apply(
                .putRows(
                    screen: "a",
                    RowsUpdate(
                        node: "r", total: 9, keep: [RowRange(0, 2)], runs: [.init(first: 4, children: [Node(.empty)])])))
        ),
        (
            "screen.rows", #"{"screen":"a","rows":{"node":"r"}}"#,
            apply(.putRows(screen: "a", RowsUpdate(node: "r", runs: [])))
        ),
        ("screen.remove", #"{"id":"a"}"#, apply(.removeScreen(id: "a"))), ("screen.list", "{}", .screenList),
        ("screen.get", #"{"id":"a"}"#, .screenGet(id: "a")),
        ("environment.set", #"{"values":{"a":null}}"#, apply(.setEnvironment(.panel, ["a": .null]))),
        ("environment.set", #"{"scope":{},"values":{}}"#, apply(.setEnvironment(.panel, [:]))),
        ("environment.set", #"{"scope":{"stack":"s"},"values":{}}"#, apply(.setEnvironment(.stack("s"), [:]))),
        ("environment.set", #"{"scope":{"screen":"s"},"values":{}}"#, apply(.setEnvironment(.screen("s"), [:]))),
        (
            "environment.set", #"{"scope":{"entry":"e1"},"values":{}}"#,
            apply(.setEnvironment(.entry(EntryID("e1")), [:]))
        ),
        ("batch", #"{"commands":[]}"#, .batch([], MutationOptions())),
        (
            "batch",
            #"{"commands":[{"method":"nav.pop"},{"method":"value.set","params":{"key":"a","value":1}}],\#(allText)}"#,
            .batch([.pop(stack: "main", entry: nil), .setValue(key: "a", 1)], all)
        ),
    ]

    static let interface: [(String, String, Call)] = [
        ("ui.tree", "{}", .uiTree(stack: "main")), ("ui.tree", #"{"stack":"s"}"#, .uiTree(stack: "s")),
        ("ui.tap", #"{"node":"OK"}"#, .uiTap(stack: "main", node: "OK")),
        ("ui.set", #"{"stack":"s","node":"a","value":null}"#, .uiSet(stack: "s", node: "a", value: .null)),
        ("ui.render", "{}", .uiRender(UIRender())),
        ("ui.render", #"{"terminal":3}"#, render { $0.terminal = 3 }),
        (
            "ui.render", #"{"stack":"s","renderer":"ansi","columns":1000,"rows":1,"colors":"true"}"#,
            render {
                $0.stack = "s"
                $0.renderer = .ansi
                $0.columns = 1_000
                $0.rows = 1
                $0.colors = .trueColor
            }
        ),
        ("ui.find", #"{"query":"la"}"#, .uiFind(UIFind("la"))),
        ("ui.find", #"{"query":"","stack":"s","limit":3}"#, .uiFind(UIFind("", stack: "s", limit: 3))),
        ("ui.open", #"{"address":"switch/a"}"#, .uiOpen(stack: "main", address: "switch/a")),
        ("ui.wait", #"{"for":{"toggle":"a","state":true}}"#, .uiWait(UIWait(.toggle(id: "a", state: .on)))),
        (
            "ui.wait", #"{"for":{"value":"a","equals":null},"timeout":0.5}"#,
            .uiWait(UIWait(.value(key: "a", equals: .null), timeout: 0.5))
        ),
        ("ui.wait", #"{"for":{"screen":"a"},"stack":"s"}"#, .uiWait(UIWait(.screen("a"), stack: "s"))),
        ("ui.wait", #"{"for":{"node":"OK"}}"#, .uiWait(UIWait(.node("OK", value: nil)))),
        ("ui.wait", #"{"for":{"node":"OK","value":"on"}}"#, .uiWait(UIWait(.node("OK", value: "on")))),
        (
            "ui.wait", #"{"for":{"node":"OK","role":"button","value":1}}"#,
            .uiWait(UIWait(.node("OK", role: "button", value: 1)))
        ),
        ("ui.wait", #"{"for":{"node":"OK","gone":true}}"#, .uiWait(UIWait(.node("OK", value: nil, gone: true)))),
        ("ui.wait", #"{"for":{"entry":"e3"}}"#, .uiWait(UIWait(.entry(EntryID("e3"))))),
        (
            "ui.wait", #"{"for":{"text":"Hello","columns":40,"rows":9,"gone":true}}"#,
            .uiWait(
                UIWait(
                    .text(
                        "Hello", gone: true,
                        in: {
                            var picture = UIRender()
                            (picture.columns, picture.rows) = (40, 9)
                            return picture
                        }())))
        ),
        (
            "ui.wait", #"{"for":{"text":"Hello","terminal":4}}"#,
            .uiWait(
                UIWait(
                    .text(
                        "Hello",
                        in: {
                            var picture = UIRender()
                            picture.terminal = 4
                            return picture
                        }())))
        ),
        ("ui.tree", #"{"terminal":4}"#, .uiTree(stack: "main", terminal: 4)),
        ("ui.tree", #"{"details":true}"#, .uiTree(stack: "main", details: true)),
        ("ui.render", #"{"terminal":4}"#, render { $0.terminal = 4 }),
        (
            "terminal.attach", #"{"columns":80,"rows":24,"colors":"none","scheme":"light","status":true}"#,
            attach {
                $0.scheme = .light
                $0.status = true
            }
        ),
        ("terminal.attach", #"{"columns":80,"rows":24,"colors":"none"}"#, .terminalAttach(TerminalAttach())),
        (
            "terminal.attach",
            #"{"columns":80,"rows":24,"colors":"none","follow":3,"tty":"/dev/pts/1","resumable":true,"resume":{"entries":[{"entry":"e2","screen":"home","depth":1,"focus":{"element":"a","index":2,"list":"l","row":{"row":7,"id":"r7"}},"scroll":{"f":3},"lists":{"l":{"row":5,"id":"r5","line":1}},"granted":{"a":1}}]}}"#,
            attach {
                $0.follow = 3
                $0.tty = "/dev/pts/1"
                $0.isResumable = true
                var entry = TerminalViewState.Entry(entry: EntryID("e2"), screen: "home", depth: 1)
                entry.focus = TerminalViewState.Focus(
                    element: "a", index: 2, list: "l", row: RowAnchor(row: 7, id: "r7"))
                entry.scroll = ["f": 3]
                entry.lists = ["l": RowAnchor(row: 5, id: "r5", line: 1)]
                entry.granted = ["a": 1]
                $0.resume = TerminalViewState(entries: [entry])
            }
        ),
        (
            "terminal.attach",
            #"{"columns":1,"rows":1000,"colors":"256","unicode":false,"features":["lines","repeat"],"stack":"s","mode":"view"}"#,
            attach {
                $0.features = [.lines, .repeat]
                $0.columns = 1
                $0.rows = 1_000
                $0.colors = .ansi256
                $0.unicode = false
                $0.stack = "s"
                $0.mode = .view
            }
        ),
        ("terminal.key", #"{"terminal":3,"key":"enter"}"#, .terminalKey(terminal: 3, key: "enter")),
        ("terminal.key", #"{"terminal":3,"key":"x","frame":9}"#, .terminalKey(terminal: 3, key: "x", frame: 9)),
        (
            "terminal.mouse", #"{"terminal":3,"kind":"press","column":0,"row":5}"#,
            mouse {
                $0.terminal = 3
                $0.row = 5
            }
        ),
        (
            "terminal.mouse", #"{"terminal":3,"kind":"wheelUp","column":999,"row":0,"button":"right","frame":4}"#,
            mouse {
                $0.frame = 4
                $0.terminal = 3
                $0.kind = .wheelUp
                $0.column = 999
                $0.button = .right
            }
        ),
        ("terminal.paste", #"{"terminal":3,"text":"x"}"#, .terminalPaste(terminal: 3, text: "x")),
        ("terminal.paste", #"{"terminal":3,"text":"x","frame":0}"#, .terminalPaste(terminal: 3, text: "x", frame: 0)),
        (
            "terminal.resize", #"{"terminal":3,"columns":100,"rows":30}"#,
            .terminalResize(terminal: 3, columns: 100, rows: 30)
        ),
        ("terminal.detach", #"{"terminal":3}"#, .terminalDetach(terminal: 3)),
    ]

    private static let claim = {
        var claim = ClaimRequest()
        claim.ids = [ThingPattern("a/**"), ThingPattern("value:v")]
        (claim.timeout, claim.atMost, claim.retry, claim.isAssumed) = (2_500, 3, true, true)
        claim.revertWithin = 60_000
        return claim
    }()

    private static var choose: QuestionRequest {
        var content = QuestionContent(.choose, title: "T")
        content.choices = [.init("a"), .init("b", label: "B", help: "h")]
        (content.limit, content.selected, content.isOrdered) = (2, ["b"], true)
        var request = QuestionRequest("q", content)
        (request.audience, request.isKept, request.timeout, request.defaultAfter) = (["user:ada"], true, 1_500, 500)
        return request
    }

    private static var form: QuestionRequest {
        var content = QuestionContent(.form, text: "x")
        var (first, second) = (QuestionContent.Field("p", kind: .secret), QuestionContent.Field("m", kind: .choice))
        (first.label, first.isRequired, first.limit, first.lines) = ("P", true, 3, 1)
        (first.pattern, first.hint, first.placeholder) = ("a", "h", "z")
        (second.choices, second.value) = (["a"], "a")
        content.fields = [first, second]
        return QuestionRequest("", content)
    }

    static let all4 = session + undo + navigation + state + interface

    @Test(arguments: all4)
    func parses(_ method: String, _ params: String, _ call: Call) throws {
        #expect(try Catalogue.call(method, try json(params)) == call)
    }

    /// Both are read from one object, so names must not collide.
    @Test func noParameterIsNamedLikeAnOptionOfMutations() {
        let options = Set(MutationOptions.fields.map(\.name))
        for method in Catalogue.methods {
            let names = method.parameters.map(\.name)
            #expect(Set(names).count == names.count, "\(method.name)")
            #expect(method.kind != .mutation || options.isDisjoint(with: names), "\(method.name)")
        }
    }

    @Test func everyMethodIsInTheTable() {
        #expect(Set(Catalogue.methods.map(\.name)) == Set(Self.all4.map(\.0)))
    }

    /// A method that the catalogue does not list cannot be called.
    @Test func everyDefinitionIsInTheCatalogue() throws {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = repository.appending(path: "Sources/FasciaWire/Catalogue/Methods")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let defined = try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8)
                .matches(of: /Method\(\s*(?:\.\w+,|mutation:)\s*"([^"]+)"/).map { String($0.1) }
        }
        #expect(defined.sorted() == Catalogue.methods.map(\.name).sorted())
    }

    /// The schemas of `daemon.describe` accept what the parser accepts.
    @Test(arguments: all4)
    func theSchemaAcceptsIt(_ method: String, _ params: String, _ call: Call) throws {
        let described = try Description.json(method: method)
        let schema = try #require(described["methods"]?[0]?["params"])
        let validator = SchemaValidator(definitions: try #require(described["$defs"]?.objectValue))
        #expect(validator.fault(try json(params), schema) == nil)
    }
}
