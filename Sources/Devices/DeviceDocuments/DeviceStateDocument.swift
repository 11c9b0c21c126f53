// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// A device's state as programs read it: one JSON object, the same in `decode`, `status` and the journal.
///
/// Light and volume are on the device's scale of 0 to 255. Absent values are null; their keys are always written.
public struct DeviceStateDocument: Hashable, Codable, Sendable {
    /// The lamp.
    public struct LightDocument: Hashable, Codable, Sendable {
        /// Red, 0 to 255.
        public var red: UInt8
        /// Green, 0 to 255.
        public var green: UInt8
        /// Blue, 0 to 255.
        public var blue: UInt8
        /// Brightness, 0 to 255.
        public var brightness: UInt8
        /// Whether the device cycles through colours by itself.
        public var gradient: Bool

        /// Describes a light.
        public init(_ light: Light) {
            brightness = light.brightness.rawValue
            switch light.appearance {
            case .color(let color):
                (red, green, blue, gradient) = (color.red, color.green, color.blue, false)
            case .gradient:
                // The device itself reports its colour cycle as this colour.
                (red, green, blue, gradient) = (0xFE, 0xFE, 0xFE, true)
            }
        }
    }

    /// The sound.
    public struct SoundDocument: Hashable, Codable, Sendable {
        /// The device's number.
        public var id: UInt8
        /// Its name; null when it has none.
        @NullWhenAbsent public var name: String?

        /// Describes a sound that is called `name`.
        public init(_ sound: SoundID, name: String?) {
            id = sound.rawValue
            self.name = name
        }
    }

    /// The product's stable name.
    public var product: String
    /// `on` or `off`.
    public var power: String
    /// The active favourite; null when none is.
    @NullWhenAbsent public var favourite: Int?
    /// The lamp.
    public var light: LightDocument
    /// The sound.
    public var sound: SoundDocument
    /// How loud, 0 to 255.
    public var volume: UInt8
    /// The device's local clock; null when it holds no valid date.
    @ClockText public var clock: CivilDateTime?
    /// Whether a sleep timer runs; null when the report does not say.
    @NullWhenAbsent public var timerRunning: Bool?

    /// Describes `state` of a `product` in which the sound is called `soundName`.
    public init(_ state: DeviceState, product: HardwareProduct, soundName: String?) {
        self.product = product.rawValue
        power = state.isOn ? "on" : "off"
        favourite = state.favourite
        light = LightDocument(state.light)
        sound = SoundDocument(state.sound, name: soundName)
        volume = state.volume.rawValue
        clock = state.clock
        timerRunning = state.isTimerRunning
    }

    /// A device's clock as documents show it, always with its seconds.
    public static func text(_ clock: CivilDateTime) -> String {
        let time = [clock.time.hour, clock.time.minute, clock.time.second]
        return "\(clock.date)T" + time.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
