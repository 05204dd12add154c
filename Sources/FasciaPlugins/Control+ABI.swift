import CFasciaPlugin
import FasciaRender
import FasciaScene

/// What a plugin sees of a control, in the types of the ABI.
extension Control {
    var abiState: fascia_state {
        let state: fascia_state =
            switch self.state {
            case .off: FASCIA_STATE_OFF
            case .on: FASCIA_STATE_ON
            case .mixed: FASCIA_STATE_MIXED
            }
        return conditions.reduce(isPending ? state | UInt32(FASCIA_STATE_PENDING) : state) { $0 | $1.abi }
    }

    var abiRole: fascia_role {
        switch role {
        case .destructive: FASCIA_ROLE_DESTRUCTIVE
        case .cancel: FASCIA_ROLE_CANCEL
        case nil: FASCIA_ROLE_NONE
        }
    }

    func abiTint(_ services: StyleServices) -> fascia_color {
        guard let color = tint.flatMap(services.color) else { return FASCIA_COLOR_DEFAULT }
        return UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    }

    var abiTraits: fascia_traits {
        let traits: [(Bool, UInt32)] = [
            (isRow, FASCIA_TRAIT_ROW), (isNavigation, FASCIA_TRAIT_NAVIGATION), (isOpen == true, FASCIA_TRAIT_OPEN),
            (canDecrement, FASCIA_TRAIT_CAN_DECREMENT), (canIncrement, FASCIA_TRAIT_CAN_INCREMENT),
            (field?.isSecure == true, FASCIA_TRAIT_SECURE), (isAlert, FASCIA_TRAIT_ALERT),
        ]
        return traits.reduce(0) { $1.0 ? $0 | $1.1 : $0 }
    }

    var abiLabel: String { shown(label) }
    /// A plugin does not get a password.
    var abiValue: String { shown(field?.isSecure == true ? String(repeating: "•", count: value.count) : value) }
    var abiPrompt: String { shown(field?.prompt ?? "") }
    var abiOptions: [String] { options.map(shown) }

    /// The text as the terminal shows it. Texts can contain control characters, which a canvas refuses.
    private func shown(_ text: String) -> String {
        let clean = TextWidth.clean(text)
        return unicode ? clean : TextWidth.ascii(clean)
    }

    var abiFraction: Double { fraction ?? -1 }
    var abiSelected: Int32 { Int32(clamping: selected ?? -1) }
    var abiCursor: Int32 { Int32(clamping: cursor ?? -1) }
    var abiAnimationStep: Int32 { Int32(clamping: animationStep ?? -1) }
}

extension Control.Kind {
    /// The kinds are declared in the order of their numbers, which start at 1.
    init?(_ kind: fascia_control_kind) {
        guard kind > 0, kind <= Control.Kind.allCases.count else { return nil }
        self = Control.Kind.allCases[Int(kind) - 1]
    }

    var abi: fascia_control_kind { fascia_control_kind((Control.Kind.allCases.firstIndex(of: self) ?? -1) + 1) }
}

extension ElementCondition.Word {
    fileprivate var abi: fascia_state {
        switch self {
        // A plugin sees only the words.
        case .assumed: 0
        case .pending: UInt32(FASCIA_STATE_PENDING)
        case .unconfirmed: UInt32(FASCIA_STATE_UNCONFIRMED)
        case .unknown: UInt32(FASCIA_STATE_UNKNOWN)
        case .stale: UInt32(FASCIA_STATE_STALE)
        case .failed: UInt32(FASCIA_STATE_FAILED)
        }
    }
}
