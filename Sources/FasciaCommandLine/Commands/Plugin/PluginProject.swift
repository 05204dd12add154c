import FasciaDocument
import FasciaProcess
import Glibc

/// A directory with the sources of one plugin, as `fascia plugin new` makes it.
struct PluginProject {
    private let directory: String
    let name: String
    private let command: ProcessCommand
    /// Where the built plugin may be, in this order.
    private let products: [String]

    init(_ directory: String) throws {
        self.directory = directory
        let files = try Self.files(in: directory)
        name = try Self.name(directory, files)
        if files.contains("Package.swift") {
            command = ProcessCommand(["swift", "build", "--quiet"], directory: directory)
            products = ["\(directory)/.build/debug/lib\(name).so"]
        } else if files.contains(where: { $0.lowercased().hasSuffix("makefile") }) {
            // A source that is saved during a build is older than the product, and make would take it for built.
            command = ProcessCommand(["make", "--silent", "--always-make"], directory: directory)
            products = ["\(directory)/\(name).so", "\(directory)/lib\(name).so"]
        } else {
            throw UsageError("\(directory) has neither a Makefile nor a Package.swift, so it cannot be built")
        }
    }

    /// - Returns: the path of the built plugin.
    func build() async throws -> String {
        let result = await CommandRun.run(command, onOutput: Output.forward)
        guard result.isSuccess else {
            let program = command.arguments[0]
            let how = if case .notStarted(let reason) = result.end { ": \(reason)" } else { "" }
            throw PartialFailure(messages: ["\(program) has not built \(directory)\(how), so nothing has changed"])
        }
        for product in products where access(product, R_OK) == 0 { return product }
        throw PartialFailure(messages: ["the build has not made \(products.joined(separator: " or "))"])
    }

    /// Installs the plugin and its manifest.
    ///
    /// - Parameters:
    ///   - check: gets the path of a copy that only this user can write. If it throws, nothing is installed.
    ///   - use: gets the path of the installed plugin. If it throws, the files that were there before are put back.
    func install(
        _ product: String, into place: String, check: (String) async throws -> Void, use: (String) async throws -> Void
    ) async throws {
        // With the name that the daemon will see, but where it does not look.
        let new = "\(place)/.\(name).new"
        try Self.makeDirectory(new)
        let files = [("\(directory)/\(name).json", "\(name).json"), (product, "\(name).so")]
        defer {
            for (_, file) in files { _ = (unlink("\(new)/\(file)"), unlink("\(new)/old.\(file)")) }
            rmdir(new)
        }
        for (source, file) in files { try Self.copy(source, to: "\(new)/\(file)") }
        try await check("\(new)/\(name).so")
        do {
            // The daemon never sees a part of a file: it gets its place when it is complete.
            for (_, file) in files {
                unlink("\(new)/old.\(file)")
                link("\(place)/\(file)", "\(new)/old.\(file)")
                guard rename("\(new)/\(file)", "\(place)/\(file)") == 0 else {
                    throw Self.failure("replace", "\(place)/\(file)")
                }
            }
            try await use("\(place)/\(name).so")
        } catch {
            for (_, file) in files { rename("\(new)/old.\(file)", "\(place)/\(file)") }
            throw error
        }
    }

    // MARK: - Reading

    private static func files(in directory: String) throws -> [String] {
        guard let stream = opendir(directory) else { throw failure("read", directory) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }

    /// A manifest is called as the plugin that it is of.
    private static func name(_ directory: String, _ files: [String]) throws -> String {
        let names = try files.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().compactMap { file -> String? in
            let name = String(file.dropLast(5))
            return try Input.json("\(directory)/\(file)")["id"]?.stringValue == name ? name : nil
        }
        guard let name = names.first else {
            throw UsageError(
                "\(directory) has no NAME.json with the id NAME; \"fascia plugin new NAME\" makes a directory with one")
        }
        guard names.count == 1 else {
            throw UsageError(
                "\(directory) has several plugins, \(names.joined(separator: ", ")): keep each in a directory of its own")
        }
        return name
    }

    // MARK: - Writing

    /// Makes a directory and its missing parents. Others must not be able to write there.
    private static func makeDirectory(_ path: String) throws {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/" + part
            if mkdir(made, 0o755) != 0, errno != EEXIST { throw failure("create", made) }
        }
    }

    private static func copy(_ path: String, to target: String) throws {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw failure("read", path) }
        defer { close(source) }
        unlink(target)
        let copy = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard copy >= 0 else { throw failure("create", target) }
        defer { close(copy) }
        fchmod(copy, 0o644)
        while case let count = sendfile(copy, source, nil, 1 << 30), count != 0 {
            guard count > 0 else { throw failure("write", target) }
        }
    }

    private static func failure(_ verb: String, _ path: String) -> UsageError {
        UsageError("cannot \(verb) \(path): \(String(cString: strerror(errno)))")
    }
}
