// SPDX-License-Identifier: Apache-2.0

import CivilTime

extension DemoNight {
    /// Where the larger drawing of the morning begins: 2027-01-05 06:40 in UTC.
    static let morning = Instant(secondsSince1970: 1_799_131_200)

    /// What the picture of the night names, by the minute before or after 06:40.
    static let marks: [NightPicture.Mark] = [
        (-667, "a nap"), (-635, "reminder"), (-630, "wind-down"), (-610, "night light"),
        (-460, "a light by hand, for ten minutes"), (-280, "no power"), (5, "it is fine to get up"), (10, "sunrise"),
        (20, "alarm"), (21, "a touch: snooze"), (30, "alarm"), (31, "dismissed"), (35, "off"),
    ].map { NightPicture.Mark(at: morning + .seconds($0 * 60), text: $1) }
}
