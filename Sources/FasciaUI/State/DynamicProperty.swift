/// A property of a view whose value comes from outside the view. Custom property wrappers that contain others
/// (`@State`, for example) conform to it.
public protocol DynamicProperty {
    /// Called before the view's `body` is evaluated.
    mutating func update()
}

extension DynamicProperty { public mutating func update() {} }
