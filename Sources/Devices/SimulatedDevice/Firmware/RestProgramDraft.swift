// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// What has been collected for a program and is not committed: one buffer for all slots, and selecting a slot does not
/// load it.
struct RestProgramDraft: Hashable, Sendable {
    enum Field: Hashable, Sendable {
        case start(UInt32)
        case duration(UInt16)
        case days(UInt8)
        case interval(UInt8)
        case light(RGBColor, UInt8)
        case sound(UInt8)
        case volume(UInt8)
        case name([UInt8])
        case lock([UInt8])
        case flags(UInt8)

        /// Its bit in the byte that says what the last save wrote; zero for those without one.
        var savedBit: UInt8 {
            switch self {
            case .days: 0x80
            case .interval: 0x40
            case .light: 0x10
            case .duration: 0x08
            case .volume: 0x04
            case .sound: 0x02
            case .start, .name, .lock, .flags: 0
            }
        }
    }

    private(set) var slot: Int?
    /// What it would store, with what is left from earlier slots in all fields that nobody has written since.
    private var collected = RestProgram.empty
    private var saved: UInt8 = 0
    private var hasStart = false
    private var hasName = false
    private var hasFlags = false
    private var hasOthers = false

    mutating func select(_ slot: Int) {
        self.slot = slot
        saved = 0
        hasStart = false
        hasName = false
        hasFlags = false
        hasOthers = false
    }

    mutating func write(_ field: Field) {
        saved |= field.savedBit
        if case .flags(let flags) = field {
            collected.flags = flags
            hasFlags = true
            return
        }
        hasOthers = true
        switch field {
        case .start(let start):
            collected.start = start
            hasStart = true
        case .duration(let seconds): collected.durationSeconds = seconds
        case .days(let days): collected.days = days
        case .interval(let interval): collected.interval = interval
        case .light(let color, let brightness):
            collected.scene.color = color
            collected.scene.brightness = brightness
        case .sound(let sound): collected.scene.sound = sound
        case .volume(let volume): collected.scene.volume = volume
        case .name(let name):
            collected.name = RestProgram.padded(name)
            hasName = true
        case .lock(let lock): collected.lock = lock
        case .flags: break
        }
    }

    /// What a commit makes of the program in the slot, when the unit's clock reads `clock`.
    ///
    /// Flags alone change flags alone. Anything else stores the whole buffer: leftovers as they are, but for a start that
    /// becomes zero and a name that loses its beginning and its end.
    func commit(over program: RestProgram, at clock: UInt32) -> RestProgram {
        var next = program
        if hasOthers {
            next = collected
            next.saved = saved | 0x01
            next.savedAt = clock
            if !hasStart { next.start = 0 }
            if !hasName { next.name = collected.name.dropFirst() + [0xFF] }
        } else if hasFlags {
            next.flags = collected.flags
        }
        return next.flags == 0 && hasFlags ? .empty : next
    }
}
