import FasciaPluginKit
import FasciaScreens

private let plugin = FasciaPlugin(id: "linear", version: "1.0.0", renderer: LinearRenderer())

@c(fascia_plugin_entry)
public func entry() -> UnsafePointer<fascia_plugin>? { plugin.table }

struct LinearRenderer: FasciaRenderer {
    let mediaType = "text/plain"

    func render(_ screens: String) throws(PluginFailure) -> String { Speech.text(try ScreenLayer.all(in: screens)) }
}
