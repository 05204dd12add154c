/// Who waits for the end of which job. The end of a job may be known before the answer that names it.
struct JobWaits {
    private var waiting: [String: [CheckedContinuation<JobResult, Never>]] = [:]
    private var ended: [String: JobResult] = [:]
    private var calls = 0

    mutating func callBegins() { calls += 1 }

    /// - Returns: how the job ended, if it has.
    @discardableResult
    mutating func callEnds(with job: String? = nil) -> JobResult? {
        defer {
            calls -= 1
            if calls == 0 { ended = [:] }
        }
        return job.flatMap { ended[$0] }
    }

    mutating func wait(for job: String, _ continuation: CheckedContinuation<JobResult, Never>) {
        waiting[job, default: []].append(continuation)
    }

    mutating func end(_ job: String, _ result: JobResult) {
        if calls > 0 { ended[job] = result }
        for continuation in waiting.removeValue(forKey: job) ?? [] { continuation.resume(returning: result) }
    }

    mutating func lose(_ reason: String) {
        for job in Array(waiting.keys) { end(job, .lost(reason)) }
        ended = [:]
    }
}
