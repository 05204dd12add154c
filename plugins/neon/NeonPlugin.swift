import FasciaPluginKit

private let styles: [any FasciaStyle] = [
    NeonToggle(), NeonButton(), NeonPicker(), NeonTextField(), NeonSlider(), NeonStepper(), NeonProgress(), NeonGauge(),
    NeonMenu(), NeonOption(), NeonSegments(), NeonSection(), NeonListRow(), NeonTable(), NeonModal(), NeonTitleBar(),
]

private let plugin = FasciaPlugin(id: "neon", version: "1.0.0", styles: styles)

@c(fascia_plugin_entry)
public func entry() -> UnsafePointer<fascia_plugin>? { plugin.table }
