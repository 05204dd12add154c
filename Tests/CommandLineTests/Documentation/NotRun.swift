/// An example of the documentation that no test runs. All other `sh` and `console` blocks are run.
struct NotRun: Sendable {
    let page: String
    /// The first line of the example.
    let command: String
    let reason: Reason

    enum Reason: String, Sendable {
        case machine = "changes the machine, and needs root"
        case build = "builds or tests everything, in minutes"
        case manager = "needs systemd as the manager of the machine or of the user"
        case ssh = "needs another machine"
    }

    static let all: [NotRun] = [
        NotRun(page: "README.md", command: "make run", reason: .build),
        NotRun(page: "README.md", command: "make build deb", reason: .build),
        NotRun(page: "README.md", command: "sudo apt install ./fascia_*.deb", reason: .machine),
        NotRun(page: "CONTRIBUTING.md", command: "make build-tests", reason: .build),
        NotRun(page: "CONTRIBUTING.md", command: "swift test --skip-build --filter ToggleTests", reason: .build),
        NotRun(page: "docs/access.md", command: "sudo adduser ada", reason: .machine),
        NotRun(page: "docs/access.md", command: "sudo adduser ada fascia", reason: .machine),
        NotRun(page: "docs/access.md", command: "sudo fascia access try ada.yaml", reason: .machine),
        NotRun(page: "docs/access.md", command: "sudo -u ada fascia attach --own", reason: .machine),
        NotRun(page: "docs/access.md", command: "sudo -u ada fascia toggle set services/cron off --wait", reason: .machine),
        NotRun(page: "docs/access.md", command: "sudo fascia access try access.yaml", reason: .machine),
        NotRun(page: "docs/box.md", command: "make build deb", reason: .build),
        NotRun(page: "docs/box.md", command: "sudo apt install ./fascia_*.deb", reason: .machine),
        NotRun(page: "docs/box.md", command: "sudo adduser ada fascia", reason: .machine),
        NotRun(
            page: "docs/box.md", command: "sudo install -D -m 644 box.yaml /etc/fascia/panels/box.yaml", reason: .machine),
        NotRun(page: "docs/box.md", command: "sudo systemctl enable --now fascia-panel@box", reason: .machine),
        NotRun(
            page: "docs/box.md", command: "sudo install -m 644 50-fascia-panel-box.rules /etc/polkit-1/rules.d/", reason: .machine
        ),
        NotRun(
            page: "docs/box.md", command: "ssh -t ada@box.example fascia attach --socket /run/fascia/fascia.sock", reason: .ssh),
        NotRun(
            page: "docs/box.md", command: "fascia attach --host ada@box.example --socket /run/fascia/fascia.sock", reason: .ssh),
        NotRun(page: "docs/systemd.md", command: "make build deb", reason: .build),
        NotRun(page: "docs/systemd.md", command: "sudo apt install ./fascia_*.deb", reason: .machine),
        NotRun(
            page: "docs/systemd.md", command: "sudo cp /usr/share/doc/fascia/examples/box.yaml /etc/fascia/panels/",
            reason: .machine),
        NotRun(page: "docs/systemd.md", command: "sudo systemctl enable --now fascia-panel@box", reason: .machine),
        NotRun(page: "docs/systemd.md", command: "make build", reason: .build),
        NotRun(
            page: "docs/systemd.md", command: #"sudo make install-files BUILD_DIRECTORY="$PWD/.build/release""#, reason: .machine),
        NotRun(page: "docs/systemd.md", command: "sudo systemd-sysusers", reason: .machine),
        NotRun(page: "docs/systemd.md", command: "sudo systemd-tmpfiles --create", reason: .machine),
        NotRun(page: "docs/systemd.md", command: "sudo systemctl daemon-reload", reason: .machine),
        NotRun(page: "docs/systemd.md", command: "sudo systemctl enable --now fasciad.socket", reason: .machine),
        NotRun(page: "docs/systemd.md", command: "sudo adduser ada fascia", reason: .machine),
        NotRun(page: "docs/systemd.md", command: "sudo adduser bob fascia-view", reason: .machine),
        NotRun(page: "docs/systemd.md", command: "sudo adduser cleo fascia-author", reason: .machine),
        NotRun(page: "docs/systemd.md", command: "systemctl --user enable --now fasciad.socket", reason: .manager),
        NotRun(page: "docs/systemd.md", command: "sudo systemctl edit fascia-panel@box", reason: .machine),
        NotRun(page: "docs/systemd.md", command: "systemctl --user enable --now fascia-panel@box", reason: .manager),
        NotRun(page: "docs/systemd.md", command: "systemctl status fasciad", reason: .manager),
        NotRun(page: "docs/systemd.md", command: "sudo systemctl reload fasciad", reason: .manager),
        NotRun(page: "docs/systemd.md", command: "sudo systemctl restart fasciad", reason: .manager),
        NotRun(page: "docs/systemd.md", command: "journalctl -u fasciad -o json", reason: .manager),
        NotRun(page: "docs/systemd.md", command: "sudo systemctl stop fasciad.socket fasciad.service", reason: .manager),
        NotRun(
            page: "docs/systemd.md", command: "sudo -u fascia fascia state import panel.json --state /var/lib/fascia --force",
            reason: .manager),
        NotRun(page: "docs/systemd.md", command: "sudo systemctl start fasciad.socket", reason: .manager),
        NotRun(page: "docs/terminal.md", command: "fascia attach --host ada@box.example", reason: .ssh),
    ]
}
