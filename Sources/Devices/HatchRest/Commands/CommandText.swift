// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// The parts of a command as text; hexadecimal digits are always upper case.
///
/// `SD` in lower case was acknowledged and ignored in four tries (DavidSchinazi/hatch_rest_homeassistant).
enum CommandText {
    static func hexadecimal(_ value: UInt16) -> String {
        Hexadecimal.text([UInt8(value >> 8), UInt8(truncatingIfNeeded: value)])
    }

    static func hexadecimal(_ value: UInt32) -> String {
        hexadecimal(UInt16(value >> 16)) + hexadecimal(UInt16(truncatingIfNeeded: value))
    }

    /// Fourteen digits: year, month, day, hour, minute and second.
    static func dateTime(_ value: CivilDateTime) -> String {
        let (date, time) = (value.date, value.time)
        return date.year.padded(to: 4)
            + [date.month, date.day, time.hour, time.minute, time.second].map { $0.padded(to: 2) }.joined()
    }
}
