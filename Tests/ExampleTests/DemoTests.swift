import Foundation
import TestSupport
import Testing

/// The steps of the demo script, in two terminals of different sizes.
@Suite(.mustEnd) struct DemoTests {
    /// The commands of the demo script.
    private func steps() throws -> [String] {
        try String(contentsOfFile: Repository.path + "/Sources/Examples/Demo/steps", encoding: .utf8)
            .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    @Test func allTerminalsStayInSync() throws {
        let panel = try TestPanel(try DaemonProcess(arguments: ["--name", "demo"]))
        _ = try panel.fascia("batch", Repository.path + "/Sources/Examples/Demo/panel.jsonl").checked()
        let large = try TmuxPane(panel, columns: 80, rows: 12, status: true)
        try large.wait(for: "  demo")
        let small = try TmuxPane(panel, columns: 36, rows: 9, status: true)
        var rest = try steps()[...]
        func step() throws {
            let command = rest.removeFirst()
            _ = try runProcess(
                "/bin/bash", ["-c", "PATH=\"$0:$PATH\"; " + command, Products.directory],
                environment: ["FASCIA_SOCKET": panel.daemon.socketPath]
            ).checked()
        }

        try step()
        try large.expect(
            """
                                                The room

              ╭──────────────────────────────────────────────────────────────────────────╮
              │› Lights                                                     1 of 3  ━◐━  │
              │    Ceiling                                                          ○━━  │
              │    Desk                                                             ━━●  │
              │    Window                                                           ○━━  │
              │  Mood                                              Dim  [Warm]  Bright   │
              ╰──────────────────────────────────────────────────────────────────────────╯


             Enter switch  / find  ? keys  q quit                        1 other here  demo
            """, "one switch: the master is neither on nor off")
        try small.expect(
            """
                          The room

            ›Lights                1 of 3  ━◐━
               Ceiling                     ○━━
               Desk                        ━━●
               Window                      ○━━
             Mood         Dim  [Warm]  Bright

             Enter switch  / find      +1  demo
            """)
        try step()
        for pane in [large, small] {
            try pane.wait(forRow: "Lights", "3 of 3  ━━●")
        }
        try step()
        for pane in [large, small] { try pane.wait(for: "Warm  [Bright]") }
        try step()
        try large.expect(
            """
                                                The room

              ╭───────────────────────┏━━━━━━━━━━━━━━━━━━━━━━━━━━┓───────────────────────╮
              │  Lights               ┃  × Close  The door       ┃          3 of 3  ━━●  │
              │    Ceiling            ┃                          ┃                  ━━●  │
              │    Desk               ┃ Somebody is at the door. ┃                  ━━●  │
              │    Window             ┃      ›[ Thank you ]      ┃                  ━━●  │
              │  Mood                 ┃                          ┃ Dim │ Warm  [Bright]  │
              ╰───────────────────────┗━━━━━━━━━━━━━━━━━━━━━━━━━━┛───────────────────────╯


             Enter press  Esc close  / find  ? keys                      1 other here  demo
            """, "a modal from a script")
        try small.expect(
            """
                  ┏━━━━━━━━━━━━━━━━━━━━━┓
                  ┃  × Close  The door  ┃
             Light┃                     ┃  ━━●
               Cei┃ Somebody is at the  ┃  ━━●
               Des┃ door.               ┃  ━━●
               Win┃   ›[ Thank you ]    ┃  ━━●
             Mood ┗━━━━━━━━━━━━━━━━━━━━━┛ight]

             Enter press  Esc close    +1  demo
            """)
        try step()
        try large.wait(untilGone: "other here")
        #expect(try panel.script.call("daemon.status")[at: "counts/terminals"] == 1, "one was killed")
        try step()
        try large.wait(for: "› Lights")
        try step()
        try large.expect(
            """
                                                The room

              ╭──────────────────────────────────────────────────────────────────────────╮
              │› Lights                                                     0 of 3  ○━━  │
              │    Ceiling                                                          ○━━  │
              │    Desk                                                             ○━━  │
              │    Window                                                           ○━━  │
              │  Mood                                              Dim │ Warm  [Bright]  │
              ╰──────────────────────────────────────────────────────────────────────────╯


             Enter switch  / find  ? keys  q quit                                      demo
            """, "the panel and the other terminal do not mind")
        #expect(rest.isEmpty)
    }

    /// Runs the script like a user: it starts, runs all steps, and cleans up.
    @Test func theScriptRunsByItself() throws {
        let directory = try TemporaryDirectory()
        let result = try runProcess(
            "/usr/bin/script", ["-qec", Repository.path + "/Sources/Examples/Demo/demo.sh", "/dev/null"],
            environment: [
                "PACE": "0.2", "FASCIA_BUILD": Products.directory, "TMPDIR": directory.path, "LANG": "C.UTF-8",
                "TERM": "xterm-256color", "TMUX": "",
            ])
        #expect(result.status == .exited(0), "\(result.error)")
        #expect(result.output.contains("fascia close"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    @Test func missingDaemonIsReported() throws {
        let directory = try TemporaryDirectory()
        let fake = try directory.write("#!/bin/sh\necho 'error: not today' >&2\nexit 1\n", to: "fasciad")
        try directory.write("#!/bin/sh\nexit 3\n", to: "fascia")
        for name in ["fasciad", "fascia"] { #expect(chmod(directory[name], 0o755) == 0) }
        let result = try runProcess(
            Repository.path + "/Sources/Examples/Demo/demo.sh", [],
            environment: ["FASCIA_BUILD": directory.path, "TMPDIR": directory.path])
        #expect(result.status == .exited(1))
        #expect(result.error == "\(fake) does not run:\nerror: not today\n")
    }
}
