import FasciaPluginKit
import FasciaScreens

private let plugin = FasciaPlugin(id: "svg", version: "1.0.0", renderer: SVGRenderer())

@c(fascia_plugin_entry)
public func entry() -> UnsafePointer<fascia_plugin>? { plugin.table }

struct SVGRenderer: FasciaRenderer {
    let mediaType = "image/svg+xml"
    let needsCells = true

    func render(_ screens: String) throws(PluginFailure) -> String { SVGPicture(try ScreenFrame(screens)).text }
}
