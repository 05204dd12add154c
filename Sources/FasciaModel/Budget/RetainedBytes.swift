import FasciaDocument

// Estimates of the memory that objects retain: storage, text and JSON. They bound the panel's memory, and are equal for
// an object before and after it is stored.

extension String {
    /// Strings of up to 15 bytes are stored inline.
    var retainedBytes: Int { utf8.count > 15 ? 32 + utf8.count : 0 }
}

extension JSON {
    var retainedBytes: Int {
        let own = MemoryLayout<JSON>.stride
        return switch self {
        case .null, .bool, .int, .double: own
        case .string(let text): own + text.retainedBytes
        case .array(let elements):
            // The parser reserves space for at least four elements.
            elements.reduce(own + Self.storage(elements.count, MemoryLayout<JSON>.stride)) {
                $0 + $1.retainedBytes - MemoryLayout<JSON>.stride
            }
        case .object(let object):
            object.members.reduce(own + Self.storage(object.count, MemoryLayout<Object.Member>.stride)) {
                $0 + $1.key.retainedBytes + $1.value.retainedBytes - MemoryLayout<JSON>.stride
            }
        }
    }

    private static func storage(_ count: Int, _ stride: Int) -> Int { count == 0 ? 0 : 32 + Swift.max(count, 4) * stride }
}

extension Entry {
    var retainedBytes: Int { Self.retainedBytes(route, handles) }

    static func retainedBytes(_ route: Route, _ handles: [String]) -> Int {
        MemoryLayout<Entry>.stride + route.retainedBytes
            + handles.reduce(0) { $0 + MemoryLayout<String>.stride + $1.retainedBytes }
    }
}

extension Route {
    fileprivate var retainedBytes: Int { screen.retainedBytes + args.retainedBytes }
}

extension Target {
    var retainedBytes: Int {
        path.reduce(MemoryLayout<Target>.stride + name.retainedBytes) {
            $0 + MemoryLayout<PathStep>.stride + $1.route.retainedBytes
        }
    }
}

// MARK: - Values

extension Values.Stored {
    func retainedBytes(key: String) -> Int {
        MemoryLayout<Values.Stored>.stride + 2 * MemoryLayout<String>.stride + key.retainedBytes + value.retainedBytes
            + (declaration?.initial?.retainedBytes ?? 0)
    }
}

extension BoundState {
    /// Values that are equal count once: those of a change are what was shown before, and what is shown now.
    func retainedBytes(beside shown: JSON) -> Int {
        var counted = [shown]
        return [reported, running?.to, running?.from, queued?.to, fallback?.value].reduce(0) {
            guard let value = $1, !counted.contains(value) else { return $0 }
            counted.append(value)
            return $0 + value.retainedBytes
        }
    }
}

// MARK: - Toggle groups

extension OptionDeclaration {
    /// The same as for the declared group.
    var retainedBytes: Int { retainedBytes(idLength: id.utf8.count) }

    private func retainedBytes(idLength: Int) -> Int {
        let own =
            ToggleGroup.nodeBytes + idLength + (title?.utf8.count ?? 0)
            + IndexedRules.bytes(
                requires: rules.requires.values.lazy.map(\.count), excludes: rules.excludes.lazy.map(\.count))
        return (options ?? []).reduce(own) { $0 + $1.retainedBytes(idLength: idLength + 1 + $1.id.utf8.count) }
    }
}

// MARK: - Pickers

extension PickerDeclaration {
    var retainedBytes: Int {
        components.reduce(MemoryLayout<Picker>.stride + (title?.retainedBytes ?? 0)) { $0 + $1.retainedBytes }
    }
}

extension Picker {
    var retainedBytes: Int {
        components.reduce(MemoryLayout<Picker>.stride + (title?.retainedBytes ?? 0)) { $0 + $1.declaration.retainedBytes }
    }
}

extension PickerComponent {
    fileprivate var retainedBytes: Int {
        MemoryLayout<Picker.Component>.stride + id.retainedBytes + (title?.retainedBytes ?? 0)
            + PickerElement.retainedBytes(elements, elementsFor)
    }
}

extension PickerElement {
    /// Each element is stored twice: in declaration order and by id.
    static func retainedBytes(_ elements: [PickerElement], _ elementsFor: [String: [PickerElement]]) -> Int {
        func bytes(_ list: [PickerElement]) -> Int {
            list.reduce(0) {
                $0 + 2 * (MemoryLayout<PickerElement>.stride + MemoryLayout<String>.stride) + $1.id.retainedBytes
                    + $1.label.retainedBytes
            }
        }
        return elementsFor.reduce(bytes(elements)) { $0 + 64 + $1.key.retainedBytes + bytes($1.value) }
    }
}
