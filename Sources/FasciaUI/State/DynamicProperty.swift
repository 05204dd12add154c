/// A property of a view whose value comes from outside the view. Property wrappers of an app's own that are made of
/// others (`@State`, say) adopt it.
public protocol DynamicProperty {
    /// Called before the view's `body` is evaluated.
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}
