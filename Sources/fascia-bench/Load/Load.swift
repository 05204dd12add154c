import CBench
import Glibc

/// A fixed number of requests over some connections.
struct Load {
    var ring: RequestRing
    /// Requests in flight on each connection.
    var depth = 1
    var requests: Int
    /// Number of unmeasured requests before the measured ones.
    var warmup: Int
    var wire = Participant.Wire()
    /// Whether server and generator are pinned: with one connection to the same processor, with several to one each.
    /// Otherwise the result mostly shows the kernel's placement, because waking a sleeping processor can take longer than
    /// handling a request. Off for durable loads, where the server's threads work while the disk syncs.
    var isPinned = true

    /// Runs the load against a server and measures it.
    ///
    /// - Parameter helpers: other processes that work for the server. They are pinned as it is; their processor time is not
    ///   counted.
    func run(on server: Server, helpers: [Server] = []) throws(BenchFailure) -> LoadResult {
        if isPinned {
            for each in [server] + helpers { each.pin(to: 0) }
            _ = cbench_pin(0, ring.connections > 1 && sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1 ? 1 : 0)
        }
        defer {
            for each in [server] + helpers { each.pin(to: nil) }
            _ = cbench_pin(0, -1)
        }
        var outcome = cbench_outcome()
        let before = server.state.processorTime
        let isDone = ring.bytes.withUnsafeBufferPointer { bytes in
            ring.offsets.withUnsafeBufferPointer { offsets in
                wire.greeting.withUnsafeBufferPointer { greeting in
                    server.socket.withCString { path in
                        wire.expected.withCString { expected in
                            var load = cbench_load()
                            load.path = path
                            load.connections = UInt32(ring.connections)
                            load.depth = UInt32(depth)
                            load.bytes = bytes.baseAddress
                            load.offsets = offsets.baseAddress
                            load.ring = UInt32(ring.length)
                            load.warmup = UInt64(warmup)
                            load.requests = UInt64(requests)
                            load.expected = expected
                            load.protocol = wire.framing
                            load.greeting = greeting.baseAddress
                            load.greeting_length = greeting.count
                            return cbench_load_run(&load, &outcome)
                        }
                    }
                }
            }
        }
        guard isDone else {
            let message = withUnsafeBytes(of: outcome.message) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw BenchFailure("\(server.name): \(message)")
        }
        let all = Double(warmup + requests)
        return LoadResult(
            requestsPerSecond: Double(outcome.requests) * 1e9 / Double(outcome.elapsed),
            median: Double(outcome.median) / 1e3, percentile99: Double(outcome.percentile99) / 1e3,
            processorTime: Double(server.state.processorTime - before) / 1e3 / all,
            bytesSent: Double(outcome.bytes_sent) / Double(outcome.requests),
            bytesReceived: Double(outcome.bytes_received) / Double(outcome.requests))
    }
}

/// The result of a load. Times are in microseconds; all values except the rate are per request.
struct LoadResult {
    var requestsPerSecond: Double
    var median: Double
    var percentile99: Double
    /// The server's processor time.
    var processorTime: Double
    var bytesSent: Double
    var bytesReceived: Double
}
