// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct DoctorCommand: LocalCommand {
    package static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Says what keeps alarms from ringing, and what to do about it.",
        discussion: """
            It looks at the daemon, the Bluetooth service, the adapter, the radio's switches, the clock, the time zone, \
            the state directory and the devices, with or without a daemon, and changes nothing. Where this user may not \
            look, it says so; `sudo lull doctor` sees more.

            The exit code is 0 when alarms can ring, and 69 when something keeps them from it.
            """)

    @Flag(help: "Print one JSON document instead of text.") package var json = false
    @Option(help: "The daemon's socket. Default: LULL_SOCKET, then the user's or the system's socket.")
    package var socket: String?
    @Option(help: "The daemon's state directory.") package var state: String?

    package init() {}
}
