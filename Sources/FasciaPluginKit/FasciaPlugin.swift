@_exported public import CFasciaPlugin

// Sendable: the memory behind `table` is written in `init` only, before other threads can see it.
/// A plugin: its name, its styles and its renderer, laid out as the C table that a host reads.
///
/// ```swift
/// let plugin = FasciaPlugin(id: "neon", version: "1.0", styles: [NeonToggle()])
///
/// @c(fascia_plugin_entry)
/// public func entry() -> UnsafePointer<fascia_plugin>? { plugin.table }
/// ```
///
/// Create only one, as a global: the ABI requires that its memory is never freed.
// Safe: the host calls a plugin on one thread.
public final class FasciaPlugin: @unchecked Sendable {
    /// The result of the entry function. Valid until the process ends.
    public let table: UnsafePointer<fascia_plugin>

    /// - Parameter id: the name of the file, which is `id.so` or `libid.so`.
    public init(
        id: String, version: String, styles: [any FasciaStyle] = [], renderer: (any FasciaRenderer)? = nil
    ) {
        let extensions = forever(
            Extensions(
                styles: styles.isEmpty ? nil : UnsafeRawPointer(FasciaPlugin.table(styles)),
                renderer: renderer.map { UnsafeRawPointer(forever(fascia_renderer($0))) }))
        table = UnsafePointer(
            forever(
                fascia_plugin(
                    magic: FASCIA_PLUGIN_MAGIC, struct_size: UInt32(MemoryLayout<fascia_plugin>.size),
                    abi_major: UInt16(FASCIA_ABI_MAJOR), abi_minor: UInt16(FASCIA_ABI_MINOR),
                    needs_minor: renderer?.needsCells == true ? 2 : 0, reserved: 0, id: forever(text: id),
                    version: forever(text: version), plugin_data: extensions,
                    start: nil, get_extension: extensionOfPlugin)))
    }

    private static func table(_ styles: [any FasciaStyle]) -> UnsafeMutablePointer<fascia_style_extension> {
        let entries = styles.map { UnsafePointer(forever(fascia_style($0))) }
        let list = UnsafeMutableBufferPointer<UnsafePointer<fascia_style>?>.allocate(capacity: entries.count)
        _ = list.initialize(from: entries)
        return forever(
            fascia_style_extension(
                struct_size: UInt32(MemoryLayout<fascia_style_extension>.size), count: UInt32(entries.count),
                styles: UnsafePointer(list.baseAddress)))
    }
}

/// The tables of a plugin's extensions; `nil` for one that it does not have.
struct Extensions {
    var styles: UnsafeRawPointer?
    var renderer: UnsafeRawPointer?

    static func of(_ plugin: UnsafePointer<fascia_plugin>) -> UnsafeMutablePointer<Extensions>? {
        plugin.pointee.plugin_data?.assumingMemoryBound(to: Extensions.self)
    }
}

private func extensionOfPlugin(plugin: UnsafePointer<fascia_plugin>?, id: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
    guard let id, let plugin, let extensions = Extensions.of(plugin)?.pointee else { return nil }
    switch String(cString: id) {
    case FASCIA_EXTENSION_STYLE: return extensions.styles
    case FASCIA_EXTENSION_RENDERER: return extensions.renderer
    default: return nil
    }
}

// MARK: - One style as C functions

private final class StyleBox {
    let style: any FasciaStyle
    init(_ style: any FasciaStyle) { self.style = style }

    static func of(_ style: UnsafePointer<fascia_style>) -> StyleBox? {
        guard let data = style.pointee.style_data else { return nil }
        return Unmanaged<StyleBox>.fromOpaque(data).takeUnretainedValue()
    }
}

extension fascia_style {
    fileprivate init(_ style: any FasciaStyle) {
        self.init(
            struct_size: UInt32(MemoryLayout<fascia_style>.size), kind: style.kind.rawValue,
            name: forever(text: style.name), style_data: Unmanaged.passRetained(StyleBox(style)).toOpaque(),
            measure: measureStyle, draw: drawStyle, selected: style.isToldOfSelections ? selectedStyle : nil)
    }
}

private func measureStyle(
    style: UnsafePointer<fascia_style>?, control: UnsafePointer<fascia_control>?, proposal: fascia_size,
    size: UnsafeMutablePointer<fascia_size>?
) -> fascia_status {
    guard let style, let control, let size, let box = StyleBox.of(style) else { return FASCIA_INVALID }
    let view = StyledControl(control)
    let offered = ProposedSize(
        columns: proposal.columns < 0 ? nil : Int(proposal.columns), rows: proposal.rows < 0 ? nil : Int(proposal.rows))
    do {
        let answer = try box.style.measure(view, proposal: offered)
        size.pointee = fascia_size(columns: Int32(clamping: answer.columns), rows: Int32(clamping: answer.rows))
        return FASCIA_OK
    } catch {
        view.report(error.message)
        return FASCIA_FAILED
    }
}

private func drawStyle(
    style: UnsafePointer<fascia_style>?, control: UnsafePointer<fascia_control>?,
    canvas: UnsafePointer<fascia_canvas>?
) -> fascia_status {
    guard let style, let control, let canvas, let box = StyleBox.of(style) else { return FASCIA_INVALID }
    let view = StyledControl(control)
    do {
        try box.style.draw(view, on: StyleCanvas(canvas))
        return FASCIA_OK
    } catch {
        view.report(error.message)
        return FASCIA_FAILED
    }
}

private func selectedStyle(
    style: UnsafePointer<fascia_style>?, control: UnsafePointer<fascia_control>?, option: UInt32
) {
    guard let style, let control, let box = StyleBox.of(style) else { return }
    box.style.selected(StyledControl(control), option: Int(option))
}

// MARK: - Memory that is never freed

func forever<Value>(_ value: Value) -> UnsafeMutablePointer<Value> {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    pointer.initialize(to: value)
    return pointer
}

func forever(text: String) -> UnsafePointer<CChar>? {
    let bytes = text.utf8CString
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    return UnsafePointer(copy.baseAddress)
}
