// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import SleepModel

/// The firmware of a Hatch Rest as far as its commands and reports go.
///
/// It reads commands and writes reports by itself rather than with the product's codec, so that each checks the other.
public struct SimulatedRest: Hashable, Sendable {
    /// What a command leads to, in order.
    public enum Effect: Hashable, Sendable {
        /// Notify this text on the reply characteristic.
        case reply([UInt8])
        /// The state is another one than before.
        case changed
    }

    private struct Registers: Hashable {
        var isOn: Bool
        var favourite: Int?
        var color: [UInt8]
        var brightness: UInt8
        var sound: UInt8
        var volume: UInt8
    }

    private static let okay = Array("OK".utf8)
    private static let formatError = Array("E01".utf8)
    /// The colour with which the device is asked for its colour cycle, and reports it.
    private static let gradient: [UInt8] = [0xFE, 0xFE, 0xFE]

    private var registers: Registers
    private let started: ClockSample
    private let clockAtStart: Instant

    /// What a unit shows that nobody has used yet: off, with a warm light and the sound of the ocean to come.
    public static let initialState = DeviceState(
        isOn: false,
        light: Light(
            .color(RGBColor(red: 0xFD, green: 0xD1, blue: 0x2D)), brightness: Level(rawValue: 0x7F)),
        sound: SoundID(rawValue: 5), volume: Level(rawValue: 0x54))

    /// Starts in `state`; a favourite outside 1 to 6 is none, and no sleep timer runs.
    ///
    /// Without a clock in `state` the device's clock reads the sample's wall time plus `localOffset`. From then on it
    /// follows elapsed time, not the host's wall clock.
    public init(state: DeviceState = initialState, localOffset: Duration = .zero, at sample: ClockSample) {
        let color: [UInt8] =
            switch state.light.appearance {
            case .color(let color): [color.red, color.green, color.blue]
            case .gradient: Self.gradient
            }
        registers = Registers(
            isOn: state.isOn, favourite: state.favourite.flatMap { (1...6).contains($0) ? $0 : nil }, color: color,
            brightness: state.light.brightness.rawValue, sound: state.sound.rawValue, volume: state.volume.rawValue)
        started = sample
        clockAtStart =
            state.clock.map {
                Instant(secondsSince1970: Int64($0.date.daysSince1970 * 86_400 + $0.time.secondsSinceMidnight))
            } ?? sample.wall + localOffset
    }

    /// Carries out one command as it was written to the command characteristic.
    ///
    /// What is not a known command in its exact length is answered with `E01` and changes nothing.
    public mutating func receive(_ command: [UInt8], at sample: ClockSample) -> [Effect] {
        var next = registers
        guard Self.apply(command, to: &next) else { return [.reply(Self.formatError)] }
        defer { registers = next }
        return [.reply(Self.okay)] + (next == registers ? [] : [.changed])
    }

    private static func apply(_ command: [UInt8], to registers: inout Registers) -> Bool {
        guard command.count >= 2,
            let bytes = try? Hexadecimal.bytes(String(decoding: command.dropFirst(2), as: UTF8.self)),
            command.count == 2 + 2 * bytes.count
        else { return false }
        switch (command[0], command[1], bytes.count) {
        case (UInt8(ascii: "S"), UInt8(ascii: "I"), 1) where bytes[0] <= 1:
            registers.isOn = bytes[0] == 1
        case (UInt8(ascii: "S"), UInt8(ascii: "C"), 4):
            registers.color = Array(bytes.prefix(3))
            registers.brightness = bytes[3]
            registers.favourite = nil
        case (UInt8(ascii: "S"), UInt8(ascii: "N"), 1):
            registers.sound = bytes[0]
            registers.favourite = nil
        case (UInt8(ascii: "S"), UInt8(ascii: "V"), 1):
            registers.volume = bytes[0]
        default:
            return false
        }
        return true
    }

    /// The device's clock: its local wall time, counted as if it were UTC.
    private func clock(at sample: ClockSample) -> Instant {
        // Boot readings of different boots cannot be compared; the device runs on while its host restarts.
        let elapsed = sample.bootID == started.bootID ? sample.boot - started.boot : sample.wall - started.wall
        return clockAtStart + elapsed
    }

    private func clockBytes(at sample: ClockSample) -> [UInt8] {
        let seconds = UInt32(truncatingIfNeeded: clock(at: sample).secondsSince1970)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: seconds >> UInt32($0)) }
    }

    /// Bits 7 and 6 are set while off; the others hold the favourite, or all ones of a five-bit field for none.
    private var powerByte: UInt8 {
        UInt8(registers.favourite ?? 0x1F) | (registers.isOn ? 0 : 0xC0)
    }

    private var light: [UInt8] { registers.color + [registers.brightness] }

    /// The value of the feedback characteristic: 20 bytes.
    public func feedback(at sample: ClockSample) -> [UInt8] {
        [UInt8(ascii: "T")] + clockBytes(at: sample) + [UInt8(ascii: "C")] + light
            + [UInt8(ascii: "S"), registers.sound, registers.volume, UInt8(ascii: "P"), powerByte]
            + [UInt8(ascii: "e"), 0, 0, 0, 0]
    }

    /// The manufacturer data of the advertisement after the company identifier: 24 bytes.
    public func advertisement(at sample: ClockSample) -> [UInt8] {
        [UInt8(ascii: "R"), UInt8(ascii: "T")] + clockBytes(at: sample) + [UInt8(ascii: "C")] + light
            + [UInt8(ascii: "S"), registers.sound, registers.volume, UInt8(ascii: "E"), 0, 0, 0, 0, 0]
            + [UInt8(ascii: "P"), powerByte, UInt8(ascii: "e"), 0]
    }

    /// What the reports say, as values.
    public func state(at sample: ClockSample) -> DeviceState {
        let color = RGBColor(red: registers.color[0], green: registers.color[1], blue: registers.color[2])
        return DeviceState(
            isOn: registers.isOn, favourite: registers.favourite,
            light: Light(
                registers.color == Self.gradient ? .gradient : .color(color),
                brightness: Level(rawValue: registers.brightness)),
            sound: SoundID(rawValue: registers.sound), volume: Level(rawValue: registers.volume),
            clock: ZoneRules.utc.civil(
                at: Instant(secondsSince1970: Int64(UInt32(truncatingIfNeeded: clock(at: sample).secondsSince1970)))),
            isTimerRunning: false)
    }

    /// The state as the journal shows it.
    public func document(at sample: ClockSample) -> DeviceStateDocument {
        DeviceStateDocument(
            state(at: sample), product: .hatchRest, soundName: Self.soundNames[registers.sound])
    }

    private static let soundNames: [UInt8: String] = [
        0: "none", 2: "stream", 3: "noise", 4: "dryer", 5: "ocean", 6: "wind", 7: "rain", 9: "bird", 10: "crickets",
        11: "brahms", 13: "twinkle", 14: "rockabye",
    ]
}
