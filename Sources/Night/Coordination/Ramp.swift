// SPDX-License-Identifier: Apache-2.0

public import Clocks
import Glibc
public import SleepModel

/// A change from one value to another over elapsed time, computed from its start each time.
public struct Ramp<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value before it.
    public var from: Value
    /// The value after it.
    public var to: Value
    /// The boot-clock reading at which it starts.
    public var startsAt: Duration
    /// How long it takes.
    public var duration: Duration
    /// The boot-clock reading since which it is held where it is; nil when it goes on.
    public var heldAt: Duration?

    /// Makes a ramp that starts at a reading of the boot clock.
    public init(from: Value, to: Value, startsAt: Duration, duration: Duration) {
        self.from = from
        self.to = to
        self.startsAt = startsAt
        self.duration = duration
    }

    /// The share of the way gone at `sample`, 0 to 1; it changes only where the next step begins.
    func progress(at sample: ClockSample) -> Double { progress(atBoot: sample.boot) }

    /// The same at a reading of the boot clock.
    func progress(atBoot boot: Duration) -> Double {
        let elapsed = min(boot, heldAt ?? boot) - startsAt
        guard elapsed < duration else { return 1 }
        guard elapsed > .zero else { return 0 }
        return step * steps(in: elapsed) / duration
    }

    /// The boot reading at which the value may change; nil once the ramp is over, and while it is held.
    func nextLook(at sample: ClockSample) -> Duration? {
        guard heldAt == nil else { return nil }
        let elapsed = sample.boot - startsAt
        guard elapsed < duration else { return nil }
        guard elapsed >= .zero else { return startsAt }
        return startsAt + min(step * (steps(in: elapsed) + 1), duration)
    }

    /// How long one value stays.
    ///
    /// A ramp has at most 255 values, and a device takes two changes a second without strain. On a fixed grid the
    /// values are the same however often anybody looks.
    private var step: Duration {
        max(duration / 255, .milliseconds(500))
    }

    /// Counts in whole numbers: a rounded share may fall short of a step that has just begun, and never get past it.
    private func steps(in elapsed: Duration) -> Int {
        Int(elapsed.attoseconds / step.attoseconds)
    }
}

extension Ramp<Light> {
    /// The light at `sample`: brightness in even steps of perceived lightness, colours mixed evenly.
    public func value(at sample: ClockSample) -> Light { value(atBoot: sample.boot) }

    /// The light at a reading of the boot clock.
    public func value(atBoot boot: Duration) -> Light {
        let share = progress(atBoot: boot)
        guard share < 1 else { return to }
        // A ramp out of the dark starts with the first visible level, not with darkness.
        let start = Lightness.of(
            from.brightness == .zero && to.brightness > .zero ? Level(rawValue: 1) : from.brightness)
        let brightness = Lightness.level(start + (Lightness.of(to.brightness) - start) * share)
        switch (from.appearance, to.appearance) {
        case (.color(let first), .color(let second)):
            let isDark = from.brightness == .zero
            let color = to.brightness == .zero ? first : isDark ? second : first.mixed(with: second, share: share)
            return Light(.color(color), brightness: brightness)
        case (_, let appearance):
            return Light(appearance, brightness: brightness)
        }
    }
}

extension Ramp<Level> {
    /// The level at `sample`, in even steps of the device's scale.
    public func value(at sample: ClockSample) -> Level { value(atBoot: sample.boot) }

    /// The level at a reading of the boot clock.
    public func value(atBoot boot: Duration) -> Level {
        let share = progress(atBoot: boot)
        let (first, second) = (Double(from.rawValue), Double(to.rawValue))
        return Level(rawValue: UInt8((first + (second - first) * share).rounded()))
    }
}

/// CIE 1976 lightness: what looks like even steps to the eye.
enum Lightness {
    /// The lightness of a level, 0 to 100.
    static func of(_ level: Level) -> Double {
        let luminance = Double(level.rawValue) / 255
        return luminance > 216.0 / 24389 ? 116 * cbrt(luminance) - 16 : luminance * 24389 / 27
    }

    /// The nearest level of a lightness.
    static func level(_ lightness: Double) -> Level {
        let luminance = lightness > 8 ? pow((lightness + 16) / 116, 3) : lightness * 27 / 24389
        return Level(rawValue: UInt8(min(max((luminance * 255).rounded(), 0), 255)))
    }
}

extension RGBColor {
    func mixed(with other: RGBColor, share: Double) -> RGBColor {
        func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
            UInt8((Double(first) + (Double(second) - Double(first)) * share).rounded())
        }
        return RGBColor(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }
}
