import FasciaStore
import Glibc

/// The cost of durable changes, which are on disk before their reply, compared with a bare SQLite commit and with Redis
/// that syncs its file for each request.
struct Durability {
    private let fascia: Server
    /// `nil` if Redis is not installed.
    private let redis: Server?
    private let folder: TemporaryFolder
    private let rounds: Int
    private let share: Double

    init(_ servers: Servers, folder: TemporaryFolder, rounds: Int, share: Double) throws {
        self.folder = folder
        self.rounds = rounds
        self.share = share
        fascia = try servers.fascia("durable")
        redis = try servers.redis("redis, durable", .always)
        try LineClient(fascia.socket).declareOptions(64, of: "bench")
    }

    func run(into report: inout Report) throws {
        let database = try database()
        var (commits, syncs, lone): ([Double], [Double], [Double]) = ([], [], [])
        var rates: [[Double]] = [[], []]
        for _ in 0..<rounds {
            syncs.append(try median(of: try appending()))
            commits.append(try median(of: try committing(to: database)))
            lone.append(try load(fascia, connections: 1, requests: 3_000).median)
            rates[0].append(try load(fascia, connections: 50, requests: 50_000).requestsPerSecond)
            if let redis { rates[1].append(try load(redis, connections: 50, requests: 50_000).requestsPerSecond) }
        }
        report.add(
            "1 client, on the disk: median", "µs",
            [("bare fdatasync", syncs.median), ("bare commit of SQLite", commits.median), ("fascia", lone.median)])
        report.require(
            "a durable change", "times a bare commit of SQLite:", zip(lone, commits).map { $0 / $1 }.median, .atMost(1.5))
        guard redis != nil else { return }
        report.add(
            "50 clients, on the disk: requests", "1/s", [("redis, always", rates[1].median), ("fascia", rates[0].median)])
        report.require(
            "50 durable clients", "times Redis' rate with appendfsync always:",
            zip(rates[0], rates[1]).map { $0 / $1 }.median, .atLeast(0.8))
    }

    private func load(_ server: Server, connections: Int, requests: Int) throws -> LoadResult {
        let isRedis = server.name.hasPrefix("redis")
        let ring =
            isRedis
            ? RequestRing.settingKeys(connections: connections)
            : RequestRing.toggling(connections: connections, durable: true) { "bench/o\($0)" }
        let requests = amount(requests)
        return try Load(
            ring: ring, requests: requests, warmup: requests / 10, expected: isRedis ? "+OK" : "\"result\"",
            isPinned: false
        ).run(on: server)
    }

    private func amount(_ requests: Int) -> Int { max(500, Int(Double(requests) * share)) }

    // MARK: - Baselines

    /// A database with the settings of the journal.
    private func database() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(folder.file("bare.db"))
        try connection.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            CREATE TABLE IF NOT EXISTS option (id TEXT PRIMARY KEY, is_on INTEGER);
            """)
        return connection
    }

    private func committing(to database: SQLiteConnection) throws -> () throws -> Void {
        let statement = try database.prepare("INSERT OR REPLACE INTO option VALUES (?, ?)", isKept: true)
        try statement.bind("bench/o0", at: 1)
        var number = 0
        return {
            number += 1
            try statement.bind(number % 2, at: 2)
            try statement.run()
        }
    }

    private func appending() throws -> () throws -> Void {
        let path = folder.file("bare")
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        let record = [UInt8](repeating: 1, count: 192)
        var whole = [UInt8](repeating: 0, count: 1 << 20)
        guard descriptor >= 0, pwrite(descriptor, &whole, whole.count, 0) == whole.count, fsync(descriptor) == 0 else {
            throw BenchFailure("cannot write \(path): \(String(cString: strerror(errno)))")
        }
        var place = 0
        return {
            place = (place + record.count) % (whole.count - record.count)
            guard pwrite(descriptor, record, record.count, off_t(place)) == record.count, fdatasync(descriptor) == 0 else {
                throw BenchFailure("cannot write \(path): \(String(cString: strerror(errno)))")
            }
        }
    }

    /// The median time in microseconds.
    private func median(of body: () throws -> Void) throws -> Double {
        try (0..<max(200, Int(2_000 * share))).map { _ in try ContinuousClock().measure(body) / .microseconds(1) }.median
    }
}
