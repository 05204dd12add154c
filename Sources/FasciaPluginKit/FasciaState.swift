import CFasciaPlugin

/// What a plugin keeps when it is built again or reloaded.
///
/// ```swift
/// struct Counts: FasciaState {
///     func save() -> String { "\(count)" }
///     func restore(_ state: String) { count = Int(state) ?? 0 }
/// }
/// ```
public protocol FasciaState: Sendable {
    /// What the next build shall know, at most 64 KiB. When it throws, the next build starts without it.
    func save() throws(PluginFailure) -> String

    /// Gets what an earlier build, maybe of another version, has saved. When it throws, the reload fails and the earlier build
    /// stays.
    func restore(_ state: String) throws(PluginFailure)
}

extension fascia_state_extension {
    init() {
        self.init(
            struct_size: UInt32(MemoryLayout<fascia_state_extension>.size), reserved: 0, save: saveState, restore: restoreState)
    }
}

private func saveState(plugin: UnsafePointer<fascia_plugin>?, sink: UnsafePointer<fascia_sink>?) -> fascia_status {
    guard let plugin, let sink, let state = Extensions.of(plugin)?.pointee.state else { return FASCIA_INVALID }
    do {
        return withString(try state.save()) { sink.pointee.write(sink, $0) }
    } catch {
        sink.pointee.host.report(error)
        return FASCIA_FAILED
    }
}

private func restoreState(plugin: UnsafePointer<fascia_plugin>?, kept: fascia_string) -> fascia_status {
    guard let plugin, let extensions = Extensions.of(plugin)?.pointee, let state = extensions.state else { return FASCIA_INVALID }
    do {
        try state.restore(String(kept))
        return FASCIA_OK
    } catch {
        extensions.host?.report(error)
        return FASCIA_FAILED
    }
}

extension UnsafePointer<fascia_host> {
    func report(_ failure: PluginFailure) {
        withString(failure.message) { pointee.report(self, UInt32(FASCIA_SEVERITY_ERROR), $0) }
    }
}
