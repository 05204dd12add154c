import FasciaWire

/// A peer's permissions; each role includes the ones before it.
package enum Role: String, CaseIterable, Comparable, Sendable {
    case viewer, `operator`, author, admin

    /// The highest right of the role, beside that to bind, which is granted separately.
    package var right: Right {
        switch self {
        case .viewer: .view
        case .operator: .operate
        case .author: .author
        case .admin: .admin
        }
    }

    /// The least role that can have a right.
    package init(giving right: Right) {
        switch right {
        case .view: self = .viewer
        case .operate: self = .operator
        case .author, .bind: self = .author
        case .admin: self = .admin
        }
    }

    package static func < (left: Role, right: Role) -> Bool { left.right < right.right }
}
