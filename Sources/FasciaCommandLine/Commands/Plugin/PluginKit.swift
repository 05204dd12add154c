import Glibc

/// What plugins are compiled with: of this program's installation, or of the sources that it was built from.
enum PluginKit {
    /// The directory of `fascia_plugin.h`.
    static func header() throws -> String {
        try find("fascia_plugin.h", installed: "include", source: "Sources/CFasciaPlugin/include")
    }

    /// The package with the product `FasciaPluginKit`.
    static func package() throws -> String {
        try find("Package.swift", installed: "share/fascia/plugin-kit", source: "plugin-kit")
    }

    private static func find(_ file: String, installed: String, source: String) throws -> String {
        let programs = SiblingProgram.directory
        var places = ["\(programs)/../\(installed)"]
        var above = programs[...]
        while let slash = above.lastIndex(of: "/") {
            above = above[..<slash]
            places.append("\(above)/\(source)")
        }
        for place in places where access("\(place)/\(file)", R_OK) == 0 {
            guard let path = realpath(place, nil) else { continue }
            defer { free(path) }
            return String(cString: path)
        }
        throw UsageError("\(places[0])/\(file) is not there: the package fascia-dev has it, and \"make install\" installs it")
    }
}
