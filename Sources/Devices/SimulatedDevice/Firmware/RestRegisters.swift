// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// What the reports of a unit tell, but for its clock.
struct RestRegisters: Hashable, Sendable {
    var isOn: Bool
    /// The favourite it plays, or would play if it were on; 1 to 6.
    var favourite: Int?
    var scene: RestScene
    var isTimerRunning = false

    /// The power byte: two bits that say off, six that name the favourite or say that there is none.
    func powerByte(_ profile: RestProfile) -> UInt8 {
        let number = favourite.map { UInt8(truncatingIfNeeded: $0) }
        if profile.has(.powerZeroOn) {
            // These units were also seen with one of the two bits only: while off with a favourite to come back to.
            return isOn ? number ?? 0 : number.map { 0x80 | $0 } ?? 0xC0
        }
        if profile.has(.powerZeroOff), !isOn, number == nil { return 0 }
        return (number ?? 0x1F) | (isOn ? 0 : 0xC0)
    }

    /// The byte after the last tag of a report: its highest bit tells that the sleep timer runs.
    var eventByte: UInt8 { isTimerRunning ? 0x80 : 0 }
}
