import FasciaWire

extension Call {
    fileprivate var options: MutationOptions? {
        switch self {
        case .apply(_, let options), .batch(_, let options): options
        default: nil
        }
    }

    /// Why it is made; `nil` if it does not say.
    var reason: String? { options?.reason }

    /// The idempotency key; `nil` for a dry run, which carries nothing out.
    var onceKey: String? { options.flatMap { $0.dryRun ? nil : $0.once } }
}
