// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct SimulateCommand: LocalCommand {
    package static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Runs a simulated Rest as a process of its own, until it is interrupted.",
        discussion: """
            It starts like a Rest that had no power: it is off, and its clock is not set. Favourites and programs are \
            those of a new Rest, unless --presets keeps them.
            """)

    @Option(help: "The socket to listen on. Each ATT PDU follows its length as 16 bits, low byte first.")
    package var listen: String?
    @Option(help: "A Bluetooth adapter such as hci1 to advertise on, instead of a socket.")
    package var adapter: String?
    @Option(
        help: """
            With --adapter: how to be on the air. bluetoothd: as the Bluetooth service lets it be. raw: exact to the byte, \
            over the kernel, by an adapter that bluetoothd does not use; needs CAP_NET_ADMIN. Default: bluetoothd.
            """)
    package var advertise: Advertising?
    @Option(help: "The address it advertises on a socket. On the air it has the adapter's address.")
    package var address: String?
    @Option(help: "The name it advertises.") package var name: String = "Simulated Rest"
    @Option(help: "A file that gets a JSON line for everything that reaches the device.") package var journal: String?
    @Option(
        help: "START,SPEED,EPOCH: at the real time EPOCH the clock shows START, then runs SPEED times as fast.")
    package var clock: String?
    @Option(
        help: ArgumentHelp(
            "A variant of the Rest's behaviour. Separate several with commas, or repeat the option.",
            discussion: "One of: \(profileNames.joined(separator: ", ")).", valueName: "name"))
    package var profile: [String] = []
    @Option(
        help: ArgumentHelp(
            "A fault, always or in this percentage of cases. Repeat it for more faults.",
            discussion: "One of: \(faultNames.joined(separator: ", ")).",
            valueName: "name[:percent]"))
    package var fault: [String] = []
    @Option(help: "The seed of chance. The same seed and requests give the same faults.")
    package var seed: UInt64 = 0
    @Option(
        help: ArgumentHelp("How fast the device's clock is, in parts per million. Negative: slow.", valueName: "ppm"))
    package var drift = WholeNumber(0)
    @Option(help: "The delay until reports show a command, as 300ms or 1s. Default: 300ms.")
    package var lag: String?
    @Option(
        help: ArgumentHelp(
            "A file that keeps favourites and programs, so that they are still there after a restart.",
            valueName: "file"))
    package var presets: String?
    @Flag(
        help: ArgumentHelp(
            "Read from standard input what happens to the device, one line each.",
            discussion: """
                touch: touch the ring for a moment. hold: touch it for four seconds. unplug 10s: take away its power for \
                that time. The device goes on when the input ends.
                """))
    package var interactive = false
    @Flag(help: "Print errors as JSON.") package var json = false

    /// The names of the profiles there are, in the order of the help.
    package static let profileNames = [
        "power-00-on", "power-00-off", "write-with-response-only", "write-without-response-only", "no-push",
        "many-centrals", "gd-minutes", "gi-00", "program-hour-minute", "esl-hides-enabled", "esl-actions",
        "sd-lower-case", "rx-readable", "programs-need-power", "sp-while-off", "sound-names-homebridge",
        "sound-names-hatchbabyble", "sound-names-hatch-ha",
    ]
    /// The names of the faults there are, in the order of the help.
    package static let faultNames = [
        "connect-failure", "second-central-refused", "battery", "disconnect-mid-write", "power-cycle", "silence",
        "lost-reply", "late-reply", "clock-reset", "dropped-connection", "truncated-read",
    ]

    package init() {}

    /// The ways to be on the air.
    package enum Advertising: String, ExpressibleByArgument, CaseIterable {
        case bluetoothd, raw
    }

    package func validate() throws {
        guard adapter != nil || advertise == nil else {
            throw ValidationError("--advertise is about an adapter. Give one, as in --adapter hci1.")
        }
        guard adapter == nil || (listen == nil && address == nil) else {
            throw ValidationError(
                "A device on the air has the adapter's address and no socket. Leave out --listen and --address.")
        }
    }
}
