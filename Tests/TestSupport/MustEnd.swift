import Testing

extension Trait where Self == TimeLimitTrait {
    /// Fails a test that hangs. The limit is longer than a whole run on a busy machine and measures nothing.
    public static var mustEnd: Self { .timeLimit(.minutes(60)) }
}
