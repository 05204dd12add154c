import FasciaDocument
import Foundation
import TestSupport
import Testing

/// The pages of the renderer `html`, without a browser.
@Suite(.mustEnd) struct PageTests {
    /// Whatever is on the screen, the page fetches nothing and runs nothing.
    @Test func aPageIsSelfContainedAndEscaped() throws {
        let panel = try TestPanel.rendering()
        let hostile = #"</label><script>alert("1")</script>&amp;' onclick="x"#
        let kinds = ["text": "text", "button": "label", "textField": "text", "section": "title"]
        var children: [JSON] = []
        for (kind, member) in kinds.sorted(by: <) {
            var node: JSON.Object = ["kind": .string(kind), "id": .string(kind + hostile), member: .string(hostile)]
            if kind == "section" { node["children"] = [] }
            children.append(.object(node))
        }
        let body: JSON = ["kind": "form", "children": .array(children)]
        try panel.script.call("screen.put", ["screen": ["id": "room", "title": .string(hostile), "body": body]])
        try panel.script.call("nav.set", ["path": [["screen": "room"]]])
        let page = try #require(try panel.script.call("ui.render", ["renderer": "html"])["data"]?.stringValue)
        #expect(page.contains(#"&lt;/label&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;' onclick=&quot;x"#))
        for markup in ["<script", "src=", "href=", "url(", "@import", #" onclick="x"#] {
            #expect(!page.contains(markup), "\(markup)")
        }
    }

    /// Each document has a process, which ends with it.
    @Test func noProcessStays() throws {
        let panel = try TestPanel.rendering()
        try panel.script.call("ui.render", ["renderer": "html"])
        let error = try panel.script.failure("ui.render", ["renderer": "neon"])
        #expect(error["message"] == "plugin \"neon\" has no renderer")
        let (id, daemon) = (panel.daemon.id, "/proc/\(panel.daemon.id)")
        #expect(try String(contentsOfFile: "\(daemon)/task/\(id)/children", encoding: .utf8) == "")
    }
}

extension TestPanel {
    /// A daemon that finds the plugins of this build.
    static func rendering() throws -> TestPanel {
        let directory = try TemporaryDirectory()
        for file in ["libhtml.so", "liblinear.so", "libsvg.so", "libneon.so", "libascii.so"] {
            try FileManager.default.copyItem(atPath: Products.directory + "/" + file, toPath: directory[file])
            chmod(directory[file], 0o755)
        }
        return try TestPanel(
            DaemonProcess(
                in: directory, arguments: ["--name", "box", "--plugin-timeout", "60"],
                environment: ["FASCIA_PLUGIN_PATH": directory.path]))
    }
}
