// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// Lights that a device shows in turn for a moment, to draw attention; afterwards it shows again what it showed before.
public struct Blink: Hashable, Sendable {
    /// The lights, in the order in which they show.
    public var lights: [Light]
    /// How long each one shows.
    public var pace: Duration
    /// How often they show.
    public var count: Int

    /// Makes a value.
    public init(_ lights: [Light], pace: Duration, count: Int) {
        self.lights = lights
        self.pace = pace
        self.count = count
    }

    /// Whether a device shows one of its lights.
    func isShown(by state: DeviceState) -> Bool {
        state.isOn && lights.contains(state.light)
    }

    /// The light of a device that was off, before the first one: its dimmest.
    var dimmest: Light? { lights.min { $0.brightness < $1.brightness } }

    /// Three bright flashes in two seconds, no brighter than `most`, which show which device it is.
    public static func identification(upTo most: Level) -> Blink {
        Blink(
            lights(.color(white), most, min(Level(rawValue: 13), Level(rawValue: most.rawValue / 4))),
            pace: .milliseconds(350), count: 3)
    }

    /// Three soft swells in six seconds, no brighter than `most`, which announce that something begins soon.
    public static func reminder(upTo most: Level) -> Blink {
        // 15 %, which is seen in a dark room and wakes nobody.
        let soft = min(most, Level(rawValue: 38))
        return Blink(lights(.color(amber), soft, Level(rawValue: soft.rawValue / 4)), pace: .seconds(1), count: 3)
    }

    private static let white = RGBColor(red: 255, green: 255, blue: 255)
    private static let amber = RGBColor(red: 255, green: 137, blue: 14)

    private static func lights(_ appearance: Light.Appearance, _ levels: Level...) -> [Light] {
        levels.map { Light(appearance, brightness: $0) }
    }
}
