import CBench
import Glibc

/// A fixed number of requests over some connections, and what came of it.
struct Load {
    var ring: RequestRing
    /// Requests in flight on each connection.
    var depth = 1
    var requests: Int
    /// Requests before those that are measured.
    var warmup: Int
    /// What every reply must contain.
    var expected: String
    /// Server and generator are held to one processor where there is one client, who can only wait anyway, and to two
    /// where there are many. Else the kernel's choice, which is another one each time, is most of what is measured:
    /// waking a sleeping processor can take longer than everything that a server does. Not where the disk is waited
    /// for: a server's threads are there to do something else meanwhile.
    var isPinned = true

    /// Puts the load on a server.
    func run(on server: Server) throws(BenchFailure) -> LoadResult {
        if isPinned {
            server.pin(to: 0)
            _ = cbench_pin(0, ring.connections > 1 && sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1 ? 1 : 0)
        }
        defer {
            server.pin(to: nil)
            _ = cbench_pin(0, -1)
        }
        var outcome = cbench_outcome()
        let before = server.state.processorTime
        let isDone = ring.bytes.withUnsafeBufferPointer { bytes in
            ring.offsets.withUnsafeBufferPointer { offsets in
                server.socket.withCString { path in
                    expected.withCString { expected in
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
                        return cbench_load_run(&load, &outcome)
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

/// Times are microseconds; all but the rate are for one request.
struct LoadResult {
    var requestsPerSecond: Double
    var median: Double
    var percentile99: Double
    /// The server's processor time.
    var processorTime: Double
    var bytesSent: Double
    var bytesReceived: Double
}
