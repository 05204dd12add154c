import FasciaPlugins
import FasciaRender
import FasciaScene
import Foundation
import Synchronization

/// A valid C plugin; `-D` options make single parts of it invalid.
private let source = #"""
    #include "fascia_plugin.h"
    #include <string.h>
    #include <stdio.h>
    #ifndef MAGIC
    #define MAGIC FASCIA_PLUGIN_MAGIC
    #endif
    #ifndef MAJOR
    #define MAJOR FASCIA_ABI_MAJOR
    #endif
    #ifndef NEEDS
    #define NEEDS 0
    #endif
    #ifndef SIZE
    #define SIZE sizeof(fascia_plugin)
    #endif
    #ifndef STYLE_SIZE
    #define STYLE_SIZE sizeof(fascia_style)
    #endif
    #ifndef EXTENSION_SIZE
    #define EXTENSION_SIZE sizeof(fascia_style_extension)
    #endif
    #ifndef COUNT
    #define COUNT 1
    #endif
    #ifndef ID
    #define ID "sample"
    #endif
    #ifndef VERSION
    #define VERSION "2.1"
    #endif
    #ifndef KIND
    #define KIND FASCIA_CONTROL_TOGGLE
    #endif
    #ifndef NAME
    #define NAME "sample"
    #endif
    #ifndef COLUMNS
    #define COLUMNS 9
    #endif
    #ifndef ROWS
    #define ROWS 1
    #endif
    #ifndef MEASURE
    #define MEASURE measure
    #endif
    #ifndef GETTER
    #define GETTER get_extension
    #endif
    #ifndef STYLES
    #define STYLES styles
    #endif
    #ifndef START
    #define START 0
    #endif
    #ifndef TABLE
    #define TABLE &table
    #endif

    static int entered;

    static inline fascia_string text(const char *data) { return (fascia_string){data, strlen(data)}; }

    static inline void say(const fascia_host *host, const char *words) {
        host->report(host, FASCIA_SEVERITY_WARNING, text(words));
    }

    static inline fascia_status measure(const fascia_style *style, const fascia_control *control, fascia_size proposal,
                                        fascia_size *size) {
        (void)style; (void)control; (void)proposal;
    #ifdef MEASURE_FAILS
        say(control->host, "no idea how large");
        return FASCIA_FAILED;
    #endif
        *size = (fascia_size){COLUMNS, ROWS};
        return FASCIA_OK;
    }

    static inline fascia_status draw(const fascia_style *style, const fascia_control *control,
                                     const fascia_canvas *canvas) {
        (void)style; (void)control;
    #ifdef DRAW
        DRAW
    #elif defined(ENTRY_COUNTED)
        char count[32];
        snprintf(count, sizeof count, "entered %d", entered);
        canvas->text(canvas, 0, 0, text(count), 0);
    #else
        canvas->text(canvas, 0, 0, text("sample"), 0);
    #endif
    #ifdef DRAW_FAILS
        return FASCIA_FAILED;
    #endif
        return FASCIA_OK;
    }

    static inline fascia_status refuse(const fascia_plugin *plugin, const fascia_host *host) {
        (void)plugin;
        say(host, "not on this machine");
        return FASCIA_UNSUPPORTED;
    }

    static inline fascia_status greet(const fascia_plugin *plugin, const fascia_host *host) {
        (void)plugin;
        say(host, host->version);
        return host->get_extension(host, "x") ? FASCIA_FAILED : FASCIA_OK;
    }

    static const fascia_style style = {STYLE_SIZE, KIND, NAME, 0, MEASURE, draw};
    static const fascia_style *const styles[] = {&style};
    static const fascia_style_extension extension = {EXTENSION_SIZE, COUNT, STYLES};

    static inline const void *get_extension(const fascia_plugin *plugin, const char *id) {
        (void)plugin;
        return strcmp(id, FASCIA_EXTENSION_STYLE) == 0 ? &extension : 0;
    }

    static inline const void *nothing(const fascia_plugin *plugin, const char *id) {
        (void)plugin; (void)id; (void)extension; (void)styles;
        return 0;
    }

    static const fascia_plugin table = {
        MAGIC, SIZE, MAJOR, FASCIA_ABI_MINOR, NEEDS, 0, ID, VERSION, 0, START, GETTER,
    };

    const fascia_plugin *fascia_plugin_entry(void) {
        (void)table;
        entered++;
        return TABLE;
    }
    """#

extension TemporaryFolder {
    /// Builds the sample plugin with the given macros, and returns its path.
    @discardableResult
    func plugin(_ file: String = "sample.so", _ macros: [String: String] = [:]) throws -> String {
        let code = path + "/\(file).c"
        try source.write(toFile: code, atomically: true, encoding: .utf8)
        // A definition on the compiler's command line must be one line.
        let definitions = macros.map { "-D\($0.key)=" + $0.value.replacingOccurrences(of: "\n", with: " ") }
        try build(code, to: file, definitions)
        return path + "/" + file
    }

    func build(_ code: String, to file: String, _ arguments: [String] = []) throws {
        try Compiler.run(
            "cc",
            ["-std=gnu11", "-Wall", "-Wextra", "-shared", "-fPIC", "-I", Compiler.headers] + arguments
                + ["-o", path + "/" + file, code])
        chmod(file, 0o755)
    }

    /// Copies the library that the build puts beside the test program. The build directory may be writable by a group, which
    /// the loader refuses; a copy is not.
    func copy(plugin: String) throws {
        let file = "lib\(plugin).so"
        try FileManager.default.copyItem(atPath: HostTests.products + "/" + file, toPath: path + "/" + file)
        chmod(file, 0o755)
    }

    func write(_ text: String, to file: String) throws {
        try text.write(toFile: path + "/" + file, atomically: true, encoding: .utf8)
        chmod(file, 0o644)
    }

    func chmod(_ file: String, _ mode: mode_t) { Glibc.chmod(path + "/" + file, mode) }

    func loader(_ listener: Listener = Listener(), more: [String] = []) -> PluginLoader {
        PluginLoader(
            searchPath: [path] + more, hostVersion: "9.8.7", isolation: PluginIsolation(patience: .seconds(60)),
            services: .sample(listener))
    }
}

extension PluginIsolation {
    /// With the host that the build puts beside the test program.
    init(service: String? = nil, unconfined: Set<String> = [], patience: Duration) {
        self.init(
            programs: [HostTests.products + "/fascia-plugin-host"], service: service, unconfined: unconfined, patience: patience)
    }
}

/// Records the reported issues.
final class Listener: Sendable {
    private let heard = Mutex<[PluginIssue]>([])

    func hear(_ issue: PluginIssue) { heard.withLock { $0.append(issue) } }
    var issues: [PluginIssue] { heard.withLock { $0 } }
    var messages: [String] { issues.map(\.message) }
}

/// A stand-in for the built-in styles.
struct BuiltIn: ControlStyle {
    static let size = CellSize(columns: 3, rows: 2)

    func measure(_ control: Control, proposal: ProposedCells) -> CellSize { Self.size }

    func draw(_ control: Control, into canvas: inout Canvas) {
        canvas.text("built in", at: CellPoint(column: 0, row: 0))
    }
}

extension StyleServices {
    static func sample(_ listener: Listener) -> StyleServices {
        StyleServices(
            color: { $0.name == "red" ? RGB(255, 59, 48) : nil }, fallback: { _ in BuiltIn() },
            report: { listener.hear($0) })
    }
}

extension PluginStyle {
    /// The first line that the style draws.
    func picture(_ control: Control, rows: Int = 1) -> String {
        let size = measure(control, proposal: ProposedCells())
        var canvas = Canvas(size: size)
        draw(control, into: &canvas)
        return canvas.line(0)
    }
}

extension Canvas {
    /// The text operations of one row as a string; correct for characters one column wide.
    func line(_ row: Int) -> String {
        var cells = [Character](repeating: " ", count: size.columns)
        for case .text(let text, let point, _) in operations where point.row == row {
            for (index, character) in text.enumerated() where cells.indices.contains(point.column + index) {
                cells[point.column + index] = character
            }
        }
        return String(cells)
    }
}
