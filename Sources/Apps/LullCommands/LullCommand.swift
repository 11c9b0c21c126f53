// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The root of the command tree.
struct LullCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lull",
        abstract: "Controls bedside sound machines and night lights, without a cloud.",
        discussion: """
            New here? `lull demo` shows a whole night in half a minute, without any hardware.

            Commands ask the daemon, `lulld`. With `lull --direct …` they do without: `lull --direct light nursery amber`.
            """,
        subcommands: [
            DemoCommand.self,
            ScanCommand.self, IdentifyCommand.self, PairCommand.self, UnpairCommand.self, DevicesCommand.self,
            StatusCommand.self,
            PowerCommand.self, LightCommand.self, SoundCommand.self, VolumeCommand.self,
            FavouriteCommand.self, ProgramCommand.self, TimerCommand.self, ClockCommand.self,
            RoutineCommand.self, AlarmCommand.self, BedtimeCommand.self,
            PauseCommand.self, ResumeCommand.self,
            ExportCommand.self, ImportCommand.self,
            NextCommand.self, ExplainCommand.self, LogCommand.self, WatchCommand.self,
            DecodeCommand.self, RecordCommand.self, ReplayCommand.self, SimulateCommand.self, GraphCommand.self,
        ])
}
