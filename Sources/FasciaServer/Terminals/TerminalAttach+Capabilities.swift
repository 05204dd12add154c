import FasciaRender
import FasciaWire

extension TerminalCapabilities {
    init(_ attach: TerminalAttach) {
        self.init(colors: attach.colors, unicode: attach.unicode, scheme: attach.scheme, features: attach.features)
    }
}
