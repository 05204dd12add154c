import FasciaPluginKit

private let plugin = FasciaPlugin(
    id: "primary", version: "1.0.0", styles: [.picker, .menu, .segments, .option].map(PrimaryPicker.init))

@c(fascia_plugin_entry)
public func entry() -> UnsafePointer<fascia_plugin>? { plugin.table }
