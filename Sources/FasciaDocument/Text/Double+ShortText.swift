extension Double {
    /// The shortest usual spelling: `100`, not `100.0`.
    public var shortText: String { Int(exactly: self).map(String.init) ?? description }
}
