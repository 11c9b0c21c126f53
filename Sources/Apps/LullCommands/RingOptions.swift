// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// How an alarm rings, as options.
struct RingOptions: ParsableArguments {
    @Option(help: "How long the light brightens before it rings, as 30m, or off.") var sunrise: String?
    @Option(help: "The light, as amber or 'amber 60%', or off.") var color: String?
    @Option(help: "A sound by name or number, or off.") var sound: String?
    @Option(help: "Volume in percent.") var volume: Percent?
    @Option(help: "How long each ring takes to reach its volume, as 60s, at most 30m, or off. Default: off.")
    var crescendo: String?
    @Option(help: "How long it rings when nobody answers, 1m to 3h. Default: 30m.") var ringFor: String?
    @Option(help: "How long a snooze lasts, 1s to 2h. Default: 9m.") var snooze: String?
    @Option(help: "How many snoozes it allows, 0 to 10. Default: 3.") var snoozeLimit: WholeNumber?
    @Option(
        help: ArgumentHelp(
            """
            What a touch of the device does while it rings: snooze, which is the default, or dismiss. With no snooze \
            left it rings on. Switching the device off always dismisses it.
            """, valueName: "snooze|dismiss"))
    var touch: String?
    @Option(help: "How long its light stays after the ring, as 10m, or off. Default: off.") var lightAfter: String?
    @Option(
        help: """
            How long after a ring that nobody answered it rings once more, as 10m, or off. It does so at full volume, \
            whatever --volume and --crescendo are, or as loud as the limit of the device allows. Default: off.
            """)
    var backup: String?

    func validate() throws {
        try Percent.check(volume, "Volume")
    }

    /// Whether nothing is given.
    var isEmpty: Bool {
        let given: [Any?] = [
            sunrise, color, sound, volume, crescendo, ringFor, snooze, snoozeLimit, touch, lightAfter, backup,
        ]
        return given.allSatisfy { $0 == nil }
    }
}
