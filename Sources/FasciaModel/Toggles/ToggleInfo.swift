import FasciaDocument

/// The state of one option or group.
public struct ToggleInfo: Hashable, Sendable {
    public var id: String
    public var title: String
    /// `on` or `off` for an option; `nil` for an independent group, which has no state of its own.
    public var state: GroupState?
    /// Whether it can be tapped. A group can if one of its options can.
    public var isEnabled: Bool
    public var isGroup: Bool
    /// A group without a master switch.
    public var isIndependent: Bool
    /// The number of options in it, including nested ones, and how many of them are on; 1 for an option.
    public var optionCount: Int
    public var onCount: Int
}

/// An option or a group, with all its descendants.
public struct ToggleTree: Hashable, Sendable {
    public var info: ToggleInfo
    /// `nil` for an option.
    public var options: [ToggleTree]?
}
