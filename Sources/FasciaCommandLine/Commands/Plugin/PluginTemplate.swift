/// The files of a new plugin, which draws switches in a style of its own, or renders. The style has the plugin's name.
enum PluginTemplate {
    static func manifest(_ name: String, isRenderer: Bool) -> String {
        """
        {
            "id": "\(name)",
            "version": "1.0",
            \(isRenderer ? #""styles": [], "renderer": true"# : #""styles": [{"kind": "toggle", "name": "\#(name)"}]"#)
        }

        """
    }

    static func source(_ name: String, _ language: PluginNew.Language, isRenderer: Bool) -> String {
        switch language {
        case .c: isRenderer ? rendererInC(name) : styleInC(name)
        case .swift: isRenderer ? rendererInSwift(name) : styleInSwift(name)
        }
    }

    private static func styleInC(_ name: String) -> String {
        #"""
        // Draws switches as the style "\#(name)". fascia_plugin.h says what else a style can ask and draw.
        #include <fascia_plugin.h>
        #include <string.h>

        static fascia_string text(const char *data) { return (fascia_string){data, strlen(data)}; }

        // The first cell is for the daemon's marks.
        static fascia_string mark(const fascia_control *control) {
            switch (control->state(control) & FASCIA_STATE_MASK) {
            case FASCIA_STATE_ON: return text(" (*) ");
            case FASCIA_STATE_MIXED: return text(" (-) ");
            default: return text(" ( ) ");
            }
        }

        static fascia_status measure(const fascia_style *style, const fascia_control *control, fascia_size proposal,
                                     fascia_size *size) {
            (void)style, (void)proposal;
            size->columns = 5 + control->text_width(control, control->label(control));
            size->rows = 1;
            return FASCIA_OK;
        }

        static fascia_status draw(const fascia_style *style, const fascia_control *control, const fascia_canvas *canvas) {
            (void)style;
            fascia_cell_style look = {FASCIA_COLOR_DEFAULT, FASCIA_COLOR_DEFAULT, 0};
            if (control->is_focused(control)) look.attributes |= FASCIA_INVERSE;
            if (!control->is_enabled(control)) look.attributes |= FASCIA_DIM;
            fascia_status status = canvas->text(canvas, 0, 0, mark(control), &look);
            return status ? status : canvas->text(canvas, 5, 0, control->label(control), &look);
        }

        static const fascia_style toggle = {sizeof toggle, FASCIA_CONTROL_TOGGLE, "\#(name)", NULL, measure, draw, NULL};
        static const fascia_style *const styles[] = {&toggle};
        static const fascia_style_extension extension = {sizeof extension, 1, styles};

        \#(entryInC(name, extension: "FASCIA_EXTENSION_STYLE", table: "extension"))
        """#
    }

    /// The end of a source in C.
    static func entryInC(_ name: String, extension: String, table: String) -> String {
        #"""
        static const void *get_extension(const fascia_plugin *plugin, const char *id) {
            (void)plugin;
            return strcmp(id, \#(`extension`)) == 0 ? &\#(table) : NULL;
        }

        const fascia_plugin *fascia_plugin_entry(void) {
            static const fascia_plugin plugin = {
                FASCIA_PLUGIN_MAGIC, sizeof plugin, FASCIA_ABI_MAJOR, FASCIA_ABI_MINOR, 0, 0, "\#(name)", "1.0", NULL, NULL,
                get_extension,
            };
            return &plugin;
        }

        """#
    }

    /// - Parameter header: the directory of `fascia_plugin.h`.
    static func makefile(_ name: String, header: String) -> String {
        """
        # "make" builds the plugin. FASCIA_INCLUDE is the directory of fascia_plugin.h.
        FASCIA_INCLUDE ?= \(header.replacing("$", with: "$$").replacing("#", with: "\\#"))
        CFLAGS ?= -O2 -g -Wall -Wextra -Werror=implicit-function-declaration
        # A missing function is an error of the build, not of loading.
        LDFLAGS ?= -Wl,-z,defs

        \(name).so: \(name).c
        \t$(CC) $(CFLAGS) -I"$(FASCIA_INCLUDE)" -shared -fPIC $(LDFLAGS) -o $@ $<

        """
    }

    private static func styleInSwift(_ name: String) -> String {
        #"""
        // Draws switches as the style "\#(name)". FasciaPluginKit says what else a style can ask and draw.
        import FasciaPluginKit

        struct Toggle: FasciaStyle {
            let kind = ControlKind.toggle
            let name = "\#(name)"

            func measure(_ control: StyledControl, proposal: ProposedSize) -> Size {
                Size(columns: control.width(of: text(control)), rows: 1)
            }

            func draw(_ control: StyledControl, on canvas: StyleCanvas) throws(PluginFailure) {
                let look = CellLook(attributes: control.isFocused ? .inverse : control.isEnabled ? [] : .dim)
                try canvas.text(text(control), column: 0, row: 0, look: look)
            }

            // The first cell is for the daemon's marks.
            private func text(_ control: StyledControl) -> String {
                let marks: [StyledControl.State: String] = [.off: "( )", .on: "(*)", .mixed: "(-)"]
                return " \(marks[control.state, default: "( )"]) \(control.label)"
            }
        }

        private let plugin = FasciaPlugin(id: "\#(name)", version: "1.0", styles: [Toggle()])

        @c(fascia_plugin_entry)
        public func entry() -> UnsafePointer<fascia_plugin>? { plugin.table }

        """#
    }

    /// - Parameter kit: the directory of the package with `FasciaPluginKit`.
    static func package(_ name: String, kit: String) -> String {
        #"""
        // swift-tools-version: 6.2
        import PackageDescription

        // "swift build" makes lib\#(name).so in .build/debug.
        let package = Package(
            name: "\#(name)",
            products: [.library(name: "\#(name)", type: .dynamic, targets: ["Plugin"])],
            dependencies: [.package(path: "\#(kit.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))")],
            targets: [
                .target(
                    name: "Plugin", dependencies: [.product(name: "FasciaPluginKit", package: "plugin-kit")], path: ".",
                    exclude: ["\#(name).json"], sources: ["\#(name).swift"])
            ])

        """#
    }
}
