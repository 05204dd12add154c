/// The source of a new plugin that renders: the labels of the visible screens, one a line.
extension PluginTemplate {
    static func rendererInC(_ name: String) -> String {
        #"""
        // Renders the labels of the visible screens. "fascia render --renderer json" prints the JSON that it reads.
        #define _GNU_SOURCE
        #include <fascia_plugin.h>
        #include <string.h>

        static fascia_status render(const fascia_renderer *renderer, fascia_string screens, const fascia_sink *sink) {
            (void)renderer;
            static const char key[] = "\"label\":\"";
            const char *at = screens.data, *end = screens.data + screens.length;
            fascia_status status = FASCIA_OK;
            while (!status && (at = memmem(at, (size_t)(end - at), key, sizeof key - 1))) {
                at += sizeof key - 1;
                if (*at == '"') continue;
                while (!status && *at != '"') {
                    if (*at == '\\') at++; // JSON has one before a quote and before a backslash.
                    size_t length = 1 + strcspn(at + 1, "\"\\");
                    status = sink->write(sink, (fascia_string){at, length});
                    at += length;
                }
                if (!status) status = sink->write(sink, (fascia_string){"\n", 1});
            }
            return status;
        }

        static const fascia_renderer renderer = {sizeof renderer, 0, "text/plain", NULL, render, 0};

        \#(entryInC(name, extension: "FASCIA_EXTENSION_RENDERER", table: "renderer"))
        """#
    }

    static func rendererInSwift(_ name: String) -> String {
        #"""
        // Renders the labels of the visible screens. "fascia render --renderer json" prints the JSON that it reads.
        import FasciaPluginKit
        import FoundationEssentials

        struct Screens: Decodable {
            struct Layer: Decodable {
                var root: Node
            }
            struct Node: Decodable {
                var label: String
                var children: [Node]

                var lines: [String] { (label.isEmpty ? [] : [label]) + children.flatMap(\.lines) }
            }
            var layers: [Layer]
        }

        struct Labels: FasciaRenderer {
            let mediaType = "text/plain"

            func render(_ screens: String) throws(PluginFailure) -> String {
                do {
                    let screens = try JSONDecoder().decode(Screens.self, from: Data(screens.utf8))
                    return screens.layers.flatMap(\.root.lines).map { $0 + "\n" }.joined()
                } catch {
                    throw PluginFailure("\(error)")
                }
            }
        }

        private let plugin = FasciaPlugin(id: "\#(name)", version: "1.0", renderer: Labels())

        @c(fascia_plugin_entry)
        public func entry() -> UnsafePointer<fascia_plugin>? { plugin.table }

        """#
    }
}
