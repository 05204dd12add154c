import FasciaModel

/// A switch.
///
/// A tap fixes what it is to become when it begins: what `onTapGesture` says runs first, and then the binding is set
/// to that, whatever it has become meanwhile.
public struct Toggle<Label: View>: View {
    let state: ToggleState
    let label: Label

    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        state = ToggleState(sources: [isOn])
        self.label = label()
    }

    /// A switch for several values: mixed where they differ. A tap sets all of them, to on unless all are on.
    public init<C: RandomAccessCollection>(
        sources: C, isOn: KeyPath<C.Element, Binding<Bool>>, @ViewBuilder label: () -> Label
    ) {
        state = ToggleState(sources: sources.map { $0[keyPath: isOn] })
        self.label = label()
    }

    @Environment(\.toggleStyle) private var style

    public var body: some View {
        AnyView(erased: style.view(ToggleStyleConfiguration(ControlLabel(view: label), state)))
    }
}

extension Toggle where Label == Text {
    public init(_ title: LocalizedStringKey, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(title) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(title) }
    }

    public init<C: RandomAccessCollection>(
        _ title: LocalizedStringKey, sources: C, isOn: KeyPath<C.Element, Binding<Bool>>
    ) {
        self.init(sources: sources, isOn: isOn) { Text(title) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol, C: RandomAccessCollection>(
        _ title: S, sources: C, isOn: KeyPath<C.Element, Binding<Bool>>
    ) {
        self.init(sources: sources, isOn: isOn) { Text(title) }
    }
}

extension Toggle {
    init(_ state: ToggleState, label: Label) {
        self.state = state
        self.label = label
    }
}

extension Toggle where Label == FasciaUI.Label<Text, Image> {
    public init(_ title: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { FasciaUI.Label(title, systemImage: systemImage) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { FasciaUI.Label(title, systemImage: systemImage) }
    }
}

extension Toggle where Label == ToggleStyleConfiguration.Label {
    /// The switch of a style: it looks like one, and sets what the styled one sets.
    public init(_ configuration: ToggleStyleConfiguration) {
        state = configuration.state
        label = configuration.label
    }
}

/// What a switch switches.
struct ToggleState {
    let sources: [Binding<Bool>]
    /// What counts in the state and is not switched.
    var counted: [Binding<Bool>] = []

    /// One binding for all of them: on where all are.
    var binding: Binding<Bool> {
        if sources.count == 1, counted.isEmpty, let only = sources.first { return only }
        return Binding { shown == .on } set: { set($0) }
    }

    var shown: GroupState {
        let all = sources + counted
        let on = all.count { $0.wrappedValue }
        return on == 0 ? .off : on == all.count ? .on : .mixed
    }

    /// What a tap makes of it: on, unless all that it switches is on already.
    var target: Bool { !sources.allSatisfy(\.wrappedValue) }

    func set(_ isOn: Bool) { for source in sources { source.wrappedValue = isOn } }
}

/// The switch that a renderer draws.
struct PlainToggle: View, Primitive {
    typealias Body = Never
    let configuration: ToggleStyleConfiguration

    func update(_ place: Place) {
        place.updateChildren { $0.update(.label, configuration.label) }
        let state = configuration.state
        let (shown, goal) = place.reading { (state.shown, state.target) }
        // What a tap on what is shown means. Who taps may say otherwise, but not find out otherwise later.
        place.gesture = .control { target in state.set(target ?? goal) }
        place.graph.handle(place.address, at: place)
        place.lower { [unowned place] in
            let tap = Action.tapped(place.address, target: goal)
            let (words, modifiers) = place.label()
            let toggle = ToggleContent(state: shown, label: words ?? "", tap: tap)
            return [Node(.toggle(toggle), id: place.address, modifiers: modifiers)]
        }
    }
}
