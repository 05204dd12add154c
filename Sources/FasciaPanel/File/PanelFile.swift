import FasciaDocument
import struct FasciaModel.QuestionContent
import struct FasciaModel.ToggleRules
import FasciaYAML

/// What a panel file says.
package struct PanelFile: Hashable, Sendable {
    package var name: String
    package var title: String?
    /// The name of a theme, or its colours.
    package var theme: JSON?
    package var screens: [PanelScreen]
    package var rules: [PanelRule]
    package var atMost: Int
    /// The file and those that it includes.
    package var files: [String]
}

package struct PanelScreen: Hashable, Sendable {
    package var id: String
    package var title: String?
    package var items: [Item]
    package var toolbar: [Item]
    package var emits: [String]
    package var position: Position
}

package struct PanelRule: Hashable, Sendable {
    /// As `RuleQueue` has them.
    package enum Mode: String, Hashable, Sendable {
        case queue, single, restart, parallel
    }

    package var topics: [String]
    package var run: CommandTemplate
    package var mode = Mode.queue
    package var debounce: Duration?
    package var position: Position
}

/// An item of a screen.
package struct Item: Hashable, Sendable {
    package indirect enum Content: Hashable, Sendable {
        case toggle(SwitchItem)
        case group(OptionNode)
        case picker(PickerItem)
        case value(ValueItem)
        case button(ButtonItem)
        case link(LinkItem)
        case text(String)
        /// Why something is not complete. It is no key of the file.
        case note(String)
        case section(title: String, items: [Item], footer: String?)
        case divider
        case reading(Reading)
        case log(LogItem)
        case table(TableItem)
        case node(JSON)
        /// One item for each row of a command.
        case each(EachItem)
    }

    package var content: Content
    package var shown: JSON.Object?
    package var enabled: JSON.Object?
    package var because: String?
    package var icon: String?
    package var requirements: [Requirement] = []
    package var position: Position
}

/// Something that the machine must have.
package enum Requirement: Hashable, Sendable {
    case command(String)
    case file(String)
    case unit(String)

    var name: String {
        switch self {
        case .command(let name), .file(let name), .unit(let name): name
        }
    }
}

/// How a thing of the panel is carried out and read.
package struct ThingBinding: Hashable, Sendable {
    package enum Says: Hashable, Sendable {
        case exitStatus
        case text
        case json
        case match(String)
    }

    package struct Unit: Hashable, Sendable {
        package var name: String
        package var isOfUser: Bool
        package var enables: Bool
    }

    package var unit: Unit?
    package var on: CommandTemplate?
    package var off: CommandTemplate?
    package var set: CommandTemplate?
    package var status: CommandTemplate?
    package var says: Says?
    package var every: Duration?
    package var isPolledOnlyWhileSeen = false
    package var timeout = Duration.seconds(30)
    package var settle: Duration?
    package var retry = false
    package var revertWithin: Duration?
    package var revertRun: CommandTemplate?
    package var lock: String?

    /// Whether nothing carries it out, so that it is only what the panel remembers.
    package var isEmpty: Bool { unit == nil && on == nil && off == nil && set == nil && status == nil }

    /// Whether something reads its state; otherwise the state is what was set last.
    package var isRead: Bool { unit != nil || status != nil }

    /// The commands, each with its purpose.
    package var commands: [(purpose: String, command: CommandTemplate)] {
        [("on", on), ("off", off), ("set", set), ("status", status), ("revert", revertRun)].compactMap { purpose, command in
            command.map { (purpose, $0) }
        }
    }
}

package struct LinkItem: Hashable, Sendable {
    package var screen: String
    package var title: String?
    /// The id of what stands at its right.
    package var shows: String?
}

package struct SwitchItem: Hashable, Sendable {
    package var id: String
    package var title: String?
    package var binding: ThingBinding
}

/// A group, or a switch in one.
package struct OptionNode: Hashable, Sendable {
    /// The id of a group, or the name of an option in its group.
    package var name: String
    package var title: String?
    package var binding = ThingBinding()
    package var options: [OptionNode] = []
    package var rules = ToggleRules()
    package var requirements: [Requirement] = []
    package var position: Position
}

extension OptionNode {
    /// The switches in a group, by their paths below it.
    var paths: [String] {
        options.flatMap { option in option.options.isEmpty ? [option.name] : option.paths.map { option.name + "/" + $0 } }
    }
}

package struct PickerItem: Hashable, Sendable {
    package enum Choices: Hashable, Sendable {
        case fixed([PanelChoice])
        case from(CommandTemplate, every: Duration?)
    }

    package var id: String
    package var title: String?
    /// `nil` if it is declared elsewhere.
    package var choices: Choices?
    package var style: String?
    /// The choice that is selected at first.
    package var initial: String?
    package var binding: ThingBinding
}

package struct PanelChoice: Hashable, Sendable {
    package var id: String
    package var label: String?
}

package struct ValueItem: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case text, int, double, bool

        /// An integer of percent is that many.
        static func number(_ format: JSON?, _ range: ClosedRange<Double>?) -> Kind {
            PercentFormat.isUsed(format) && !PercentFormat.isPart(range) ? .int : .double
        }
    }

    package var key: String
    package var title: String?
    /// `nil` if it is declared elsewhere.
    package var kind: Kind?
    package var range: ClosedRange<Double>?
    package var step: Double?
    package var pattern: String?
    /// What the pattern wants, in words for people.
    package var hint: String?
    /// What it begins with.
    package var initial: JSON?
    package var isRequired = true
    package var isSecret = false
    /// Whether people only read it.
    package var isReading = false
    package var format: JSON?
    package var binding: ThingBinding
}

package struct ButtonItem: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case run(CommandTemplate)
        case tap(method: String, params: JSON)
    }

    package var title: String
    package var action: Action
    package var question: String?
    /// The word that has to be typed.
    package var word: String?
    package var needsReason = false
    package var role: String?
    package var timeout: Duration?
    package var lock: String?
    /// What is asked before it runs. The answers are members for the command.
    package var fields: [QuestionContent.Field] = []
    /// The values and pickers that must be filled before it runs.
    package var requires: [String] = []
    /// The members of the row that the button belongs to.
    package var row: [String: String] = [:]
    /// What has to hold for it to be there and enabled. What it asks stands on another screen, where the same has to hold.
    package var conditions: [JSON.Object] = []
    package var position: Position

    package var asks: Bool { question != nil || word != nil || needsReason }
}

/// A number that is only read.
package struct Reading: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case gauge, progress, sparkline, chart
    }

    package var kind: Kind
    package var key: String
    package var title: String?
    /// `nil` if something else sets it.
    package var from: CommandTemplate?
    package var every = Duration.seconds(10)
    package var timeout = Duration.seconds(30)
    package var range: ClosedRange<Double>?
    package var format: JSON?
    /// The height of a chart.
    package var rows: Int?

    package var valueKind: ValueItem.Kind { kind == .progress ? .double : .number(format, range) }
}

package struct LogItem: Hashable, Sendable {
    package var id: String
    package var follow: CommandTemplate
    package var rows: Int?
}

package struct TableItem: Hashable, Sendable {
    package struct Column: Hashable, Sendable {
        package var key: String
        package var title: String
        package var alignment: String?
        package var weight: Double?
    }

    package var id: String
    package var from: CommandTemplate
    package var every: Duration?
    package var timeout: Duration
    package var columns: [Column]
    /// The items of a row, which are built for each.
    package var each: [RowTemplate]
}

package struct EachItem: Hashable, Sendable {
    package var from: CommandTemplate
    package var member: String
    package var every: Duration?
    package var template: RowTemplate
}

/// An item with places for the members of a row.
package struct RowTemplate: Hashable, Sendable {
    let source: Source

    /// Whether each row may have a unit of its own.
    var hasUnit: Bool { source["unit"] != nil }

    /// Whether each row may need something of the machine, or a part of it may.
    var hasRequirements: Bool { RowTemplate.hasRequirements(source) }

    private static func hasRequirements(_ source: Source) -> Bool {
        switch source.content {
        case .scalar: false
        case .list(let list): list.contains(where: hasRequirements)
        case .mapping(let entries): entries.contains { $0.key == "where" || hasRequirements($0.value) }
        }
    }

    /// The most nodes that a row has for it.
    var mostNodes: Int { source["enabled"] == nil ? 2 : 4 }

    /// The item for a row, and what is wrong with it.
    package func item(_ row: [String: String]) -> (item: Item?, problems: [Problem]) {
        var builder = FileBuilder(rows: .row(row))
        let item = builder.item(source)
        return (item, builder.problems)
    }
}
