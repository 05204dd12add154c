// What Apple's Foundation has, and that of Linux lacks.

import Foundation

extension URL {
    private static func directory(_ directory: FileManager.SearchPathDirectory, _ otherwise: String) -> URL {
        FileManager.default.urls(for: directory, in: .userDomainMask).first ?? homeDirectory.appending(path: otherwise)
    }

    public static var documentsDirectory: URL { directory(.documentDirectory, "Documents") }
    public static var applicationSupportDirectory: URL { directory(.applicationSupportDirectory, ".local/share") }
    public static var cachesDirectory: URL { directory(.cachesDirectory, ".cache") }
    public static var downloadsDirectory: URL { directory(.downloadsDirectory, "Downloads") }
}

extension String {
    /// The words as they are: there is no table of translations.
    public init(localized key: String, defaultValue: String? = nil, table: String? = nil, comment: StaticString) {
        self = defaultValue ?? key
    }
}

extension UserDefaults { public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) } }

public enum ListFormatter {
    public static func localizedString(byJoining strings: [String]) -> String { strings.formatted(.list(type: .and)) }
}

public final class RelativeDateTimeFormatter {
    public enum UnitsStyle: Sendable { case full, spellOut, short, abbreviated }
    public var unitsStyle = UnitsStyle.full
    public init() {}
    public func localizedString(fromTimeInterval interval: TimeInterval) -> String {
        localizedString(for: Date(timeIntervalSinceNow: interval), relativeTo: Date())
    }
    public func localizedString(for date: Date, relativeTo reference: Date) -> String {
        Date(timeIntervalSinceNow: date.timeIntervalSince(reference)).formatted(.relative(presentation: .numeric))
    }
}

extension String.StandardComparator {
    public static var localizedStandard: Self { .lexical }
    public static var localized: Self { .lexical }
}
