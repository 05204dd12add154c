import FasciaModel

extension Command {
    /// How long its parameters are as text at most, for what people mostly do with a control; `nil` for the others, which
    /// have to be written to know that.
    var mostParamBytes: Int? {
        switch self {
        case .setToggle(let id, _), .flipToggle(let id, _), .enableToggle(let id, _): Self.most(id)
        case .pick(let id, let element): Self.most(id) + Self.most(element ?? "")
        default: nil
        }
    }

    /// In JSON a byte takes six at most; beside it stand names and what is no text.
    private static func most(_ id: String) -> Int { 6 * id.utf8.count + 64 }
}
