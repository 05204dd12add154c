import Testing

extension Trait where Self == TimeLimitTrait {
    /// Fails a test that hangs. It measures nothing: the limit is longer than the whole run takes on a busy machine.
    public static var mustEnd: Self { .timeLimit(.minutes(60)) }
}
