import ArgumentParser

/// The root command.
struct Fascia: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fascia",
        abstract: "Read and operate the control panel of this machine.",
        discussion: """
            The daemon fasciad keeps the panel. This command, other programs and any number of terminals share it.

            Exit status: 0 done, 1 refused or partly failed, 2 usage error, 3 no daemon, 74 output error, \
            124 timed out.
            """,
        version: Version.current,
        subcommands: [Status.self, Attach.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Navigation",
                subcommands: [
                    Push.self, Leave<Pop>.self, PopTo.self, Replace.self, Modal.self, Leave<Close>.self, Next.self,
                    Path.self, TargetCommand.self, StackCommand.self,
                ]),
            CommandGroup(
                name: "State",
                subcommands: [
                    ToggleCommand.self, Pick.self, PickerCommand.self, ValueCommand.self, ScreenCommand.self,
                    EnvironmentCommand.self, LogCommand.self, Get.self,
                ]),
            CommandGroup(
                name: "Display",
                subcommands: [Render.self, Tree.self, Tap.self, SetNode.self, Find.self, Open.self, Wait.self]),
            CommandGroup(name: "Event", subcommands: [Watch.self, HistoryCommand.self, HistoryUndo.self, Issues.self]),
            CommandGroup(
                name: "Daemon",
                subcommands: [
                    CallCommand.self, Batch.self, Describe.self, Reload.self, Shutdown.self, PluginCommand.self,
                    SocketCommand.self, StateCommand.self,
                ]),
        ])
}
