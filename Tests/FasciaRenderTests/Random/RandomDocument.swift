import FasciaDocument
import FasciaModel
import FasciaScene
import SceneTestSupport

/// Random documents: panels with things of all kinds and conditions, and screens of all kinds of nodes and modifiers, made
/// from the schema that programs write them by.
final class RandomDocument: RandomJSON {
    /// How often each kind of node was made.
    private(set) var made: [String: Int] = [:]
    /// The nodes that the document may still have, and those that it has.
    private var (left, count) = (0, 0)

    private static let nodes = Node.definitions["Node"]?["oneOf"]?.arrayValue ?? []
    private static let agent = Sender(client: 7, name: "agent (pid 7)", time: 1_000)

    private static let words = [
        "ham", "Käse", "世界", "👨‍👩‍👧‍👦", "e\u{301}", "a longer text of several words", "🇩🇪", "한국어", "\u{1B}[31mred", "two\nlines",
        "\u{9B}2J", "", "क्षि", "\u{202E}reversed", "gearshape.fill", "averylongwordwithoutanyblankinwhichitcouldbebroken",
        "a\u{300}\u{301}\u{302}\u{303}", "ﷺ", "\u{FEFF}",
    ]
    private static let numbers = ["n/zero", "n/large", "n/small", "n/steady", "n/never", "n/stale", "n/failed", "n/none"]
    private static let values = numbers + ["t/text", "t/long", "t/empty", "t/secret", "v/null", "v/object", "missing"]
    private static let toggles = ["extras", "extras/ham", "extras/cheese", "extras/more/olives", "services/nginx", "missing"]
    private static let pickers = ["clock/zone", "height", "height/unit", "missing"]

    init(seed: UInt64) {
        super.init(seed: seed, definitions: Node.definitions)
        words = Self.words
        texts = [
            "bind": Self.values + Self.toggles + Self.pickers + ["log"], "value": Self.values, "toggle": Self.toggles,
            "systemImage": ["star.fill", "no.such.symbol", "x"], "color": ["red", "accent", "#ff8800"],
        ]
    }

    // MARK: - The panel

    /// A panel with a stack that shows random screens.
    func panel() throws -> Panel {
        var panel = Panel()
        for command in Self.things { _ = try panel.apply(command, by: Self.agent) }
        for (thing, report) in Self.reports { _ = try panel.apply(.reportThing(ThingID(thing), report), by: Self.agent) }
        for name in ["s0", "s1", "s2"] { put(name, &panel) }
        _ = try panel.apply(.push(stack: "main", route: Route(one(of: ["s1", "none"])), handles: []))
        if chance(0.5) { _ = try panel.apply(.push(stack: "main", route: Route("s0"), handles: [])) }
        if chance(0.4) {
            let style = one(of: ModalStyle.allCases)
            _ = try panel.apply(.modal(stack: "main", route: Route("s2"), style: style, handles: []))
        }
        return panel
    }

    private func put(_ name: String, _ panel: inout Panel) {
        if let read = try? Screen.schema.read(screen(name)) { _ = try? panel.apply(.putScreen(read)) }
    }

    /// As a parameter of `screen.put`.
    func screen(_ name: String) -> JSON {
        var screen: JSON.Object = ["id": .string(name), "body": node(depth: 4, budget: 60)]
        if chance(0.7) { screen["title"] = .string(one(of: Self.words)) }
        screen["environment"] = environment()
        return .object(screen)
    }

    private func environment() -> JSON {
        var values = value(EnvironmentSchema.values.schema, depth: 2).objectValue ?? [:]
        let theme: JSON = .string(one(of: ThemeContent.BuiltIn.allCases).rawValue)
        if chance(0.5) { values["theme"] = theme }
        return (try? EnvironmentSchema.values.read(.object(values))).map { .object($0) } ?? ["theme": theme]
    }

    private static let things: [Command] = {
        var claim = ClaimRequest()
        claim.ids = ["services/**", "picker:clock/zone", "value:n/stale", "value:n/never", "value:n/failed"].map {
            ThingPattern($0)
        }
        let olives = OptionDeclaration(id: "olives", title: "Olives", on: true)
        let zones = (0..<40).map {
            PickerElement(id: "zone\($0)", label: $0 == 3 ? "\u{1F680} long label of a zone" : "Zone \($0)")
        }
        let long = String(repeating: "many words ", count: 200)
        return [
            .declareGroup(
                OptionDeclaration(
                    id: "extras", title: "Extras",
                    options: [
                        OptionDeclaration(id: "ham", title: "Ham", on: true), OptionDeclaration(id: "cheese", disabled: true),
                        OptionDeclaration(id: "more", title: "More", options: [olives]),
                    ])),
            .declareGroup(OptionDeclaration(id: "services", options: [OptionDeclaration(id: "nginx")])),
            .declarePicker(PickerDeclaration(id: "clock", components: [PickerComponent(id: "zone", elements: zones)])),
            .declarePicker(
                PickerDeclaration(
                    id: "height",
                    components: [
                        PickerComponent(id: "metre", elements: zones),
                        PickerComponent(id: "comma", elements: [zones[0]], role: .label),
                        PickerComponent(id: "unit", elements: Array(zones.prefix(2)), isOptional: true),
                    ])),
            .declareValue(ValueDeclaration(key: "n/small", kind: .int, initial: 3, range: 0...10, step: 2)),
            .declareValue(ValueDeclaration(key: "t/secret", kind: .string, isSecret: true)),
            .setValue(key: "t/secret", "hunter2"),
            .setValue(key: "n/zero", 0), .setValue(key: "n/large", .double(.greatestFiniteMagnitude)),
            .setValue(key: "n/steady", .int(.max)), .setValue(key: "n/never", 0), .setValue(key: "n/stale", 12.5),
            .setValue(key: "n/failed", -1), .setValue(key: "n/none", .null), .setValue(key: "t/text", "Käse 世界"),
            .setValue(key: "t/long", .string(long)), .setValue(key: "t/empty", ""), .setValue(key: "v/null", .null),
            .setValue(key: "v/object", ["a": [1, 2]]), .claim(claim),
        ]
    }()

    private static let reports: [(String, ThingReport)] = [
        ("services/nginx", .value(true, failure: "the unit failed")), ("picker:clock/zone", .value("zone3", failure: nil)),
        ("value:n/stale", .value(40, failure: nil)), ("value:n/stale", .unreadable("exit status 8")),
        ("value:n/failed", .value(7, failure: "refused: \u{1B}[31m")),
    ]

    /// Logs, and the numbers of some curves.
    func feeds() -> Feeds {
        var feeds = Feeds()
        var log = LogTail()
        log.append((0..<int(0...60)).map { "\($0) " + Self.words[$0 % Self.words.count] })
        feeds.logs["log"] = log
        for key in Self.numbers where chance(0.7) {
            let step = one(of: [0, 1, 1_000, 3_600_000])
            feeds.samples[key] = (0..<int(0...240)).map { index in
                Sample(one(of: [0, 1, 50, 99.5, -7, .greatestFiniteMagnitude, 1e-300]), at: index * step)
            }
        }
        return feeds
    }

    // MARK: - Nodes

    /// A random node that the schema reads.
    ///
    /// - Parameter budget: about how many nodes are in it.
    func node(depth: Int, budget: Int) -> JSON {
        left = budget
        return referenced("Node", depth: depth)
    }

    override func referenced(_ definition: String, depth: Int) -> JSON {
        switch definition {
        case "Node":
            let kind = chance(depth > 0 && left > 0 ? 0.7 : 0) ? one(of: Self.containers) : one(of: Self.kinds)
            return node(kind, depth: left > 0 ? depth : 0)
        case "Modifier":
            // Another node in it does not always have a valid one.
            for _ in 0..<8 {
                let modifier = super.referenced(definition, depth: depth)
                if (try? Modifier.schema.read(modifier)) != nil { return modifier }
            }
            return ["bold": true]
        default: return super.referenced(definition, depth: depth)
        }
    }

    private func node(_ kind: Node.Kind, depth: Int) -> JSON {
        guard let schema = Self.nodes.first(where: { $0["properties"]?["kind"]?["const"]?.stringValue == kind.rawValue }) else {
            return ["kind": "empty"]
        }
        for _ in 0..<40 {
            left -= 1
            var node = value(schema, depth: depth).objectValue ?? [:]
            count += 1
            node["id"] = .string("node\(count)")
            guard (try? Node.schema.read(.object(node))) != nil else { continue }
            made[kind.rawValue, default: 0] += 1
            return .object(node)
        }
        return ["kind": "empty"]
    }

    private static let kinds = Node.Kind.allCases
    private static let containers: [Node.Kind] = [
        .vstack, .hstack, .zstack, .form, .section, .scroll, .list, .grid, .gridRow, .table, .menu, .rows,
    ]
}
