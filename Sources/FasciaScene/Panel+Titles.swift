import FasciaDocument
import FasciaModel

/// What people call the things of a panel.
extension Panel {
    /// The title of a thing: the declared one of a switch or a picker, the label of the first node that shows a value; else
    /// the id.
    public func title(of thing: ThingID) -> String {
        switch thing {
        case .option(let id): toggle(id)?.title ?? id
        case .picker(let id):
            if let picker = picker(String(id.prefix { $0 != "/" })), picker.components.count == 1 {
                picker.title
            } else {
                pickerComponent(id)?.title ?? id
            }
        case .value(let key): label(ofValue: key) ?? key
        }
    }

    /// A value of a thing in words.
    public func text(of value: JSON, for thing: ThingID) -> String {
        switch thing {
        case .option: return value == .bool(true) ? "on" : "off"
        case .picker(let id):
            return pickerComponent(id)?.elements.first { $0.id == value.stringValue }?.label ?? value.stringValue ?? "none"
        case .value(let key): return isSecret(value: key) ? "•••" : value.displayText
        }
    }

    private func label(ofValue key: String) -> String? {
        var left = 10_000
        for id in screenIDs {
            if let label = screen(id)?.body.label(ofValue: key, &left) { return label }
        }
        return nil
    }
}

extension Node {
    /// - Parameter left: the number of nodes that are still looked at.
    fileprivate func label(ofValue key: String, _ left: inout Int) -> String? {
        left -= 1
        guard left > 0 else { return nil }
        if content.boundValue == key, let label = content.payload.displayLabel, !label.isEmpty { return label }
        for child in children { if let label = child.label(ofValue: key, &left) { return label } }
        return nil
    }
}
