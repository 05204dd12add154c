import FasciaDocument
import FasciaModel
import FasciaWire

/// A line's declarations are read, checked and written in one event loop turn, so their number is limited.
extension Limits {
    func checkDeclared(_ commands: [Command]) throws(WireError) {
        let count = commands.reduce(0) { $0 + $1.declared }
        guard count > declared else { return }
        throw WireError(
            .limit(
                "declared", declared,
                "one line can declare at most \(declared) switches, elements and names in rules, and this one "
                    + "declares \(count): use several lines, or smaller groups"))
    }
}

extension Command {
    fileprivate var declared: Int {
        switch self {
        case .declareGroup(let group): group.nameCount
        case .declarePicker(let picker):
            picker.components.reduce(0) { $0 + Self.count($1.elements, $1.elementsFor) }
        case .setElements(_, let elements, let elementsFor): Self.count(elements, elementsFor ?? [:])
        default: 0
        }
    }

    private static func count(_ elements: [PickerElement], _ elementsFor: [String: [PickerElement]]) -> Int {
        elementsFor.values.reduce(elements.count) { $0 + $1.count }
    }
}

extension OptionDeclaration {
    /// The options at all levels below this one, and the names in the rules.
    fileprivate var nameCount: Int {
        let names = rules.requires.values.reduce(0) { $0 + $1.count } + rules.excludes.reduce(0) { $0 + $1.count }
        return (options ?? []).reduce(names) { $0 + 1 + $1.nameCount }
    }
}
