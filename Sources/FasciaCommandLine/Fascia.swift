import ArgumentParser
import FasciaWire

/// The root command.
struct Fascia: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fascia",
        abstract: "Read and operate the control panel of this machine.",
        discussion: """
            The daemon fasciad keeps the panel. This command, other programs and any number of terminals share it.

            Options of all commands, after the command:
              --socket PATH  the daemon's socket; see "fascia socket --help"
              --json         print the result as one line of JSON
              --timeout S    wait S seconds for an answer; 10 by default, or inf

            Exit status: 0 done, 1 refused or partly failed, 2 usage error, 3 no daemon, 74 output error, \
            75 the state is not verified (get), 124 timed out.
            """,
        version: Version.current,
        // Those that most people need come first.
        subcommands: [
            Attach.self, Status.self, PanelCommand.self, Find.self, Get.self, ToggleCommand.self, ValueCommand.self, Pick.self,
            Push.self,
            Wait.self, WatchCommand.self, Handle.self, On.self, RunCommand.self, AskCommand.self, NotifyCommand.self,
            HistoryUndo.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "Navigation",
                subcommands: [
                    Leave<Pop>.self, PopTo.self, Replace.self, Modal.self, Leave<Close>.self, Next.self, PathCommand.self,
                    Open.self,
                    TargetCommand.self, StackCommand.self,
                ]),
            CommandGroup(
                name: "State",
                subcommands: [
                    ChangeByName<Confirm>.self, Poll.self, PickerCommand.self, ScreenCommand.self,
                    EnvironmentCommand.self, LogCommand.self,
                ]),
            CommandGroup(name: "Display", subcommands: [Render.self, Tree.self, Tap.self, SetNode.self]),
            CommandGroup(name: "Event", subcommands: [HistoryCommand.self, Why.self, Issues.self]),
            CommandGroup(
                name: "Daemon",
                subcommands: [
                    CallCommand.self, BatchCommand.self, Describe.self, Reload.self, Shutdown.self, PluginCommands.self,
                    SocketCommand.self, StateCommands.self, AccessCommand.self,
                ]),
        ])
}
