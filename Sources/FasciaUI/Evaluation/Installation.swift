@_spi(Reflection) import Swift

/// Connects the dynamic properties of a view (`@State`, `@Environment` …) with its view node.
@MainActor struct Installation {
    let viewNode: ViewNode
    let context: EvaluationContext
    /// Checks, for each environment value that was read, whether it differs.
    var environmentReads: [EnvironmentValues.Difference] = []
    /// What the view needs but does not have, phrased to follow the view's name.
    var missing: [String] = []
    private var nextIndex = 0

    init(viewNode: ViewNode, context: EvaluationContext) {
        self.viewNode = viewNode
        self.context = context
    }

    var environment: EnvironmentValues { viewNode.environment }

    /// The object in the next position of the storage. It is created by the first evaluation and reused by later ones.
    mutating func storedObject<Object: AnyObject>(_ make: () -> Object) -> Object {
        defer { nextIndex += 1 }
        if viewNode.propertyStorage.indices.contains(nextIndex), let object = viewNode.propertyStorage[nextIndex] as? Object {
            return object
        }
        let object = make()
        while viewNode.propertyStorage.count <= nextIndex { viewNode.propertyStorage.append(nil) }
        viewNode.propertyStorage[nextIndex] = object
        return object
    }

    mutating func install<Owner>(_ owner: inout Owner) {
        let plan = PropertyPlan.of(Owner.self)
        guard !plan.steps.isEmpty else { return }
        withUnsafeMutablePointer(to: &owner) { pointer in
            for step in plan.steps { step(UnsafeMutableRawPointer(pointer), &self) }
        }
    }
}

/// A dynamic property that needs the view node of its view.
@MainActor protocol Installable {
    mutating func install(_ installation: inout Installation)
}

/// The dynamic properties of a type, and their offsets.
@MainActor struct PropertyPlan {
    typealias Step = @MainActor (UnsafeMutableRawPointer, inout Installation) -> Void
    var steps: [Step] = []

    private static var cache: [ObjectIdentifier: PropertyPlan] = [:]

    static func of(_ type: Any.Type) -> PropertyPlan {
        if let plan = cache[ObjectIdentifier(type)] { return plan }
        var plan = PropertyPlan()
        _forEachField(of: type) { _, offset, field, kind in
            if let property = field as? any DynamicProperty.Type {
                plan.steps.append(step(property, offset))
            } else if let wrapper = type as? any NamedInMessages.Type, field == wrapper.messageType, kind == .struct {
                let inner = of(field)
                plan.steps.append { pointer, installation in
                    for step in inner.steps { step(pointer + offset, &installation) }
                }
            }
            return true
        }
        cache[ObjectIdentifier(type)] = plan
        return plan
    }

    /// Safe: the runtime reports `offset` for a stored property of type `Property`, and `pointer` refers to an
    /// initialized owner with exclusive write access. So the memory at the offset holds a `Property` that may be
    /// written.
    private static func step<Property: DynamicProperty>(_ type: Property.Type, _ offset: Int) -> Step {
        let inner = type is any Installable.Type ? PropertyPlan() : of(type)
        return { pointer, installation in
            let field = (pointer + offset).assumingMemoryBound(to: Property.self)
            if var property = field.pointee as? any Installable {
                property.install(&installation)
                if let installed = property as? Property { field.pointee = installed }
            }
            for step in inner.steps { step(UnsafeMutableRawPointer(field), &installation) }
            let update = { field.pointee.update() }
            EvaluationContext.$current.withValue(installation.context, operation: update)
        }
    }
}
