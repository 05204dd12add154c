// What Apple's Foundation has, and that of Linux lacks.

extension URL {
    private static func directory(_ directory: FileManager.SearchPathDirectory, _ otherwise: String) -> URL {
        FileManager.default.urls(for: directory, in: .userDomainMask).first ?? homeDirectory.appending(path: otherwise)
    }

    public static var documentsDirectory: URL { directory(.documentDirectory, "Documents") }
    public static var applicationSupportDirectory: URL { directory(.applicationSupportDirectory, ".local/share") }
    public static var cachesDirectory: URL { directory(.cachesDirectory, ".cache") }
    public static var downloadsDirectory: URL { directory(.downloadsDirectory, "Downloads") }
}

extension UserDefaults {
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
}
