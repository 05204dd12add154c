extension Schema {
    /// Reads what another version of this program has written: what this one cannot read counts as left out, from the
    /// innermost value that can be left out, and all else is read.
    ///
    /// - Returns: also what was left out, in words; `nil` where nothing that can be read is left.
    public func readForgivingly(_ json: JSON) -> (value: Value, leftOut: [String])? {
        var (json, leftOut) = (json, [String]())
        while true {
            do throws(Mismatch) { return (try read(json), leftOut) } catch {
                var path = error.pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(Self.unescaped)
                leftOut.append(error.message)
                // What is missing cannot be left out, but what it is missing in.
                while !path.isEmpty {
                    if let rest = json.leavingOut(path[...]) {
                        json = rest
                        break
                    }
                    path.removeLast()
                }
                // Each round leaves something out, so that there is an end to it.
                if path.isEmpty { return nil }
            }
        }
    }

    private static func unescaped(_ part: Substring) -> String {
        String(part).replacing("~1", with: "/").replacing("~0", with: "~")
    }
}

extension JSON {
    /// Without the value at a path; `nil` where there is none.
    fileprivate func leavingOut(_ path: ArraySlice<String>) -> JSON? {
        guard let name = path.first else { return nil }
        switch self {
        case .object(var object):
            guard let inner = object[name] else { return nil }
            guard path.count > 1 else {
                object[name] = JSON?.none
                return .object(object)
            }
            guard let rest = inner.leavingOut(path.dropFirst()) else { return nil }
            object[name] = rest
            return .object(object)
        case .array(var elements):
            guard let index = Int(name), elements.indices.contains(index) else { return nil }
            guard path.count > 1 else {
                elements.remove(at: index)
                return .array(elements)
            }
            guard let rest = elements[index].leavingOut(path.dropFirst()) else { return nil }
            elements[index] = rest
            return .array(elements)
        default: return nil
        }
    }
}
