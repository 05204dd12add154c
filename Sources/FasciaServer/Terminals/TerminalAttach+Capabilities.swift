import FasciaInteraction
import FasciaRender
import FasciaWire

extension TerminalCapabilities {
    init(_ attach: TerminalAttach) {
        let features = attach.features.map { feature -> Features in
            switch feature {
            case .erase: .erase
            case .lines: .lines
            case .repeat: .repeat
            case .synchronized: .synchronized
            }
        }
        self.init(
            colors: Colors(attach.colors), unicode: attach.unicode, scheme: attach.scheme == .light ? .light : .dark,
            features: Features(features))
    }
}

extension TerminalCapabilities.Colors {
    init(_ depth: ColorDepth) {
        self =
            switch depth {
            case .none: .none
            case .ansi16: .ansi16
            case .ansi256: .ansi256
            case .trueColor: .trueColor
            }
    }
}

extension Mouse.Kind {
    init(_ kind: TerminalMouse.Kind) {
        self =
            switch kind {
            case .press: .press
            case .release: .release
            case .move: .move
            case .wheelUp: .wheelUp
            case .wheelDown: .wheelDown
            }
    }
}
