import CFasciaPlugin
import FasciaRender
import FasciaScene

/// Implements the C control for one call of a plugin.
final class ControlBridge {
    private let control: Control
    private let services: StyleServices
    private var lent: [UnsafeMutableBufferPointer<CChar>] = []
    private var label: fascia_string?
    private var value: fascia_string?
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
                label: { ControlBridge.of($0)?.lentLabel() ?? fascia_string() },
                value: { ControlBridge.of($0)?.lentValue() ?? fascia_string() },
                state: { ControlBridge.of($0)?.state ?? FASCIA_STATE_OFF },
                role: { ControlBridge.of($0)?.role ?? FASCIA_ROLE_NONE },
                is_enabled: { ControlBridge.of($0)?.control.isEnabled == true ? 1 : 0 },
                is_focused: { ControlBridge.of($0)?.control.isFocused == true ? 1 : 0 },
                // Terminals report no key releases, so a control is never held down.
                is_pressed: { _ in 0 },
                tint: { ControlBridge.of($0)?.tint ?? FASCIA_COLOR_DEFAULT },
                unicode: { ControlBridge.of($0)?.control.unicode == true ? 1 : 0 },
                // Frames have 24-bit colours; they are reduced to the terminal's colours when they are encoded.
                color_depth: { _ in 24 },
                parameter: { ControlBridge.of($0)?.parameter($1, $2) ?? FASCIA_INVALID },
                text_width: { ControlBridge.of($0)?.width($1) ?? 0 })
            return withUnsafePointer(to: table, body)
        }
    }

    private static func of(_ control: UnsafePointer<fascia_control>?) -> ControlBridge? {
        guard let data = control?.pointee.host_data else { return nil }
        return Unmanaged<ControlBridge>.fromOpaque(data).takeUnretainedValue()
    }

    var state: fascia_state {
        let state: fascia_state =
            switch control.state {
            case .off: FASCIA_STATE_OFF
            case .on: FASCIA_STATE_ON
            case .mixed: FASCIA_STATE_MIXED
            }
        return control.conditions.reduce(control.isPending ? state | UInt32(FASCIA_STATE_PENDING) : state) { $0 | $1.abi }
    }

    var role: fascia_role {
        switch control.role {
        case .destructive: FASCIA_ROLE_DESTRUCTIVE
        case .cancel: FASCIA_ROLE_CANCEL
        case nil: FASCIA_ROLE_NONE
        }
    }

    var tint: fascia_color {
        guard let color = control.tint.flatMap(services.color) else { return FASCIA_COLOR_DEFAULT }
        return UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
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

    private func lentLabel() -> fascia_string {
        if let label { return label }
        // Labels can contain control characters, which a canvas refuses.
        let lent = lend(TextWidth.clean(control.label))
        label = lent
        return lent
    }

    private func lentValue() -> fascia_string {
        if let value { return value }
        let lent = lend(TextWidth.clean(control.value))
        value = lent
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

extension ElementCondition.Word {
    fileprivate var abi: fascia_state {
        switch self {
        case .pending: UInt32(FASCIA_STATE_PENDING)
        case .unconfirmed: UInt32(FASCIA_STATE_UNCONFIRMED)
        case .unknown: UInt32(FASCIA_STATE_UNKNOWN)
        case .stale: UInt32(FASCIA_STATE_STALE)
        case .failed: UInt32(FASCIA_STATE_FAILED)
        }
    }
}
