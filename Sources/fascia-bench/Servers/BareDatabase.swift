import FasciaStore

/// Commits of SQLite with the settings of the journal and nothing around them: what a change costs at least.
struct BareDatabase {
    private let connection: SQLiteConnection
    private let statement: SQLiteStatement

    init(in folder: TemporaryFolder) throws {
        connection = try SQLiteConnection(folder.file("bare.db"))
        try connection.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
            CREATE TABLE IF NOT EXISTS option (id TEXT PRIMARY KEY, is_on INTEGER);
            """)
        statement = try connection.prepare("INSERT OR REPLACE INTO option VALUES (?, ?)", isKept: true)
        try statement.bind("bench/o0", at: 1)
    }

    /// The median time of a commit in microseconds.
    func commit(_ count: Int) throws -> Double {
        try (0..<count).map { number in
            try ContinuousClock().measure {
                try statement.bind(number % 2, at: 2)
                try statement.run()
            } / .microseconds(1)
        }.median
    }
}
