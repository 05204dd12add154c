import GRDB

/// How the database came to be what it is, one step after the other. A step that has been in use is never changed:
/// what is to be different is a new one.
enum Migrations {
    static let all: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("journal") { db in
            // Records stand together, because a row for each of them would cost half as much again.
            try db.execute(
                sql: """
                    CREATE TABLE panel (epoch TEXT NOT NULL);
                    CREATE TABLE chunks (
                        first INTEGER PRIMARY KEY,
                        last INTEGER NOT NULL,
                        first_revision INTEGER NOT NULL,
                        last_revision INTEGER NOT NULL,
                        time INTEGER NOT NULL,
                        records TEXT NOT NULL,
                        checksum INTEGER NOT NULL
                    ) STRICT;
                    CREATE VIEW events AS
                    SELECT record.value ->> 'revision' AS revision,
                           strftime('%Y-%m-%dT%H:%M:%fZ', (record.value ->> 'time') / 1000.0, 'unixepoch') AS time,
                           coalesce(record.value ->> 'cause', record.value ->> 'method') AS cause,
                           record.value ->> 'method' AS method,
                           record.value -> 'params' AS params,
                           record.value ->> 'count' AS changes,
                           record.value ->> '$.by[1]' AS program,
                           record.value ->> '$.by[2]' AS uid,
                           record.value ->> '$.by[3]' AS pid,
                           record.value -> 'issues' AS issues
                    FROM chunks, json_each(chunks.records) AS record
                    WHERE record.value ->> 'count' > 0;
                    """)
        }
        migrator.registerMigration("changes") { db in
            // An array as long as `records`: what each of them has changed. Rows of before have none, and say so.
            try db.execute(
                sql: """
                    ALTER TABLE chunks ADD COLUMN changes TEXT;
                    ALTER TABLE chunks ADD COLUMN changes_checksum INTEGER;
                    CREATE INDEX chunks_by_revision ON chunks (last_revision, first);
                    DROP VIEW events;
                    CREATE VIEW events AS
                    SELECT record.value ->> 'revision' AS revision,
                           strftime('%Y-%m-%dT%H:%M:%fZ', (record.value ->> 'time') / 1000.0, 'unixepoch') AS time,
                           coalesce(record.value ->> 'cause', record.value ->> 'method') AS cause,
                           record.value ->> 'method' AS method,
                           record.value -> 'params' AS params,
                           record.value ->> 'count' AS count,
                           nullif(chunks.changes -> record.key, 'null') AS changes,
                           record.value ->> '$.by[0]' AS client,
                           record.value ->> '$.by[1]' AS program,
                           record.value ->> '$.by[2]' AS uid,
                           record.value ->> '$.by[3]' AS pid,
                           record.value -> 'request' AS request
                    FROM chunks, json_each(chunks.records) AS record
                    WHERE record.value ->> 'count' > 0;
                    CREATE VIEW changes AS
                    SELECT events.revision, events.time, events.cause, events.program, events.uid, events.pid,
                           change.value ->> 'kind' AS kind,
                           coalesce(change.value ->> 'id', change.value ->> 'key', change.value ->> 'stack',
                                    change.value ->> 'name', change.value ->> 'reason', change.value -> 'scope') AS id,
                           change.value -> 'from' AS "from",
                           change.value -> 'to' AS "to",
                           change.value ->> 'why' AS why,
                           change.value AS change
                    FROM events, json_each(events.changes) AS change;
                    """)
        }
        return migrator
    }()
}
