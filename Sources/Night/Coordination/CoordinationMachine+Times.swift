// SPDX-License-Identifier: Apache-2.0

/// How long what lasts.
extension CoordinationMachine {
    /// How long to try again and again to turn off a device that cannot be reached, after something has ended.
    public static let turnOffLimit = Duration.seconds(10 * 60)

    /// How long after that end a device is still turned off as soon as it is heard: within its night, and not by surprise
    /// the next day.
    public static let nightLimit = Duration.seconds(8 * 60 * 60)

    /// How long a manual hold counts if nothing scheduled ends it before.
    public static let manualHold = Duration.seconds(4 * 60 * 60)

    /// How long a device stays off after its own sleep timer has ended, if nothing scheduled begins before.
    static let timerHold = Duration.seconds(24 * 60 * 60)

    /// How long to wait after each failure in a row; the last one repeats.
    public static let retries: [Duration] = [.seconds(2), .seconds(5), .seconds(10), .seconds(20), .seconds(30)]
}
