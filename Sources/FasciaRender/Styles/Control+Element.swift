import FasciaDocument
import FasciaScene

extension Control {
    /// The control for an element; `nil` for an element that is not a control.
    init?(_ element: Element, unicode: Bool) {
        func control(_ kind: Kind, _ label: String, _ value: String = "", _ state: GroupState = .off) -> Control {
            Control(
                kind: kind, label: label, value: value, state: state, isEnabled: element.isEnabled, unicode: unicode)
        }
        switch element.content {
        case .button(let label, let role):
            self = control(.button, label)
            self.role = role
        case .toggle(let label, let state): self = control(.toggle, label, "", state)
        case .picker(let label, let shown, let isSelected):
            self = control(.picker, label ?? "", shown, isSelected ? .on : .off)
            options = element.options?.all.map(\.label) ?? []
        case .option(let label, let isSelected): self = control(.option, label, "", isSelected ? .on : .off)
        case .segments(let label):
            self = control(.segments, label)
            options = element.options?.all.map(\.label) ?? []
            selected = element.options?.selected
            value = selected.map { options[$0] } ?? ""
        case .menu(let label, let shown): self = control(.menu, label, shown)
        case .textField(let field):
            // Multi-line text is wrapped before it is converted to ASCII.
            let text = unicode || field.lines != nil ? field.text : TextWidth.ascii(field.text)
            self = control(.textField, field.label, text)
            prompt = field.prompt
            lines = field.lines
        case .slider(let label, let value, let range):
            self = control(.slider, label)
            let step: Double? = if case .number(let scale)? = element.edit?.domain { scale.step } else { nil }
            self.value = value.displayed(in: range, step: step)
            fraction = element.fraction
        case .stepper(let label, let value, let showsValue):
            self = control(.stepper, label, showsValue ? value.map(\.displayed) ?? "" : "")
            canDecrement = element.steps?.previous != nil
            canIncrement = element.steps?.next != nil
        case .progress(let label, _, _):
            let done = element.fraction
            let percent = done.map { "\(Int(($0 * 100).rounded())) %" }
            self = control(.progress, label, percent?.padded(to: 5) ?? "")
            fraction = done
        case .gauge(let label, let value, let range, let text):
            let step = (range.upperBound - range.lowerBound) / 100
            self = control(.gauge, label, text == value.shortText ? value.displayed(in: range, step: step) : text)
            fraction = element.fraction
        default: return nil
        }
    }

    /// The environment key that names the control's style.
    var styleKey: String { kind.rawValue + "Style" }
}

extension Double {
    /// At most four decimals, because a control has little room.
    fileprivate var displayed: String {
        let scaled = self * 10_000
        return abs(scaled) < 9e15 ? (scaled.rounded() / 10_000).shortText : shortText
    }

    /// The number beside a track. With a step, it is padded to the width of the widest value, so that the track does
    /// not move.
    fileprivate func displayed(in range: ClosedRange<Double>, step: Double?) -> String {
        var text = displayed
        if let step {
            let others = [range.lowerBound, range.upperBound, range.lowerBound + step].map(\.displayed.count)
            text = text.padded(to: others.max() ?? 0)
        }
        // A number far outside the range could leave no room for the track; show the exceeded bound instead.
        let ends = (range.lowerBound.displayed, range.upperBound.displayed)
        if !range.contains(self), text.count > max(ends.0.count, ends.1.count) + 1 {
            return self > range.upperBound ? ">" + ends.1 : "<" + ends.0
        }
        return text
    }
}

extension String {
    /// Pads with leading blanks.
    fileprivate func padded(to count: Int) -> String {
        String(repeating: " ", count: max(0, count - self.count)) + self
    }
}
