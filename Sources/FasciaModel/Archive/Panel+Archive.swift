import FasciaDocument
import OrderedCollections

/// A binary snapshot of a whole panel, made for fast reading: a million options load in well under a second.
///
/// The snapshot stores state, not commands. Reading it does not validate that state again, so the caller must ensure
/// that the bytes are exactly those written by `archive`.
extension Panel {
    /// A snapshot from which `init(archive:limits:)` makes an equal panel.
    public var archive: [UInt8] {
        var writer = ArchiveWriter()
        writer.byte(Self.archiveVersion)
        writer.int(revision)
        navigation.archive(into: &writer)
        toggles.archive(into: &writer)
        pickers.archive(into: &writer)
        values.archive(into: &writer)
        writer.list(screens.values) { $0.json(Screen.schema.write($1)) }
        writer.list(orphaned.sorted()) { $0.text($1) }
        writer.list(environmentScopes) {
            $0.scope($1)
            $0.object(environment($1))
        }
        bound.archive(into: &writer, except: isTransient)
        questions.archive(into: &writer)
        return writer.bytes
    }

    /// - Parameter limits: the limits for further commands. State in the archive may exceed them.
    /// - Throws: `ArchiveError` when the bytes are not an archive of this version.
    public init(archive: UnsafeRawBufferPointer, limits: Limits) throws(ArchiveError) {
        var reader = ArchiveReader(archive)
        let version = try reader.byte()
        guard version == Self.archiveVersion else {
            throw ArchiveError("the archive has version \(version), but this program reads only \(Self.archiveVersion)")
        }
        let revision = try reader.int()
        let navigation = try Navigation(from: &reader, limits: limits)
        let toggles = try Toggles(from: &reader)
        let pickers = try Pickers(from: &reader)
        let values = try Values(from: &reader)
        var screens: OrderedDictionary<String, Screen> = [:]
        for _ in 0..<(try reader.count()) {
            let screen = try reader.described(by: Screen.schema)
            screens[screen.id] = screen
        }
        let orphaned = Set(try reader.list { reader throws(ArchiveError) in try reader.text() })
        var environments: [EnvironmentScope: JSON.Object] = [:]
        for _ in 0..<(try reader.count()) {
            let scope = try reader.scope()
            environments[scope] = try reader.object()
        }
        let bound = try BoundThings(from: &reader)
        let questions = try Questions(from: &reader)
        guard reader.isAtEnd else { throw ArchiveError("there is data after the end of the archive") }
        self.init(
            limits: limits, revision: revision, navigation: navigation, toggles: toggles, pickers: pickers,
            values: values, screens: screens, orphaned: orphaned, environments: environments, bound: bound,
            questions: questions)
    }

    /// Increases with every change of the format.
    private static var archiveVersion: UInt8 { 10 }
}

extension ArchiveWriter {
    mutating func scope(_ scope: EnvironmentScope) {
        switch scope {
        case .panel: byte(0)
        case .stack(let name):
            byte(1)
            text(name)
        case .screen(let id):
            byte(2)
            text(id)
        case .entry(let id):
            byte(3)
            text(id.rawValue)
        }
    }
}

extension ArchiveReader {
    mutating func scope() throws(ArchiveError) -> EnvironmentScope {
        switch try byte() {
        case 0: return .panel
        case 1: return .stack(try text())
        case 2: return .screen(try text())
        case 3: return .entry(EntryID(try text()))
        default: throw ArchiveError("unknown scope tag")
        }
    }
}
