import CFasciaPlugin
import FasciaScene

/// The table of a plugin, checked as far as possible without starting the plugin.
struct PluginTable {
    let pointer: UnsafePointer<fascia_plugin>
    let id: String
    let version: String
    let styles: [Style]

    struct Style {
        let pointer: UnsafePointer<fascia_style>
        let kind: Control.Kind
        let name: String
    }

    private static let maximumStyles: UInt32 = 256

    /// - Throws: `noTable`, `wrongMagic`, `wrongVersion`, `tooSmall`, `malformed`, `idMismatch`, `nothingKnown`.
    init(_ table: UnsafePointer<fascia_plugin>?, plugin: String, path: String) throws(PluginError) {
        guard let table else {
            throw PluginError(
                .noTable, "\(path): \(FASCIA_ENTRY_SYMBOL) returned null; it must return the plugin's table")
        }
        try Self.checkVersion(table, path: path)
        guard let id = PluginName.read(table.pointee.id) else {
            throw PluginError(
                .malformed, "\(path): the plugin's id must be 1 to 64 ASCII letters, digits, '-' or '_'")
        }
        guard id == plugin else {
            throw PluginError(
                .idMismatch,
                "\(path) holds the plugin \"\(id)\", not \"\(plugin)\": call the file \(id).so or "
                    + "lib\(id).so")
        }
        guard let version = PluginName.readText(table.pointee.version, longest: 256) else {
            throw PluginError(.malformed, "\(path): the plugin's version must be UTF-8 text of at most 256 bytes")
        }
        pointer = table
        self.id = id
        self.version = version
        styles = try Self.styles(of: table, path: path)
    }

    private static func checkVersion(_ table: UnsafePointer<fascia_plugin>, path: String) throws(PluginError) {
        guard table.pointee.magic == FASCIA_PLUGIN_MAGIC else {
            throw PluginError(
                .wrongMagic,
                "\(path): the table begins with 0x\(String(table.pointee.magic, radix: 16)), not with "
                    + "FASCIA_PLUGIN_MAGIC (0x\(String(FASCIA_PLUGIN_MAGIC, radix: 16)))")
        }
        let (major, minor) = (table.pointee.abi_major, table.pointee.abi_minor)
        guard major == FASCIA_ABI_MAJOR else {
            throw PluginError(
                .wrongVersion,
                "\(path) was built for version \(major).\(minor) of the plugin ABI, and this host speaks "
                    + "\(FASCIA_ABI_MAJOR).\(FASCIA_ABI_MINOR): build it again with this host's fascia_plugin.h")
        }
        guard table.pointee.needs_minor <= UInt16(FASCIA_ABI_MINOR) else {
            throw PluginError(
                .wrongVersion,
                "\(path) needs at least version \(major).\(table.pointee.needs_minor) of the plugin ABI, and this host "
                    + "speaks \(FASCIA_ABI_MAJOR).\(FASCIA_ABI_MINOR): use a newer host")
        }
        try check(size: table.pointee.struct_size, of: fascia_plugin.self, name: "fascia_plugin", path: path)
    }

    private static func styles(
        of table: UnsafePointer<fascia_plugin>, path: String
    ) throws(PluginError) -> [Style] {
        guard let getter = table.pointee.get_extension else {
            throw PluginError(.malformed, "\(path): get_extension is null in the plugin's table")
        }
        guard let raw = getter(table, FASCIA_EXTENSION_STYLE) else {
            // Its process checks the renderer when it is used.
            if getter(table, FASCIA_EXTENSION_RENDERER) != nil { return [] }
            throw PluginError(
                .nothingKnown,
                "\(path): the plugin has none of the extensions that this host knows: "
                    + "\(FASCIA_EXTENSION_STYLE), \(FASCIA_EXTENSION_RENDERER)")
        }
        let list = raw.assumingMemoryBound(to: fascia_style_extension.self).pointee
        try check(size: list.struct_size, of: fascia_style_extension.self, name: "fascia_style_extension", path: path)
        guard (1...maximumStyles).contains(list.count), let entries = list.styles else {
            throw PluginError(
                .malformed, "\(path): a style extension must list 1 to \(maximumStyles) styles, not \(list.count)")
        }
        var styles: [Style] = []
        for index in 0..<Int(list.count) {
            if let style = try style(entries[index], index, path: path) { styles.append(style) }
        }
        guard !styles.isEmpty else { throw noKnownKind(path: path) }
        return styles
    }

    static func noKnownKind(path: String) -> PluginError {
        PluginError(
            .nothingKnown,
            "\(path): none of the plugin's styles is for a kind of control that this host knows: "
                + Control.Kind.allCases.map(\.rawValue).joined(separator: ", "))
    }

    /// - Returns: `nil` for a kind of control that this version of the ABI does not have.
    private static func style(
        _ entry: UnsafePointer<fascia_style>?, _ index: Int, path: String
    ) throws(PluginError) -> Style? {
        guard let entry else { throw PluginError(.malformed, "\(path): style \(index) is null") }
        try check(
            size: entry.pointee.struct_size, of: fascia_style.self, name: "fascia_style \(index)", path: path,
            needed: MemoryLayout<fascia_style>.offset(of: \.selected))
        guard let name = PluginName.read(entry.pointee.name) else {
            throw PluginError(
                .malformed, "\(path): the name of style \(index) must be 1 to 64 ASCII letters, digits, '-' or '_'")
        }
        guard entry.pointee.measure != nil, entry.pointee.draw != nil else {
            throw PluginError(.malformed, "\(path): style \"\(name)\" must have both measure and draw")
        }
        guard let kind = Control.Kind(entry.pointee.kind) else { return nil }
        return Style(pointer: entry, kind: kind, name: name)
    }

    private static func check<Struct>(
        size: UInt32, of type: Struct.Type, name: String, path: String, needed: Int? = nil
    ) throws(PluginError) {
        let needed = needed ?? MemoryLayout<Struct>.size
        guard size < needed else { return }
        throw PluginError(
            .tooSmall,
            "\(path): struct_size of \(name) is \(size), and version \(FASCIA_ABI_MAJOR).\(FASCIA_ABI_MINOR) has "
                + "\(needed) bytes: set it to sizeof")
    }
}
