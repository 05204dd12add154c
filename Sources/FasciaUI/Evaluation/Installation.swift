@_spi(Reflection) import Swift

/// Connects the dynamic properties of a view (`@State`, `@Environment` …) with the view's place.
@MainActor struct Installation {
    let place: ViewNode
    let reader: EvaluationContext
    /// Checks, for each environment value that was read, whether it differs.
    var environmentReads: [EnvironmentValues.Difference] = []
    /// What the view needs but does not have, phrased to follow the view's name.
    var missing: [String] = []
    private var nextSlot = 0

    init(place: ViewNode, reader: EvaluationContext) {
        self.place = place
        self.reader = reader
    }

    var environment: EnvironmentValues { place.environment }

    /// The object in the next slot. It is created by the first evaluation and reused by later ones.
    mutating func slot<Kept: AnyObject>(_ make: () -> Kept) -> Kept {
        defer { nextSlot += 1 }
        if place.slots.indices.contains(nextSlot), let kept = place.slots[nextSlot] as? Kept { return kept }
        let kept = make()
        while place.slots.count <= nextSlot { place.slots.append(nil) }
        place.slots[nextSlot] = kept
        return kept
    }

    mutating func install<Owner>(_ owner: inout Owner) {
        let plan = PropertyPlan.of(Owner.self)
        guard !plan.steps.isEmpty else { return }
        withUnsafeMutablePointer(to: &owner) { pointer in
            for step in plan.steps { step(UnsafeMutableRawPointer(pointer), &self) }
        }
    }
}

/// A dynamic property that needs its view's place.
@MainActor protocol Installable {
    mutating func install(_ installation: inout Installation)
}

/// The dynamic properties of a type, and their offsets.
@MainActor struct PropertyPlan {
    typealias Step = @MainActor (UnsafeMutableRawPointer, inout Installation) -> Void
    var steps: [Step] = []

    private static var known: [ObjectIdentifier: PropertyPlan] = [:]

    static func of(_ type: Any.Type) -> PropertyPlan {
        if let plan = known[ObjectIdentifier(type)] { return plan }
        var plan = PropertyPlan()
        _forEachField(of: type) { _, offset, field, kind in
            if let property = field as? any DynamicProperty.Type {
                plan.steps.append(step(property, offset))
            } else if let standsFor = type as? any StandsFor.Type, field == standsFor.subject, kind == .struct {
                let inner = of(field)
                plan.steps.append { pointer, installation in
                    for step in inner.steps { step(pointer + offset, &installation) }
                }
            }
            return true
        }
        known[ObjectIdentifier(type)] = plan
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
            EvaluationContext.$current.withValue(installation.reader, operation: update)
        }
    }
}
