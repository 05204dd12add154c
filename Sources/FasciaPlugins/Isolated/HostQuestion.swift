import CFasciaPlugin
import CPluginHost
import FasciaDocument
import FasciaRender
import FasciaScene

/// A message that asks a plugin's host about controls.
struct HostQuestion {
    private(set) var controls: [plugin_host_control] = []
    private var parameters: [plugin_host_parameter] = []
    private var options: [plugin_host_option] = []
    private var texts: [UInt8] = []

    /// Adds a control.
    ///
    /// - Returns: false if the message has no room for it.
    mutating func add(_ control: Control, _ question: StyleQuestion, _ services: StyleServices) -> Bool {
        let before = (parameters.count, options.count, texts.count)
        var item = plugin_host_control()
        item.style = question.style
        switch question.task {
        case .measure(let columns):
            item.columns = columns.map { Int32(clamping: $0) } ?? FASCIA_UNSPECIFIED
            item.rows = FASCIA_UNSPECIFIED
            item.flags |= PLUGIN_HOST_MEASURED
        case .draw(let size): (item.columns, item.rows) = (Int32(clamping: size.columns), Int32(clamping: size.rows))
        case .select(let option): item.columns = Int32(clamping: option)
        }
        (item.kind, item.state, item.role) = (control.kind.abi, control.abiState, control.abiRole)
        if control.isEnabled { item.flags |= PLUGIN_HOST_ENABLED }
        if control.isFocused { item.flags |= PLUGIN_HOST_FOCUSED }
        if control.unicode { item.flags |= PLUGIN_HOST_UNICODE }
        (item.tint, item.color_depth) = (control.abiTint(services), UInt32(question.colorDepth))
        (item.traits, item.fraction, item.selected) = (control.abiTraits, control.abiFraction, control.abiSelected)
        (item.cursor, item.animation_step) = (control.abiCursor, control.abiAnimationStep)
        (item.label, item.value, item.prompt) = (add(control.abiLabel), add(control.abiValue), add(control.abiPrompt))
        (item.first_option, item.option_count) = (UInt32(options.count), UInt32(control.options.count))
        for label in control.abiOptions { options.append(plugin_host_option(label: add(label))) }
        item.first_parameter = UInt32(parameters.count)
        for (key, value) in control.parameters.members { add(key, value) }
        item.parameter_count = UInt32(parameters.count) - item.first_parameter
        controls.append(item)
        guard controls.count <= PLUGIN_HOST_CONTROLS, length <= PLUGIN_HOST_LONGEST else {
            controls.removeLast()
            parameters.removeSubrange(before.0...)
            options.removeSubrange(before.1...)
            texts.removeSubrange(before.2...)
            return false
        }
        return true
    }

    private var length: Int {
        MemoryLayout<plugin_host_question>.size + controls.count * MemoryLayout<plugin_host_control>.size
            + parameters.count * MemoryLayout<plugin_host_parameter>.size
            + options.count * MemoryLayout<plugin_host_option>.size + texts.count
    }

    private mutating func add(_ key: String, _ value: JSON) {
        var parameter = plugin_host_parameter()
        parameter.key = add(key)
        switch value {
        case .null: parameter.type = FASCIA_VALUE_NULL
        case .bool(let value): (parameter.type, parameter.boolean) = (FASCIA_VALUE_BOOL, value ? 1 : 0)
        case .int(let value): (parameter.type, parameter.integer) = (FASCIA_VALUE_INT, Int64(value))
        case .double(let value): (parameter.type, parameter.number) = (FASCIA_VALUE_DOUBLE, value)
        case .string(let text): (parameter.type, parameter.string) = (FASCIA_VALUE_STRING, add(text))
        case .array, .object: parameter.type = PLUGIN_HOST_VALUE_OTHER
        }
        parameters.append(parameter)
    }

    private mutating func add(_ text: String) -> plugin_host_text {
        let start = texts.count
        texts.append(contentsOf: text.utf8)
        return plugin_host_text(offset: UInt32(start), length: UInt32(texts.count - start))
    }

    func bytes(type: UInt32, serial: UInt32) -> [UInt8] {
        let header = plugin_host_header(
            length: UInt32(length), type: type, serial: serial, count: UInt32(controls.count))
        let head = plugin_host_question(
            header: header, parameter_count: UInt32(parameters.count), option_count: UInt32(options.count))
        return bytesOf(head) + bytesOf(controls) + bytesOf(parameters) + bytesOf(options) + texts
    }

    /// The message that loads a plugin.
    static func load(plugin: String, path: String, version: String, serial: UInt32) -> [UInt8] {
        var question = HostQuestion()
        var load = plugin_host_load()
        load.plugin = question.add(plugin)
        load.path = question.add(path)
        load.version = question.add(version)
        load.header = plugin_host_header(
            length: UInt32(MemoryLayout<plugin_host_load>.size + question.texts.count), type: PLUGIN_HOST_LOAD, serial: serial,
            count: 0)
        return bytesOf(load) + question.texts
    }

    /// The first message, which lists the features of this side.
    static func hello(isConfined: Bool, isDebugged: Bool = false, serial: UInt32) -> [UInt8] {
        let features = [
            plugin_host_feature(id: PLUGIN_HOST_FEATURE_STYLE, revision: PLUGIN_HOST_STYLE_REVISION),
            plugin_host_feature(id: PLUGIN_HOST_FEATURE_RENDERER, revision: PLUGIN_HOST_RENDERER_REVISION),
        ].flatMap(bytesOf)
        var hello = plugin_host_hello()
        if !isConfined { hello.options |= PLUGIN_HOST_UNCONFINED }
        if isDebugged { hello.options |= PLUGIN_HOST_DEBUGGED }
        hello.header = plugin_host_header(
            length: UInt32(MemoryLayout<plugin_host_hello>.size + features.count), type: PLUGIN_HOST_HELLO, serial: serial,
            count: 2)
        return bytesOf(hello) + features
    }

    /// A part of the screens to render.
    ///
    /// - Parameter hasMore: whether further parts follow.
    static func render(_ part: ArraySlice<UInt8>, hasMore: Bool, serial: UInt32) -> [UInt8] {
        var render = plugin_host_render()
        render.more = hasMore ? 1 : 0
        render.part.length = UInt32(part.count)
        render.header = plugin_host_header(
            length: UInt32(MemoryLayout<plugin_host_render>.size + part.count), type: PLUGIN_HOST_RENDER, serial: serial, count: 0
        )
        return bytesOf(render) + part
    }
}

// MARK: - Reading a question

extension HostQuestion {
    /// What is wrong with a question; `nil` if nothing is.
    ///
    /// - Parameter styles: how many styles there are.
    static func problem(of message: [UInt8], styles: Int) -> String? {
        withAligned(message) { bytes in
            if let problem = plugin_host_check(bytes.baseAddress, bytes.count) { return String(cString: problem) }
            let question = HostQuestion(bytes)
            if question.controls.isEmpty { return "it is about no controls" }
            if question.controls.contains(where: { $0.style >= styles }) { return "a control has a style that is not listed" }
            return question.ranges.contains { String(validating: question.slice($0), as: UTF8.self) == nil }
                ? "a text is not UTF-8" : nil
        }
    }

    /// Reads a message about controls, which `problem` finds to be valid.
    init(valid message: [UInt8]) { self = Self.withAligned(message) { HostQuestion($0) } }

    private init(_ bytes: UnsafeRawBufferPointer) {
        let head = bytes.load(as: plugin_host_question.self)
        var place = MemoryLayout<plugin_host_question>.size
        func array<Struct: BitwiseCopyable>(_ count: UInt32) -> [Struct] {
            defer { place += Int(count) * MemoryLayout<Struct>.stride }
            return (0..<Int(count)).map {
                bytes.load(fromByteOffset: place + $0 * MemoryLayout<Struct>.stride, as: Struct.self)
            }
        }
        controls = array(head.header.count)
        parameters = array(head.parameter_count)
        options = array(head.option_count)
        texts = Array(bytes[place...])
    }

    /// Calls `body` with a copy that is aligned to 8 bytes.
    private static func withAligned<Result>(_ message: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: message.count, alignment: 8)
        defer { copy.deallocate() }
        copy.copyBytes(from: message)
        return body(UnsafeRawBufferPointer(copy))
    }

    private var ranges: [plugin_host_text] {
        controls.flatMap { [$0.label, $0.value, $0.prompt] } + options.map(\.label)
            + parameters.flatMap { $0.type == FASCIA_VALUE_STRING ? [$0.key, $0.string] : [$0.key] }
    }

    private func slice(_ text: plugin_host_text) -> ArraySlice<UInt8> {
        texts[Int(text.offset)..<Int(text.offset) + Int(text.length)]
    }

    func text(_ text: plugin_host_text) -> String { String(decoding: slice(text), as: UTF8.self) }

    /// The same question about some of its controls, whose styles have other indices.
    func with(_ controls: some Sequence<plugin_host_control>) -> HostQuestion {
        var question = self
        question.controls = Array(controls)
        return question
    }
}

/// The bytes of a struct of the protocol, which has no padding and no references.
private func bytesOf<Struct: BitwiseCopyable>(_ value: Struct) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

private func bytesOf<Struct: BitwiseCopyable>(_ values: [Struct]) -> [UInt8] { values.withUnsafeBytes { Array($0) } }
