import Glibc

/// What can be chosen in a folder.
struct FolderListing {
    struct Row {
        var label: String
        var path: String
        /// Whether it is a folder that is opened.
        var opens: Bool
    }

    let rows: [Row]
    /// The index of the first row that is in the folder.
    let firstEntry: Int

    /// - Throws: `UsageError` if it cannot be read.
    init(_ folder: String, showsHidden: Bool, files: Bool, choosesFolders: Bool) throws {
        guard let directory = opendir(folder) else {
            throw UsageError("cannot read \(folder): \(String(cString: strerror(errno)))")
        }
        defer { closedir(directory) }
        var folders: [String] = []
        var others: [String] = []
        while let item = readdir(directory) {
            let name = withUnsafePointer(to: &item.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != "..", showsHidden || !name.hasPrefix(".") else { continue }
            if Self.isFolder(Self.join(folder, name)) { folders.append(name) } else if files { others.append(name) }
        }
        var rows: [Row] = []
        if choosesFolders { rows.append(Row(label: "this folder", path: folder, opens: false)) }
        if folder != "/" { rows.append(Row(label: "..", path: Self.parent(folder), opens: true)) }
        firstEntry = rows.count
        rows += folders.sorted().map { Row(label: $0 + "/", path: Self.join(folder, $0), opens: true) }
        rows += others.sorted().map { Row(label: $0, path: Self.join(folder, $0), opens: false) }
        self.rows = rows
    }

    /// The most files that are listed, and the most folders that are looked into.
    private static let (maximumFiles, maximumFolders) = (100_000, 20_000)

    /// The paths of all files in a folder and in those below it, without hidden ones.
    ///
    /// - Throws: `UsageError` if the folder itself cannot be read.
    static func files(below folder: String) throws -> [String] {
        var (paths, folders) = ([String](), [folder])
        var next = 0
        while next < min(folders.count, maximumFolders), paths.count < maximumFiles {
            let listing: FolderListing
            do { listing = try FolderListing(folders[next], showsHidden: false, files: true, choosesFolders: false) } catch {
                // Of those below, what cannot be read is left out.
                if next == 0 { throw error }
                next += 1
                continue
            }
            next += 1
            for row in listing.rows.dropFirst(listing.firstEntry) {
                let path = row.path.hasPrefix("./") ? String(row.path.dropFirst(2)) : row.path
                // A link to a folder may lead around in a circle.
                if !row.opens { paths.append(path) } else if !isLink(row.path) { folders.append(row.path) }
            }
        }
        return paths.sorted()
    }

    private static func isLink(_ path: String) -> Bool {
        var info = stat()
        return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
    }

    static func absolute(_ path: String) throws -> String {
        guard let real = realpath(path, nil) else { throw UsageError("cannot read \(path): \(String(cString: strerror(errno)))") }
        defer { free(real) }
        return String(cString: real)
    }

    static func join(_ folder: String, _ name: String) -> String { folder == "/" ? "/" + name : folder + "/" + name }

    private static func parent(_ folder: String) -> String {
        let parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
        return parent.isEmpty ? "/" : parent
    }

    static func isFolder(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
    }
}
