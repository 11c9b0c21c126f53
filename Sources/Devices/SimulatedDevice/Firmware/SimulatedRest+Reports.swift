// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import DeviceDocuments
public import SleepModel

extension SimulatedRest {
    /// The value of the feedback characteristic: 20 bytes.
    public func feedback(at sample: ClockSample) -> [UInt8] {
        let now = advanced(to: sample)
        return [UInt8(ascii: "T")] + now.clockBytes + now.lightAndSound
            + [UInt8(ascii: "P"), now.shown.powerByte(profile), UInt8(ascii: "e"), now.shown.eventByte, 0, 0, 0]
    }

    /// The manufacturer data of the advertisement after the company identifier: 24 bytes.
    public func advertisement(at sample: ClockSample) -> [UInt8] {
        let now = advanced(to: sample)
        return [UInt8(ascii: "R"), UInt8(ascii: "T")] + now.clockBytes + now.lightAndSound
            + [UInt8(ascii: "E"), 0, 0, 0, 0, 0]
            + [UInt8(ascii: "P"), now.shown.powerByte(profile), UInt8(ascii: "e"), now.shown.eventByte]
    }

    /// What the reports say, as values.
    public func state(at sample: ClockSample) -> DeviceState {
        let now = advanced(to: sample)
        return now.state(of: now.shown)
    }

    /// What the unit does, which the reports say once their lag is over.
    public func settledState(at sample: ClockSample) -> DeviceState {
        let now = advanced(to: sample)
        return now.state(of: now.registers)
    }

    /// What the unit does, as the journal shows it.
    public func document(at sample: ClockSample) -> DeviceStateDocument {
        document(of: settledState(at: sample))
    }

    /// A state as the journal shows it.
    public func document(of state: DeviceState) -> DeviceStateDocument {
        DeviceStateDocument(
            state, product: .hatchRest, soundName: RestSounds.name(of: state.sound.rawValue, profile))
    }

    /// Whole seconds until the sleep timer ends; nil while none runs.
    public func sleepTimer(at sample: ClockSample) -> Int? {
        let now = advanced(to: sample)
        return now.timer.map { Int($0.left(at: now.reached)) }
    }

    /// The block of a favourite, 1 to 6, as `PGB` answers it; nil for any other number.
    public func favouriteBlock(_ number: Int) -> [UInt8]? {
        RestCommand.favourites.contains(number) ? favourites[number - 1].block : nil
    }

    /// The block of a program, 1 to 10, and its status and name, as `EGB` answers them; nil for any other number.
    public func programBlocks(_ number: Int) -> [[UInt8]]? {
        guard RestCommand.programs.contains(number) else { return nil }
        let program = programs[number - 1]
        return [program.block(profile), program.statusAndName]
    }

    func state(of registers: RestRegisters) -> DeviceState {
        DeviceState(
            isOn: registers.isOn, favourite: registers.favourite, light: registers.scene.light,
            sound: SoundID(rawValue: registers.scene.sound), volume: Level(rawValue: registers.scene.volume),
            clock: ZoneRules.utc.civil(at: Instant(secondsSince1970: Int64(clock.seconds(at: reached)))),
            isTimerRunning: registers.isTimerRunning)
    }

    private var clockBytes: [UInt8] {
        let seconds = clock.seconds(at: reached)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: seconds >> UInt32($0)) }
    }

    private var lightAndSound: [UInt8] {
        [UInt8(ascii: "C")] + shown.scene.redFirst + [UInt8(ascii: "S"), shown.scene.sound, shown.scene.volume]
    }

    private func advanced(to sample: ClockSample) -> SimulatedRest {
        var later = self
        _ = later.advance(to: sample)
        return later
    }
}
