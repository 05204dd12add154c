import FasciaModel
import FasciaWire

extension HistoryGet {
    /// The part of an event that it asks for; `nil` if none of it. Transient values are no part of the history.
    ///
    /// - Parameter sight: what its reader sees; `nil` for everything.
    func selected(_ event: Event, sight: (any Sight)?) -> Event? {
        var event = event
        if let uid, event.cause.origin.uid != uid { return nil }
        if let sight = sight.map({ EventSight($0, of: event.changes) }) { event.changes.removeAll { !sight.sees($0) } }
        if let id, !event.changes.contains(where: { $0.topic.id == id }) { return nil }
        event.changes = event.changes.filter { !$0.isTransient && topics.matches($0) }
        return event.changes.isEmpty ? nil : event
    }
}
