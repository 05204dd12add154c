import FasciaDocument
import FasciaPanel
import TestSupport
import Testing

/// The sample panel, as its agent publishes it on a certain machine. Nothing carries out what is switched.
struct BoxPanel {
    private static let path = Repository.path + "/Sources/Examples/Box/box.yaml"

    private let expanded: ExpandedPanel

    init() throws {
        let file = try #require(PanelFiles.parse(Self.path).file)
        var data = ExpandedPanel.Data()
        data.missing = [.command("box-service")]
        for item in file.screens.flatMap(\.items) {
            switch item.content {
            case .table(let table):
                data.rows[table.from] = Self.disks
            case .picker(let picker):
                if case .from(let command, _) = picker.choices { data.rows[command] = Self.zones.map { ["line": $0] } }
            default: break
            }
        }
        expanded = ExpandedPanel(file, data)
    }

    private static let disks = [
        ["1": "/", "2": "ext4", "3": "252G", "4": "63%"], ["1": "/boot", "2": "ext4", "3": "1.0G", "4": "12%"],
        ["1": "/srv", "2": "xfs", "3": "3.6T", "4": "81%"],
    ]

    private static let zones = [
        "Europe/Amsterdam", "Europe/Athens", "Europe/Berlin", "Europe/Dublin", "Europe/Helsinki", "Europe/Istanbul",
        "Europe/Lisbon", "Europe/London", "Europe/Madrid", "Europe/Oslo", "Europe/Paris", "Europe/Prague", "Europe/Rome",
        "Europe/Stockholm", "Europe/Vienna", "Europe/Warsaw", "Europe/Zurich", "UTC",
    ]

    /// Publishes the panel, and sets its states to those of a machine that runs.
    func publish(with script: JSONClient) throws {
        for (_, call) in Publication(expanded).calls { try script.call(call.method, .object(call.params)) }
        for option in ["cron", "ssh"] { try script.call("toggle.set", ["id": .string("services/" + option), "on": true]) }
        try script.call("toggle.set", ["id": "time/automatic", "on": true])
        try script.call("picker.pick", ["id": "clock/zone", "element": "Europe/Berlin"])
        let values: JSON.Object = [
            "machine/disk": 63, "machine/uptime": 273_600, "time/now": "14:05", "network/address": "192.168.1.20/24",
            "box/name": "attic",
        ]
        for (key, value) in values.members { try script.call("value.set", ["key": .string(key), "value": value]) }
        let loads = [
            0.3, 0.5, 0.6, 0.5, 0.8, 0.7, 0.9, 1.4, 1.1, 0.8, 0.7, 0.6, 0.4, 0.3, 0.5, 0.4, 0.3, 0.4, 0.4, 0.9, 1.6, 2.1, 1.8,
            1.4, 1.2, 0.8, 0.6, 0.5, 0.9, 1.2, 1.0, 0.7, 0.5, 0.42,
        ]
        for load in loads {
            try script.call("value.set", ["key": "machine/load", "value": .double(load)])
        }
        for memory in [38, 38, 39, 44, 47, 46, 42, 41] {
            try script.call("value.set", ["key": "machine/memory", "value": .int(memory)])
        }
    }
}
