import FasciaDocument
import Glibc

/// The description of a plugin in `NAME.json` beside its file, so that it can be listed without running its code.
struct Manifest {
    var id: String
    var version: String
    var styles: [PluginInfo.Style] = []
    var hasRenderer = false

    /// `nil` if it lacks something, or something has another type. Other members are left for later versions.
    init?(_ json: JSON) {
        guard let id = json["id"]?.stringValue, let version = json["version"]?.stringValue,
            let styles = json["styles"]?.arrayValue
        else { return nil }
        (self.id, self.version) = (id, version)
        for style in styles {
            guard let kind = style["kind"]?.stringValue, let name = style["name"]?.stringValue else { return nil }
            self.styles.append(PluginInfo.Style(kind: kind, name: name))
        }
        switch json["renderer"] {
        case nil, .null: break
        case .bool(let hasRenderer): self.hasRenderer = hasRenderer
        default: return nil
        }
    }

    private static let longest = 64 << 10

    enum Found {
        case none
        case manifest(Manifest)
        /// The manifest exists but is invalid, for this reason.
        case unusable(String)
    }

    static func read(path: String, plugin: String) -> Found {
        // O_NONBLOCK: opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            return errno == ENOENT
                ? .none : .unusable("\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= longest else {
            return .unusable("\(path) is not a regular file of at most \(longest) bytes")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        let json = bytes.withUnsafeBufferPointer { try? JSONParser.parse($0) }
        guard count == bytes.count, let manifest = json.flatMap(Manifest.init) else {
            return .unusable(
                "\(path) is no manifest; one looks like this: "
                    + #"{"id":"neon","version":"1.0","styles":[{"kind":"toggle","name":"neon"}]}"#)
        }
        guard manifest.id == plugin else {
            return .unusable("\(path) is the manifest of \"\(manifest.id)\", not of \"\(plugin)\"")
        }
        return .manifest(manifest)
    }

    /// What is wrong with the manifest beside a plugin's file; `nil` if nothing is, or if there is none.
    static func problem(beside file: String, _ plugin: LoadedPlugin) -> String? {
        let path = (file.contains("/") ? FileTrust.parent(of: file) + "/" : "") + "\(plugin.name).json"
        switch read(path: path, plugin: plugin.name) {
        case .none: return nil
        case .unusable(let why): return why
        case .manifest(let manifest):
            let listed = contents(manifest.styles, manifest.hasRenderer)
            let styles = plugin.styles.map { PluginInfo.Style(kind: $0.kind.rawValue, name: $0.name) }
            let actual = contents(styles, plugin.process.loaded.hasRenderer)
            if listed == actual { return nil }
            return "\(path) does not describe the plugin: it lists \(listed), and the plugin has \(actual)"
        }
    }

    private static func contents(_ styles: [PluginInfo.Style], _ hasRenderer: Bool) -> String {
        let parts = styles.map { "\($0.kind) \($0.name)" }.sorted() + (hasRenderer ? ["a renderer"] : [])
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }
}
