import CFasciaPlugin

/// What turns screens into a document, written in Swift.
///
/// ```swift
/// struct Length: FasciaRenderer {
///     let mediaType = "text/plain"
///     func render(_ screens: String) -> String { "\(screens.utf8.count) bytes of JSON" }
/// }
/// ```
public protocol FasciaRenderer: Sendable {
    /// Of what it writes, such as `text/html`; at most 64 bytes.
    var mediaType: String { get }

    /// Whether it reads the cells of a terminal instead of the nodes; `false` by default.
    var needsCells: Bool { get }

    /// - Parameter screens: JSON, as `fascia render --renderer json` prints it, or with `needsCells` as `--renderer cells` does.
    /// - Returns: the document, of at most 16 MiB.
    /// - Throws: why there is no document, in words for people.
    func render(_ screens: String) throws(PluginFailure) -> String
}

extension FasciaRenderer {
    public var needsCells: Bool { false }
}

private final class RendererBox {
    let renderer: any FasciaRenderer
    init(_ renderer: any FasciaRenderer) { self.renderer = renderer }
}

extension fascia_renderer {
    init(_ renderer: any FasciaRenderer) {
        self.init(
            struct_size: UInt32(MemoryLayout<fascia_renderer>.size), reserved: 0, media_type: forever(text: renderer.mediaType),
            renderer_data: Unmanaged.passRetained(RendererBox(renderer)).toOpaque(), render: renderScreens,
            flags: renderer.needsCells ? FASCIA_RENDERER_CELLS : 0)
    }
}

private func renderScreens(
    renderer: UnsafePointer<fascia_renderer>?, screens: fascia_string, sink: UnsafePointer<fascia_sink>?
) -> fascia_status {
    guard let sink, let data = renderer?.pointee.renderer_data else { return FASCIA_INVALID }
    let box = Unmanaged<RendererBox>.fromOpaque(data).takeUnretainedValue()
    do throws(PluginFailure) {
        let document = try box.renderer.render(String(screens))
        return withString(document) { sink.pointee.write(sink, $0) }
    } catch {
        withString(error.message) { sink.pointee.host?.pointee.report(sink.pointee.host, FASCIA_SEVERITY_ERROR, $0) }
        return FASCIA_FAILED
    }
}
