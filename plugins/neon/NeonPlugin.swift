import FasciaPluginKit

private let plugin = FasciaPlugin(id: "neon", version: "1.0.0", styles: [NeonToggle(), NeonButton()])

@c(fascia_plugin_entry)
public func entry() -> UnsafePointer<fascia_plugin>? { plugin.table }
