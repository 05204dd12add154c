import FasciaDocument
import FasciaModel
import FasciaWire

extension Thing {
    /// What the panel makes of a reading: a value that it cannot hold, such as a number out of its range, is unknown. The rules
    /// are the daemon's own, and no daemon is needed.
    func held(_ reading: StatusReading) -> StatusReading {
        guard let value = reading.value else { return reading }
        if let refusal = refusal(ofLong: value) { return .unknown(refusal) }
        guard case .value(let item) = kind, let refusal = item.refusal(of: value) else { return reading }
        return .unknown(reason(ofRefusal: refusal))
    }

    /// Why the daemon does not take a state; `nil` for one that is not too long.
    func refusal(ofLong state: JSON) -> String? {
        switch kind {
        case .picker:
            guard let bytes = state.stringValue?.utf8.count, bytes > Naming.longest else { return nil }
            return reason(ofRefusal: "the output has \(bytes) bytes: a choice has at most \(Naming.longest)")
        case .value:
            return state.fits(bytes: Thing.longestValue)
                ? nil : reason(ofRefusal: "the output is over \(Thing.longestValue >> 10) KiB")
        case .toggle, .reading: return nil
        }
    }

    /// The most bytes of JSON that the daemon takes as one value.
    private static let longestValue = 65_536

    /// Refuses a value that the panel cannot hold.
    func checkHeld(_ value: JSON) throws(CommandRefusal) {
        switch kind {
        case .picker(let choices):
            guard !choices.isEmpty, !choices.contains(value.displayText) else { return }
            throw .ofValue("\(name) has no choice \"\(value.displayText)\"")
        case .value(let item):
            if let refusal = item.refusal(of: value) { throw .ofValue(reason(ofRefusal: refusal)) }
        case .toggle, .reading: break
        }
    }

    /// Why a state is unknown that the panel refuses. The message may quote it, which may be secret, or long.
    func reason(ofRefusal message: String) -> String {
        if isSecret { return "the panel cannot hold its state" }
        return message.count > 200 ? message.prefix(200) + "…" : message
    }
}

extension ValueItem {
    /// Why a panel refuses a value; `nil` if it does not.
    fileprivate func refusal(of value: JSON) -> String? {
        let calls: [(method: String, params: JSON.Object)] = [
            ("value.declare", Publication.declaration(self)), ("value.set", ["key": .string(key), "value": value]),
        ]
        var panel = Panel()
        do {
            for call in calls {
                guard case .apply(let command, _) = try Catalogue.call(call.method, .object(call.params)) else { continue }
                _ = try panel.apply(command)
            }
            return nil
        } catch let error as WireError {
            return error.message
        } catch let error as FasciaModel.Refusal {
            return error.message
        } catch {
            return "\(error)"
        }
    }
}
