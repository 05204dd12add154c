import CFasciaPlugin
import FasciaRender
import FasciaScene

/// Implements the C control for one call of a plugin.
final class ControlBridge {
    private let control: Control
    private let services: StyleServices
    private var lent: [UnsafeMutableBufferPointer<CChar>] = []
    private var texts: [KeyPath<Control, String>: fascia_string] = [:]
    private var options: [UInt32: fascia_string] = [:]
    private var parameters: [String: fascia_string] = [:]

    init(_ control: Control, _ services: StyleServices) {
        self.control = control
        self.services = services
    }

    deinit { for text in lent { text.deallocate() } }

    /// Passes the C control to `body`. The pointer and all strings of it are valid during the call only.
    func lend<Result>(host: StaticTable<fascia_host>, _ body: (UnsafePointer<fascia_control>) -> Result) -> Result {
        withExtendedLifetime(self) {
            let table = fascia_control(
                struct_size: UInt32(MemoryLayout<fascia_control>.size), reserved: 0,
                host_data: Unmanaged.passUnretained(self).toOpaque(), host: host.pointer,
                kind: { ControlBridge.of($0)?.control.kind.abi ?? 0 },
                label: { ControlBridge.of($0)?.lent(\.abiLabel) ?? fascia_string() },
                value: { ControlBridge.of($0)?.lent(\.abiValue) ?? fascia_string() },
                state: { ControlBridge.of($0)?.control.abiState ?? FASCIA_STATE_OFF },
                role: { ControlBridge.of($0)?.control.abiRole ?? FASCIA_ROLE_NONE },
                is_enabled: { ControlBridge.of($0)?.control.isEnabled == true ? 1 : 0 },
                is_focused: { ControlBridge.of($0)?.control.isFocused == true ? 1 : 0 },
                tint: { ControlBridge.of($0).map { $0.control.abiTint($0.services) } ?? FASCIA_COLOR_DEFAULT },
                unicode: { ControlBridge.of($0)?.control.unicode == true ? 1 : 0 },
                color_depth: { ControlBridge.of($0).map { UInt32($0.control.colorDepth) } ?? 24 },
                parameter: { ControlBridge.of($0)?.parameter($1, $2) ?? FASCIA_INVALID },
                text_width: { ControlBridge.of($0)?.width($1) ?? 0 },
                traits: { ControlBridge.of($0)?.control.abiTraits ?? 0 },
                fraction: { ControlBridge.of($0)?.control.abiFraction ?? -1 },
                option_count: { ControlBridge.of($0).map { UInt32($0.control.options.count) } ?? 0 },
                option: { ControlBridge.of($0)?.option($1) ?? fascia_string() },
                selected: { ControlBridge.of($0)?.control.abiSelected ?? -1 },
                prompt: { ControlBridge.of($0)?.lent(\.abiPrompt) ?? fascia_string() },
                cursor: { ControlBridge.of($0)?.control.abiCursor ?? -1 },
                animation_step: { ControlBridge.of($0)?.control.abiAnimationStep ?? -1 })
            return withUnsafePointer(to: table, body)
        }
    }

    private static func of(_ control: UnsafePointer<fascia_control>?) -> ControlBridge? {
        guard let data = control?.pointee.host_data else { return nil }
        return Unmanaged<ControlBridge>.fromOpaque(data).takeUnretainedValue()
    }

    private func parameter(_ key: fascia_string, _ result: UnsafeMutablePointer<fascia_value>?) -> fascia_status {
        guard let result, let key = key.text else { return FASCIA_INVALID }
        guard let value = control.parameters[key] else { return FASCIA_NOT_FOUND }
        var answer = fascia_value()
        switch value {
        case .null: answer.type = FASCIA_VALUE_NULL
        case .bool(let value): (answer.type, answer.boolean) = (FASCIA_VALUE_BOOL, value ? 1 : 0)
        case .int(let value): (answer.type, answer.integer) = (FASCIA_VALUE_INT, Int64(value))
        case .double(let value): (answer.type, answer.number) = (FASCIA_VALUE_DOUBLE, value)
        case .string(let text): (answer.type, answer.string) = (FASCIA_VALUE_STRING, lentParameter(key, text))
        case .array, .object: return FASCIA_UNSUPPORTED
        }
        result.pointee = answer
        return FASCIA_OK
    }

    private func width(_ text: fascia_string) -> Int32 {
        guard let text = text.text else { return 0 }
        return Int32(clamping: services.width(text))
    }

    // Each string is copied at most once per call.

    private func lent(_ text: KeyPath<Control, String>) -> fascia_string {
        if let known = texts[text] { return known }
        let lent = lend(control[keyPath: text])
        texts[text] = lent
        return lent
    }

    private func option(_ index: UInt32) -> fascia_string {
        guard index < control.options.count else { return fascia_string() }
        if let known = options[index] { return known }
        let lent = lend(TextWidth.clean(control.options[Int(index)]))
        options[index] = lent
        return lent
    }

    private func lentParameter(_ key: String, _ text: String) -> fascia_string {
        if let known = parameters[key] { return known }
        let lent = lend(text)
        parameters[key] = lent
        return lent
    }

    private func lend(_ text: String) -> fascia_string {
        let bytes = text.utf8.map { CChar(bitPattern: $0) }
        guard !bytes.isEmpty else { return fascia_string() }
        let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
        _ = copy.initialize(from: bytes)
        lent.append(copy)
        return fascia_string(data: copy.baseAddress, length: copy.count)
    }
}

extension fascia_string {
    /// The longest string accepted from a plugin, in bytes.
    static let longest = 64 << 10

    /// A copy of the text; `nil` if it is too long, is not UTF-8, or has a null `data` with a length.
    var text: String? {
        guard length != 0 else { return "" }
        // Swift imports `size_t` as Int, so a length above half the address space is negative here.
        guard let data, (1...Self.longest).contains(length) else { return nil }
        let bytes = UnsafeBufferPointer(start: data, count: length)
        return String(validating: bytes.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
