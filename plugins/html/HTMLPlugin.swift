import FasciaPluginKit
import FasciaScreens

private let plugin = FasciaPlugin(id: "html", version: "1.0.0", renderer: HTMLRenderer())

@c(fascia_plugin_entry)
public func entry() -> UnsafePointer<fascia_plugin>? { plugin.table }

struct HTMLRenderer: FasciaRenderer {
    let mediaType = "text/html"

    func render(_ screens: String) throws(PluginFailure) -> String { Page.text(try ScreenLayer.all(in: screens)) }
}
