/// What is known of a unit, and who observes it.
struct UnitWatch {
    var path: String?
    private(set) var reading: UnitReading?
    private var lastRead = 0
    var observers: [Int: AsyncStream<UnitReading>.Continuation] = [:]

    /// Keeps a reading and passes it on, unless the result of a later read is known already: two reads may end in either order.
    ///
    /// - Parameter read: the number of the read, counted as they begin.
    mutating func receive(_ reading: UnitReading, read: Int) {
        guard read >= lastRead else { return }
        lastRead = read
        self.reading = reading
        for observer in observers.values { observer.yield(reading) }
    }
}
