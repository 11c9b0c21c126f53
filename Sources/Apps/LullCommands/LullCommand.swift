// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

/// The root of the command tree.
struct LullCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lull",
        abstract: "Controls bedside sound machines and night lights, without a cloud.",
        discussion: """
            New here? `lull demo` shows a whole night in ten seconds, without any hardware.

            Most commands ask the daemon, `lulld`. With --direct they work without it: `lull --direct light nursery amber`.
            """,
        version: LullVersion.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Devices",
                subcommands: [
                    ScanCommand.self, IdentifyCommand.self, PairCommand.self, UnpairCommand.self, RenameCommand.self,
                    DevicesCommand.self, GroupCommand.self,
                    StatusCommand.self,
                ]),
            CommandGroup(
                name: "Control",
                subcommands: [
                    PowerCommand.self, LightCommand.self, SoundCommand.self, VolumeCommand.self, NapCommand.self,
                    StopCommand.self,
                    LimitCommand.self, MirrorCommand.self, FavouriteCommand.self,
                    ProgramCommand.self, TimerCommand.self, ClockCommand.self, SoundsCommand.self, ColorsCommand.self,
                ]),
            CommandGroup(
                name: "Schedules",
                subcommands: [
                    RoutineCommand.self, AlarmCommand.self, BedtimeCommand.self, HolidaysCommand.self,
                    TemplateCommand.self, PauseCommand.self, ResumeCommand.self,
                ]),
            CommandGroup(
                name: "Plan and history",
                subcommands: [
                    NextCommand.self, ExplainCommand.self, LogCommand.self, NoticesCommand.self, WatchCommand.self,
                ]),
            CommandGroup(
                name: "Captures and simulation",
                subcommands: [
                    DemoCommand.self, DecodeCommand.self, RecordCommand.self, ReplayCommand.self, SimulateCommand.self,
                ]),
            CommandGroup(
                name: "Setup and diagnosis",
                subcommands: [
                    DoctorCommand.self, ExportCommand.self, ImportCommand.self, DamagedCommand.self, GraphCommand.self,
                ]),
        ])
}
