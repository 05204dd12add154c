import CFasciaPlugin
import CPluginHost
import FasciaRender
import FasciaScene

/// Asks a plugin again what a build of it did not survive, in a process of its own.
public struct PluginReplay {
    /// What happened, for people: the controls with what the plugin made of them.
    public private(set) var lines: [String] = []
    /// What is wrong; `nil` if nothing is.
    public private(set) var fault: String?

    private let loader: PluginLoader
    private let plugin: String
    private let replay: ReplayFile

    /// - Parameters:
    ///   - file: what the daemon has kept.
    ///   - path: the plugin's file.
    ///   - findsControl: whether to ask about each control alone, if the plugin does not survive all of them.
    /// - Throws: `malformed` for the file, and what `PluginLoader.load` throws.
    public init(
        file: String, path: String, isolation: PluginIsolation, hostVersion: String, findsControl: Bool = true
    ) throws(PluginError) {
        replay = try ReplayFile(path: file)
        (loader, plugin) = try PluginLoader.forFile(
            path, hostVersion: hostVersion, isolation: isolation, services: StyleServices { _ in })
        lines.append("when it was kept, plugin \"\(plugin)\" \(replay.outcome)")
        let (process, styles) = try start()
        try ask(process, styles, findsControl: findsControl)
    }

    private func start() throws(PluginError) -> (HostProcess, [HostAnswer.Style]) {
        var start = try PluginStart(loader.source(of: plugin), replacing: nil, loader.services)
        guard try start.proceed(until: .now + loader.isolation.longest) else { throw start.timedOut() }
        return (start.process, start.loaded.styles)
    }

    private var milliseconds: CInt { CInt(loader.isolation.patience / .milliseconds(1)) }

    // MARK: - Controls

    private mutating func ask(
        _ process: HostProcess, _ styles: [HostAnswer.Style], findsControl: Bool
    ) throws(PluginError) {
        let question = HostQuestion(valid: replay.message)
        var controls: [plugin_host_control] = []
        for var control in question.controls {
            let style = replay.styles[Int(control.style)]
            guard let index = styles.firstIndex(where: { $0.kind == style.kind && $0.name == style.name }) else {
                lines.append("\(question.words(for: control, style, replay.type)): the plugin has no such style any more")
                continue
            }
            control.style = UInt32(index)
            controls.append(control)
        }
        guard let failure = ask(process, question.with(controls), styles) else { return }
        fault = "asked about \(controls.count) controls at once, plugin \"\(plugin)\" \(failure.words)"
        guard findsControl || controls.count == 1 else { return }
        for control in controls {
            let alone = question.with([control])
            let words = question.words(for: control, styles[Int(control.style)], replay.type)
            if controls.count == 1 {
                fault = "\(words): plugin \"\(plugin)\" \(failure.words)"
            } else if let failure = ask(try start().0, alone, styles) {
                fault = "\(words): plugin \"\(plugin)\" \(failure.words)"
                return
            }
        }
    }

    /// - Returns: why not all was answered; `nil` if all was.
    private mutating func ask(
        _ process: HostProcess, _ question: HostQuestion, _ styles: [HostAnswer.Style]
    ) -> HostFailure? {
        do throws(HostFailure) {
            var rest = question.controls[...]
            let words = question.controls.map { question.words(for: $0, styles[Int($0.style)], replay.type) }
            if replay.type == PLUGIN_HOST_SELECTED {
                try process.tell(question)
                // The columns were the index of the option.
                rest = question.controls.map(\.inItsIdealSize)[...]
            }
            while !rest.isEmpty {
                try process.ask(question.with(rest))
                let canvases = rest.map(\.canvas)
                let drawn = try process.drawn(canvases, milliseconds: milliseconds)
                for (words, (canvas, answer)) in zip(words[rest.startIndex...], zip(canvases, drawn.answers)) {
                    let result = answer.words(on: canvas)
                    lines.append(words + ":" + result.text)
                    if result.isFault, fault == nil { fault = words + ":" + result.text }
                }
                lines += drawn.reports.map { "it reports: \($0.text)" }
                rest = rest.dropFirst(drawn.answers.count)
            }
            return nil
        } catch {
            return error
        }
    }
}

extension plugin_host_control {
    /// The size of the canvas; `nil` for the size that the control takes.
    fileprivate var canvas: CellSize? {
        flags & PLUGIN_HOST_MEASURED != 0 ? nil : CellSize(columns: Int(max(0, columns)), rows: Int(max(0, rows)))
    }

    fileprivate var inItsIdealSize: Self {
        var control = self
        control.flags |= PLUGIN_HOST_MEASURED
        (control.columns, control.rows) = (FASCIA_UNSPECIFIED, FASCIA_UNSPECIFIED)
        return control
    }
}

extension StyleAnswer {
    /// The answer in words and as a picture.
    ///
    /// - Parameter canvas: the size of the canvas; `nil` if the control was measured.
    fileprivate func words(on canvas: CellSize?) -> (text: String, isFault: Bool) {
        let taken = "\(measurement.columns)x\(measurement.rows)"
        if canvas == nil {
            if measurement.status != FASCIA_OK { return (" measure failed with status \(measurement.status)", true) }
            guard measurement.isValid else { return (" measure gave \(taken)", true) }
        }
        if let refusal = drawing.refusal { return (" it drew \(refusal)", true) }
        if drawing.status != FASCIA_OK { return (" draw failed with status \(drawing.status)", true) }
        var picture = Canvas(size: canvas ?? CellSize(columns: measurement.columns, rows: measurement.rows))
        picture.add(drawing.operations)
        return ((canvas == nil ? " takes \(taken)" : "") + picture.lines.map { "\n  " + $0 }.joined(), false)
    }
}

extension HostQuestion {
    /// A control in words: its style, its label and value, its size, and its state.
    ///
    /// - Parameter type: of the question.
    fileprivate func words(for control: plugin_host_control, _ style: HostAnswer.Style, _ type: UInt32?) -> String {
        let kind = Control.Kind(style.kind)?.rawValue ?? "kind \(style.kind)"
        var words = ["\(kind) \(style.name)", "\"\(text(control.label))\""]
        if control.value.length > 0 { words.append("with \"\(text(control.value))\"") }
        words.append(size(of: control, type))
        let states: [(UInt32, String)] = [
            (UInt32(FASCIA_STATE_PENDING), "pending"), (UInt32(FASCIA_STATE_UNCONFIRMED), "unconfirmed"),
            (UInt32(FASCIA_STATE_UNKNOWN), "unknown"), (UInt32(FASCIA_STATE_STALE), "stale"),
            (UInt32(FASCIA_STATE_FAILED), "failed"),
        ]
        switch control.state & UInt32(FASCIA_STATE_MASK) {
        case UInt32(FASCIA_STATE_ON): words.append("on")
        case UInt32(FASCIA_STATE_MIXED): words.append("mixed")
        default: break
        }
        words += states.filter { control.state & $0.0 != 0 }.map(\.1)
        if control.flags & PLUGIN_HOST_ENABLED == 0 { words.append("disabled") }
        if control.flags & PLUGIN_HOST_FOCUSED != 0 { words.append("focused") }
        if control.flags & PLUGIN_HOST_UNICODE == 0 { words.append("ASCII") }
        return words.joined(separator: ", ")
    }

    private func size(of control: plugin_host_control, _ type: UInt32?) -> String {
        if type == PLUGIN_HOST_SELECTED { return "option \(control.columns) selected" }
        if control.flags & PLUGIN_HOST_MEASURED == 0 { return "\(control.columns)x\(max(0, control.rows))" }
        return control.columns < 0 ? "in its ideal size" : "in \(control.columns) columns"
    }
}
