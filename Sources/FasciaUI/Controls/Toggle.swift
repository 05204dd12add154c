import FasciaDocument

/// A switch.
///
/// The new value is determined when the tap begins. `onTapGesture` actions run first, then the binding is set to that
/// value, even if an action has changed it.
public struct Toggle<Label: View>: View {
    let state: ToggleState
    let label: Label

    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        state = ToggleState(sources: [isOn])
        self.label = label()
    }

    /// A switch for several values, mixed if they differ. A tap turns all of them on, or off if all are on.
    public init<C: RandomAccessCollection>(
        sources: C, isOn: KeyPath<C.Element, Binding<Bool>>, @ViewBuilder label: () -> Label
    ) {
        state = ToggleState(sources: sources.map { $0[keyPath: isOn] })
        self.label = label()
    }

    @Environment(\.toggleStyles) private var styles

    public var body: some View {
        StyleBody(view: styles.current.view(ToggleStyleConfiguration(ControlLabel(view: label), state)), styles: \.toggleStyles)
    }
}

extension Toggle where Label == Text {
    @AnyTitle public init(_ title: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
    @AnyTitle
    public init<C: RandomAccessCollection>(
        _ title: LocalizedStringKey, sources: C, isOn: KeyPath<C.Element, Binding<Bool>>
    ) { self.init(sources: sources, isOn: isOn) { Text(title) } }
}

extension Toggle {
    init(_ state: ToggleState, label: Label) {
        self.state = state
        self.label = label
    }
}

extension Toggle where Label == FasciaUI.Label<Text, Image> {
    @AnyTitle public init(_ title: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { FasciaUI.Label(title, systemImage: systemImage) }
    }
}

extension Toggle where Label == ToggleStyleConfiguration.Label {
    /// The toggle of a configuration, with its bindings and label, in the style around the one that is being made.
    public init(_ configuration: ToggleStyleConfiguration) {
        state = configuration.state
        label = configuration.label
    }
}

/// The values that a toggle controls.
struct ToggleState {
    let sources: [Binding<Bool>]
    /// Values that count in the shown state but are not toggled.
    var readOnlySources: [Binding<Bool>] = []

    /// A single binding to all values: on if all are on.
    var binding: Binding<Bool> {
        if sources.count == 1, readOnlySources.isEmpty, let only = sources.first { return only }
        return Binding(get: { shown == .on }, set: { set($0) })
    }

    var shown: GroupState {
        let all = sources + readOnlySources
        let on = all.count { $0.wrappedValue }
        return on == 0 ? .off : on == all.count ? .on : .mixed
    }

    /// The value that a tap sets: on, unless all `sources` are on.
    var target: Bool { !sources.allSatisfy(\.wrappedValue) }

    func set(_ isOn: Bool) { for source in sources { source.wrappedValue = isOn } }
}

/// The toggle that the renderer draws.
struct PlainToggle: View, Primitive {
    let configuration: ToggleStyleConfiguration

    func update(_ viewNode: ViewNode) {
        viewNode.updateChildren { $0.update(.label, configuration.label) }
        let state = configuration.state
        let (shown, target) = viewNode.tracking { (state.shown, state.target) }
        // The target refers to the state that the user saw when tapping, even if the state has changed since.
        viewNode.handleTaps { requested in state.set(requested ?? target) }
        viewNode.setLowering { [unowned viewNode] in
            let tap = Action.tapped(viewNode.address, target: target)
            let (words, modifiers) = viewNode.label()
            let toggle = ToggleContent(state: shown, label: words ?? "", tap: tap)
            return [Node(.toggle(toggle), id: viewNode.address, modifiers: modifiers)]
        }
    }
}
