import Testing

extension Trait where Self == TimeLimitTrait {
    /// Ends a test that hangs, with a failure. It times nothing: tests run beside each other in few threads and wait for
    /// their turn, so that the limit is more than the whole run takes on a slow machine.
    public static var mustEnd: Self { .timeLimit(.minutes(15)) }
}
