import FasciaDocument
import FasciaModel
import FasciaScene
import Testing

/// Control nodes resolve to the right scene elements.
struct ControlSceneTests {
    /// The element of a single node, after applying these commands.
    private func element(_ node: Node.Content, _ commands: Command...) throws -> Element {
        var panel = Panel()
        for command in commands { _ = try panel.apply(command) }
        _ = try panel.apply(.putScreen(Screen(id: "a", body: Node(node, id: "n"))))
        _ = try panel.apply(.push(stack: "main", route: Route("a"), handles: []))
        return try #require(panel.scene(stack: "main")?.layers.last?.root)
    }

    private let volume = Command.declareValue(
        ValueDeclaration(key: "v", kind: .int, initial: 30, range: 0...100, step: 10))

    @Test func aBoundSliderHasTheRangeAndTheStepOfItsValue() throws {
        let slider = try element(.slider(SliderContent(.bind("v"))), volume)
        #expect(slider.content == .slider(label: "", value: 30, range: 0...100, step: 10))
        #expect(slider.steps == Steps(previous: .setValue(key: "v", 20), next: .setValue(key: "v", 40)))
        let own = try element(.slider(SliderContent(.bind("v"), range: 0...32, step: 1)), volume)
        #expect(own.steps == Steps(previous: .setValue(key: "v", 29), next: .setValue(key: "v", 31)))
    }

    @Test func stepsStopAtTheEnds() throws {
        let end = try element(.stepper(StepperContent(.bind("v"))), volume, .setValue(key: "v", 95))
        #expect(end.steps == Steps(previous: .setValue(key: "v", 85), next: .setValue(key: "v", 100)))
        let low = try element(.stepper(StepperContent(.bind("v"))), volume, .setValue(key: "v", 0))
        #expect(low.steps == Steps(previous: nil, next: .setValue(key: "v", 10)))
    }

    @Test func aButtonShowsTheStateOfWhatItLeadsTo() throws {
        func shown(_ id: String, _ commands: Command...) throws -> String? {
            var panel = Panel()
            for command in commands { _ = try panel.apply(command) }
            let button = Node(.button(ButtonContent("Go", bind: id)))
            _ = try panel.apply(.putScreen(Screen(id: "a", body: button)))
            _ = try panel.apply(.push(stack: "main", route: Route("a"), handles: []))
            return panel.scene(stack: "main")?.layers.last?.root.control?.value
        }
        let options = ["a", "b"].map { OptionDeclaration(id: $0, title: $0, on: $0 == "a") }
        let group = Command.declareGroup(OptionDeclaration(id: "g", title: "G", options: options))
        #expect(try shown("g", group) == "1 of 2 on")
        #expect(try shown("g/a", group) == "on")
        let elements = ["x", "y"].map { PickerElement(id: $0, label: $0.uppercased()) }
        let component = PickerComponent(id: "p", elements: elements, selection: "y")
        #expect(try shown("p", .declarePicker(PickerDeclaration(id: "p", title: "P", components: [component]))) == "Y")
        #expect(try shown("v", .setValue(key: "v", 7)) == "7")
        #expect(try shown("none") == "no \"none\"")
    }

    @Test func numberKindIsPreserved() throws {
        let double = Command.declareValue(ValueDeclaration(key: "v", kind: .double, initial: 1))
        #expect(try element(.stepper(StepperContent(.bind("v"))), double).steps?.next == .setValue(key: "v", .double(2)))
        let free = try element(.stepper(StepperContent(.bind("v"))), .setValue(key: "v", 1))
        #expect(free.steps?.next == .setValue(key: "v", 2))
    }

    @Test func literalControlSendsNewValue() throws {
        let emit = Action.emit(name: "onMoved", payload: ["row": 1])
        let slider = try element(.slider(SliderContent(.literal(0.1, action: emit), step: 0.1)))
        #expect(slider.steps?.next == .action(.emit(name: "onMoved", payload: ["row": 1, "value": 0.2])))
        #expect(try element(.slider(SliderContent(.literal(1, action: nil)))).isEnabled == false)
        #expect(try element(.textField(TextFieldContent(.literal("", action: nil)))).isEnabled == false)
    }

    @Test(arguments: [
        (Node.Content.slider(SliderContent(.bind("v"))), "no value \"v\""),
        (.textField(TextFieldContent(.bind("v"))), "no value \"v\""),
        (.stepper(StepperContent(.bind("v"))), "no value \"v\""), (.progress(ProgressContent(.bind("v"))), "no value \"v\""),
        (.gauge(GaugeContent(.bind("v"))), "no value \"v\""), (.slider(SliderContent(.bind("s"))), "value \"s\" is not a number"),
        (.stepper(StepperContent(.bind("s"))), "value \"s\" is not a number"),
        (.gauge(GaugeContent(.bind("s"))), "value \"s\" is not a number"),
    ])
    func missingValueIsNamed(_ node: Node.Content, _ message: String) throws {
        #expect(try element(node, .setValue(key: "s", "words")).content == .missing(message))
    }

    @Test func nonNumericProgressIsIndeterminate() throws {
        let progress = try element(.progress(ProgressContent(.bind("v"))), .setValue(key: "v", .null))
        #expect(progress.content == .progress(label: "", value: nil, total: 1))
        let bound = try element(.progress(ProgressContent(.bind("v"))), volume)
        #expect(bound.content == .progress(label: "", value: 30, total: 100))
    }

    @Test func aTextFieldOfANumberWaitsForEnter() throws {
        let field = try element(.textField(TextFieldContent(.bind("v"))), volume)
        #expect(field.content == .textField(TextFieldState(text: "30", updates: .submit)))
        let secret = try element(.textField(TextFieldContent(.bind("s"), isSecure: true)), .setValue(key: "s", "abc"))
        #expect(secret.content == .textField(TextFieldState(text: "••••••••", isSecure: true, updates: .submit)))
    }

    /// The number of bullets does not tell how long a secret is.
    @Test func everySecretHasTheSameNumberOfBullets() throws {
        var shown: Set<Element.Content> = []
        for text in ["a", "hunter2", String(repeating: "x", count: 40)] {
            shown.insert(
                try element(.textField(TextFieldContent(.bind("s"), isSecure: true)), .setValue(key: "s", .string(text))).content)
            shown.insert(try element(.textField(TextFieldContent(.literal(text, action: nil), isSecure: true))).content)
        }
        #expect(shown.count == 1)
        let empty = try element(.textField(TextFieldContent(.bind("s"), isSecure: true)), .setValue(key: "s", ""))
        #expect(empty.content == .textField(TextFieldState(text: "", isSecure: true, updates: .submit)))
    }

    // MARK: - Scales

    @Test func stepsAreExact() {
        let tenths = NumberScale(range: 0...1, step: 0.1)
        var number = 0.0
        for expected in [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0] {
            number = tenths.stepped(number, by: 1) ?? .nan
            #expect(number == expected)
        }
        #expect(tenths.stepped(1, by: 1) == nil)
        #expect(tenths.stepped(0.95, by: 1) == 1)
        #expect(NumberScale(range: nil, step: 1e-7).stepped(0, by: 3) == 3e-7)
        #expect(NumberScale(range: nil, step: 1).stepped(1e300, by: 1) == nil)
        #expect(NumberScale(range: nil, step: 1).stepped(.infinity, by: 1) == nil)
    }

    @Test func aPlaceOnTheLineIsTheNearestStep_andTheEndsAlwaysAre() {
        let scale = NumberScale(range: 0...10, step: 3)
        #expect([-1, 0, 0.2, 0.5, 0.99, 1, 2].map { scale.number(at: $0) } == [0, 0, 3, 6, 9, 10, 10])
        #expect(NumberScale(range: nil, step: 1).number(at: 0.5) == nil)
        #expect(NumberScale.fraction(of: 5, in: 0...10) == 0.5)
        #expect(NumberScale.fraction(of: 5, in: 5...5) == 0)
        #expect(NumberScale.fraction(of: .nan, in: 0...10) == 0)
    }

    @Test func aRangeMayBeWiderThanAnyNumber() {
        let most = Double.greatestFiniteMagnitude
        let scale = NumberScale(range: -most...most, step: 1)
        #expect([0, 0.5, 1].map { scale.number(at: $0) } == [-most, 0, most])
        #expect(NumberScale(range: 0...most, step: .leastNonzeroMagnitude).number(at: 0.5) == most / 2)
        #expect([-most, 0, most].map { NumberScale.fraction(of: $0, in: -most...most) } == [0, 0.5, 1])
        #expect([-5, 15].map { NumberScale.fraction(of: $0, in: 0...10) } == [0, 1])
    }
}
