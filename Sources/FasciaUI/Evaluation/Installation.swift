@_spi(Reflection) import Swift

/// Connects the properties of a view (`@State`, `@Environment` …) with the place where the view stands.
@MainActor struct Installation {
    let place: Place
    let reader: Reader
    /// How to tell that what was read of the environment is different.
    var environmentReads: [EnvironmentValues.Difference] = []
    /// What the view needs and does not have, in words that go on after the view's name.
    var missing: [String] = []
    private var nextSlot = 0

    init(place: Place, reader: Reader) {
        self.place = place
        self.reader = reader
    }

    var environment: EnvironmentValues { place.environment }

    /// What is kept at the next slot: the same object at each evaluation.
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

/// A property that needs something of the place where its view stands.
@MainActor protocol Installable {
    mutating func install(_ installation: inout Installation)
}

/// Which properties of a type are to be installed, and where they are in it.
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

    /// The offset is the one that the runtime gives for a stored property of this type, in a value that is lent to us
    /// for writing: so it may be written as what it is.
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
            Reader.$current.withValue(installation.reader, operation: update)
        }
    }
}
