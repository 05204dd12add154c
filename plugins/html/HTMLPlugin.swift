import FasciaDocument
import FasciaPluginKit

private let plugin = FasciaPlugin(id: "html", version: "1.0.0", renderer: HTMLRenderer())

@c(fascia_plugin_entry)
public func entry() -> UnsafePointer<fascia_plugin>? { plugin.table }

struct HTMLRenderer: FasciaRenderer {
    let mediaType = "text/html"

    func render(_ screens: String) throws(PluginFailure) -> String {
        do throws(ParseError) {
            return Page.text(try JSONParser.parse(screens))
        } catch {
            throw PluginFailure("the screens are no JSON: \(error)")
        }
    }
}
